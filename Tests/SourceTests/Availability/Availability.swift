import BuildIndex
import Foundation

@testable import EnvironmentAudit

/// The search for what Apple's platforms do not have yet in the oldest versions that the manifest names.
///
/// It joins two things that Linux has: the index of the build, which tells where each symbol is named, and the symbol graphs
/// of the toolchain's modules, which tell since when it is there. What it cannot see:
/// - branches that `#if` leaves out on Linux, such as those for Darwin: there is no index of them;
/// - FoundationNetworking, FoundationXML, Dispatch, XCTest, C, and Apple's own modules: their versions are not told here;
/// - what no code names: conformances, and functions that the compiler calls, as `for await` does;
/// - what types themselves need of the runtime: packs in generic types, typed errors, and the like. `AppleModeTests` sees it.
struct Availability {
  /// One place where a symbol is named that may not be there.
  struct Finding: Hashable, CustomStringConvertible {
    var path: String
    var line: Int
    var symbol: String
    var lacking: PlatformVersions

    var description: String {
      "\(path):\(line): \(symbol) is there from \(lacking) on. Put it behind @available or #available, or do without."
    }
  }

  private(set) var table: VersionTable
  let floor: PlatformVersions

  init(table: VersionTable, floor: PlatformVersions) {
    (self.table, self.floor) = (table, floor)
  }

  /// Notes what a file defines behind `@available`, as it must not be used elsewhere either.
  ///
  /// - Parameter record: What the index has of it.
  /// - Throws: `CannotAudit` when there is no such record.
  mutating func learn(record: String, of store: IndexStore, text: String) throws {
    guard text.contains("@available(") else { return }
    let regions = AvailabilityRegions(in: text)
    for (usr, place) in try store.occurrences(in: record, defined: true, choosing: { _, usr in usr() }) {
      for versions in regions.versions(line: place.line, column: place.column) where !versions.isEmpty {
        table.add(versions, of: usr)
      }
    }
  }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - record: What the index has of it.
  ///   - text: Returns what is in it; only asked for where a symbol is too new.
  /// - Throws: `CannotAudit` when there is no such record.
  func findings(in path: String, record: String, of store: IndexStore, text: () throws -> String) throws -> [Finding] {
    let found = try store.occurrences(in: record) { name, usr in
      table.versions[usr()].map { (name: name, needed: $0) }
    }
    let suspects = found.filter { !PlatformVersions().lacking(of: $0.choice.needed, floor: floor).isEmpty }
    guard !suspects.isEmpty else { return [] }
    let text = try text()
    let (regions, leftOut) = (AvailabilityRegions(in: text), LeftOut(of: text))
    return suspects.compactMap { symbol, place in
      if leftOut.contains(line: place.line) { return nil }
      let granted = regions.versions(line: place.line, column: place.column)
      var lacking = PlatformVersions().lacking(of: symbol.needed, floor: floor)
      for versions in granted { lacking = versions.lacking(of: lacking, floor: floor) }
      return lacking.isEmpty ? nil : Finding(path: path, line: place.line, symbol: symbol.name, lacking: lacking)
    }
  }
}

extension Manifest {
  /// The oldest versions on which the package runs.
  var floor: PlatformVersions {
    platforms.reduce(into: PlatformVersions()) { $0[$1.platformName] = .init(Substring($1.version)) }
  }

  /// The files whose symbols the index has: those in Swift of all targets but plugins.
  var indexedFiles: [URL] {
    targets.filter { $0.type != "plugin" }.flatMap { $0.files("swift") }
  }
}
