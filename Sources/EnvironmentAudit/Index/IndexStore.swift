import GlobalEnvironment
import IndexStoreTypes

/// The index of the files that the compiler has compiled: an index store of LLVM's format.
///
/// It belongs to one thread at a time.
package final class IndexStore {
  let library: IndexStoreLibrary
  let store: index_object
  private let remaps: [PathRemap]

  /// Opens the store in the folder at `path`.
  ///
  /// - Parameter remaps: Beginnings of paths in it, and the matching ones on this machine; the first that matches is used.
  /// - Throws: ``CannotAudit`` when the folder has no store.
  package init(path: String, library: IndexStoreLibrary, remaps: [PathRemap] = []) throws {
    self.library = library
    self.remaps = remaps
    store = try library.create { library.createStore(path, &$0) }
  }

  deinit {
    library.disposeStore(store)
  }

  /// Returns the units whose name `wanted` accepts, `Clock.swift.o-3J2K1L` for example.
  ///
  /// A store keeps what it once knew: there may be several units of a file, and some of files that no longer exist.
  package func units(where wanted: (String) -> Bool) -> [IndexUnit] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      _ = library.eachUnit(store, 0, names) { context, name in
        // The context is the pointer to the array that was given one line up, and the call has not returned.
        context?.assumingMemoryBound(to: [String].self).pointee.append(String(name))
        return true
      }
    }
    return names.filter(wanted).compactMap(unit(named:))
  }

  /// Returns one unit; nil when it is unreadable, or of a module, not a file. A file without a unit is reported later.
  private func unit(named name: String) -> IndexUnit? {
    guard let unit = try? library.create({ library.createUnit(store, name, &$0) }) else { return nil }
    defer { library.disposeUnit(unit) }
    guard library.hasMainFile(unit), !library.isSystem(unit) else { return nil }
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
    library.modified(unit, &seconds, &nanoseconds)
    let file = String(library.mainFile(unit))
    // Among the records of the files that it includes.
    let isRecord: UInt32 = 2
    var record: String?
    library.each({ library.eachDependency(unit, $0, $1) }) { dependency in
      guard library.dependencyKind(dependency) == isRecord else { return }
      guard String(library.dependencyFile(dependency)) == file else { return }
      record = String(library.dependencyName(dependency))
    }
    return IndexUnit(
      file: remaps.path(of: file, compiledIn: String(library.workingFolder(unit))),
      modified: Double(seconds) + Double(nanoseconds) / 1e9, record: record)
  }
}

/// The index of one file.
package struct IndexUnit: Sendable {
  /// The path under which the file was compiled.
  package var file: String
  /// When it was written, in seconds since 1970.
  package var modified: Double
  /// The name of the record of the file's symbols; nil when it has none.
  package var record: String?
}

extension IndexStoreLibrary {
  /// Calls a function of the library that creates an object or returns an error.
  ///
  /// - Throws: ``CannotAudit`` with the error of the library.
  func create(_ make: (inout index_object?) -> index_object?) throws -> index_object {
    var error: index_object?
    if let made = make(&error) { return made }
    defer { disposeError(error) }
    let reason = describeError(error).map { String(cString: $0) } ?? "no reason given"
    throw CannotAudit("The index cannot be read: \(reason.withoutFullStop). Build the package again.")
  }

  /// Calls `visit` with each object that a function of the library visits.
  func each(
    _ apply: (UnsafeMutableRawPointer, @escaping index_visit_object) -> Bool, _ visit: (index_object?) -> Void
  ) {
    withoutActuallyEscaping(visit) { visit in
      var visit = visit
      withUnsafeMutablePointer(to: &visit) { visit in
        // The context is this pointer, and the call has not returned.
        _ = apply(visit) { context, object in
          context?.assumingMemoryBound(to: ((index_object?) -> Void).self).pointee(object)
          return true
        }
      }
    }
  }
}
