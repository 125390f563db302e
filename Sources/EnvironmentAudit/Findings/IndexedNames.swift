/// What the index names at the places of a file, to decide where `--fix` can be sure.
struct IndexedNames {
  private var names: [IndexOccurrence.Place: Set<String>] = [:]
  /// Where a dot asks a `@dynamicMemberLookup` type for the member of another: for the `Binding` of a value, for example.
  private var dynamicDots: Set<IndexOccurrence.Place> = []

  /// Adds what a record names.
  ///
  /// - Throws: ``CannotAudit`` when there is no such record.
  mutating func add(_ record: String, of store: IndexStore) throws {
    for (name, place) in try store.occurrences(in: record, choosing: { name, _ in name }) {
      names[place.place, default: []].insert(name)
    }
    let dynamic = try store.occurrences(in: record, implicit: true) { name, _ in
      name == "subscript(dynamicMember:)" ? name : nil
    }
    for (_, place) in dynamic { dynamicDots.insert(place.place) }
  }

  /// Whether the text at a finding is of another value than the rule's, or perhaps not the text that was compiled: a file
  /// that was put in the place of another may be older than the index.
  func isDoubtful(_ finding: Finding, in source: SourceText) -> Bool {
    guard let rule = finding.rule, let offset = source.offset(line: finding.line, column: finding.column) else {
      return true
    }
    if dynamicDots.contains(.init(line: finding.line, column: finding.column - 1)) { return true }
    // Every other symbol has its own name in the text.
    guard rule.symbol.baseName == "init" else { return false }
    let name = source.text(offset..<source.endOfName(at: offset))
    if ["init", "Self"].contains(name) || rule.symbol.owner.hasSuffix("." + name) { return false }
    // Local types are in no index.
    let place = IndexOccurrence.Place(line: finding.line, column: finding.column)
    return names[place]?.contains(name) != true && !source.text(0..<source.bytes.count).contains("typealias \(name) =")
  }
}
