import IndexStoreTypes

/// One place where a symbol is named.
package struct IndexOccurrence: Hashable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column of the symbol's own name, from 1, in bytes of UTF-8.
  package var column: Int
  /// How the place uses the symbol, as bits of the index.
  package var roles: UInt64

  /// Whether it is written rather than read, or its address taken, as by `inout`.
  package var changes: Bool { roles & (1 << 4 | 1 << 7) != 0 }

  package init(line: Int, column: Int, roles: UInt64) {
    self.line = line
    self.column = column
    self.roles = roles
  }
}

extension IndexStore {
  /// Returns where a file names, or defines, each of the symbols that `choose` accepts, which gets a symbol's name and its
  /// USR.
  ///
  /// The symbols are asked first and their places second: most files have many symbols, and none that `choose` accepts.
  ///
  /// - Parameters:
  ///   - record: The name of the file's record.
  ///   - defined: Whether to return definitions instead.
  ///   - implicit: Whether to return, too, what only the compiler or a macro's expansion names.
  /// - Throws: ``CannotAudit`` when there is no such record.
  package func occurrences<Choice>(
    in record: String, defined: Bool = false, implicit: Bool = false,
    choosing choose: (_ name: String, _ usr: () -> String) -> Choice?
  ) throws -> [(choice: Choice, occurrence: IndexOccurrence)] {
    let reader = try library.create { library.createRecord(store, record, &$0) }
    defer { library.disposeRecord(reader) }

    var objects: [index_object?] = []
    withUnsafeMutablePointer(to: &objects) { objects in
      _ = library.eachSymbol(reader, false, objects) { context, symbol in
        // The context is the pointer to the array that was given one line up, and the call has not returned.
        context?.assumingMemoryBound(to: [index_object?].self).pointee.append(symbol)
        return true
      }
    }
    var choices: [index_object: Choice] = [:]
    for case let symbol? in objects {
      choices[symbol] = choose(String(library.symbolName(symbol))) { String(library.symbolUSR(symbol)) }
    }
    guard !choices.isEmpty else { return [] }

    var places = Places(
      library: library, roles: defined ? Places.definition : Places.reference | Places.call, implicit: implicit)
    var wanted: [index_object?] = Array(choices.keys)
    withUnsafeMutablePointer(to: &places) { places in
      _ = library.eachOccurrence(reader, &wanted, wanted.count, nil, 0, places) { context, occurrence in
        // As above: the context is the pointer to `places`.
        guard let places = context?.assumingMemoryBound(to: Places.self) else { return false }
        places.pointee.add(occurrence)
        return true
      }
    }
    return places.found.compactMap { symbol, occurrence in choices[symbol].map { ($0, occurrence) } }
  }
}

extension IndexStore {
  /// Returns the lines of a file that a record knows.
  ///
  /// - Throws: ``CannotAudit`` when there is no such record.
  package func lines(in record: String) throws -> Set<Int> {
    let reader = try library.create { library.createRecord(store, record, &$0) }
    defer { library.disposeRecord(reader) }
    var lines = Lines(library: library)
    withUnsafeMutablePointer(to: &lines) { lines in
      _ = library.allOccurrences(reader, lines) { context, occurrence in
        // The context is the pointer to `lines`, and the call has not returned.
        guard let lines = context?.assumingMemoryBound(to: Lines.self) else { return false }
        var line: UInt32 = 0
        var column: UInt32 = 0
        lines.pointee.library.occurrencePlace(occurrence, &line, &column)
        lines.pointee.found.insert(Int(line))
        return true
      }
    }
    return lines.found
  }
}

/// The lines that a reader has passed.
private struct Lines {
  let library: IndexStoreLibrary
  var found: Set<Int> = []
}

/// The places that a reader has passed.
private struct Places {
  let library: IndexStoreLibrary
  /// The roles that a place must have to be counted.
  let roles: UInt64
  /// Whether those count that only a macro's expansion or the compiler names.
  let implicit: Bool
  var found: [(index_object, IndexOccurrence)] = []

  static let definition: UInt64 = 1 << 1
  static let reference: UInt64 = 1 << 2
  static let call: UInt64 = 1 << 5

  init(library: IndexStoreLibrary, roles: UInt64, implicit: Bool) {
    self.library = library
    self.roles = roles
    self.implicit = implicit
  }

  mutating func add(_ occurrence: index_object?) {
    let roles = library.occurrenceRoles(occurrence)
    let isImplicit = roles & (1 << 8) != 0
    guard roles & self.roles != 0, implicit || !isImplicit else { return }
    guard let symbol = library.occurrenceSymbol(occurrence) else { return }
    var line: UInt32 = 0
    var column: UInt32 = 0
    library.occurrencePlace(occurrence, &line, &column)
    found.append((symbol, IndexOccurrence(line: Int(line), column: Int(column), roles: roles)))
  }
}
