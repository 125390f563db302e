import IndexStoreTypes

/// One place where a symbol is named.
package struct IndexOccurrence: Hashable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column of the symbol's own name, from 1, in bytes of UTF-8.
  package var column: Int
  /// How the place uses the symbol, as bits of the index.
  package var roles: UInt64
  /// The type of the value that the symbol is a member of, as rules spell it; nil where the index does not tell it.
  package var receiver: String?

  /// A line and a column.
  struct Place: Hashable {
    var line: Int
    var column: Int
  }

  var place: Place { Place(line: line, column: column) }

  /// Whether it is written rather than read, or its address taken, as by `inout`.
  package var changes: Bool { roles & (1 << 4 | 1 << 7) != 0 }

  static let definition: UInt64 = 1 << 1
  static let reference: UInt64 = 1 << 2
  static let call: UInt64 = 1 << 5
  static let implicit: UInt64 = 1 << 8
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
  ///   - receivers: Whether to read of which types the values are.
  ///   - implicit: Whether to return, too, what only the compiler or a macro's expansion names.
  /// - Throws: ``CannotAudit`` when there is no such record.
  package func occurrences<Choice>(
    in record: String, defined: Bool = false, implicit: Bool = false, receivers: Bool = false,
    choosing choose: (_ name: String, _ usr: () -> String) -> Choice?
  ) throws -> [(choice: Choice, occurrence: IndexOccurrence)] {
    let reader = try library.create { library.createRecord(store, record, &$0) }
    defer { library.disposeRecord(reader) }

    var objects: [index_object?] = []
    library.each({ library.eachSymbol(reader, false, $0, $1) }) { objects.append($0) }
    var choices: [index_object: Choice] = [:]
    for case let symbol? in objects {
      choices[symbol] = choose(String(library.symbolName(symbol))) { String(library.symbolUSR(symbol)) }
    }
    guard !choices.isEmpty else { return [] }

    let counted = defined ? IndexOccurrence.definition : IndexOccurrence.reference | IndexOccurrence.call
    var wanted: [index_object?] = Array(choices.keys)
    var found: [(Choice, IndexOccurrence)] = []
    library.each({ library.eachOccurrence(reader, &wanted, wanted.count, nil, 0, $0, $1) }) { occurrence in
      let roles = library.occurrenceRoles(occurrence)
      guard roles & counted != 0, implicit || roles & IndexOccurrence.implicit == 0 else { return }
      guard let symbol = library.occurrenceSymbol(occurrence), let choice = choices[symbol] else { return }
      let (line, column) = place(of: occurrence)
      var place = IndexOccurrence(line: line, column: column, roles: roles)
      if receivers { place.receiver = receiver(of: occurrence) }
      found.append((choice, place))
    }
    return found
  }

  /// Returns the lines of a file that a record knows.
  ///
  /// - Throws: ``CannotAudit`` when there is no such record.
  package func lines(in record: String) throws -> Set<Int> {
    let reader = try library.create { library.createRecord(store, record, &$0) }
    defer { library.disposeRecord(reader) }
    var lines: Set<Int> = []
    library.each({ library.allOccurrences(reader, $0, $1) }) { lines.insert(place(of: $0).line) }
    return lines
  }

  private func receiver(of occurrence: index_object?) -> String? {
    let isReceived: UInt64 = 1 << 12
    var receiver: String?
    library.each({ library.eachRelation(occurrence, $0, $1) }) { relation in
      guard library.relationRoles(relation) & isReceived != 0, let type = library.relationSymbol(relation) else {
        return
      }
      receiver =
        SymbolPath(name: String(library.symbolName(type)), usr: String(library.symbolUSR(type)))?.description
        ?? receiver
    }
    return receiver
  }

  private func place(of occurrence: index_object?) -> (line: Int, column: Int) {
    var (line, column): (UInt32, UInt32) = (0, 0)
    library.occurrencePlace(occurrence, &line, &column)
    return (Int(line), Int(column))
  }
}
