extension SymbolPath {
  /// The initializer that most classes of Objective-C inherit. The index tells no more of it than this.
  static let inheritedInitializer = "c:objc(cs)NSObject(im)init"
}

extension IndexStore {
  /// Returns the rules for the classes that a file makes values of by an initializer that they inherit.
  ///
  /// - Parameter places: Where such values are made, which is where the index names their classes, too.
  /// - Throws: ``CannotAudit`` when there is no such record.
  func rulesOfInherited(
    in record: String, at places: Set<IndexOccurrence.Place>, _ rules: RuleSet
  ) throws -> [(choice: Rule, occurrence: IndexOccurrence)] {
    guard !places.isEmpty else { return [] }
    let classes = try occurrences(in: record) { _, usr -> Rule? in
      let usr = usr()
      guard usr.hasPrefix("c:objc(cs)"), !usr.dropFirst("c:objc(cs)".count).contains("(") else { return nil }
      return rules.rule(name: "init()") { usr + "(im)init" }
    }
    return classes.filter { places.contains($0.occurrence.place) }
  }
}
