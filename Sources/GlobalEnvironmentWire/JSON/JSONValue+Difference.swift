extension JSONValue {

  /// Whether everything that `part` names is here: each value of an object by its name, an array element by element.
  ///
  /// Objects may hold more; an array has as many elements as that of `part`.
  public func contains(_ part: JSONValue) -> Bool {
    switch (self, part) {
    case (.object(let mine), .object(let wanted)):
      wanted.allSatisfy { name, value in mine[name]?.contains(value) ?? false }
    case (.array(let mine), .array(let wanted)):
      mine.count == wanted.count && zip(mine, wanted).allSatisfy { $0.contains($1) }
    default:
      self == part
    }
  }

  /// Says where this first differs from `wanted`: `user.name is "A", not "B"`.
  ///
  /// - Parameter mayHoldMore: Whether objects may hold more than `wanted` names.
  package func difference(from wanted: JSONValue, mayHoldMore: Bool, at path: String = "") -> String? {
    func at(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    let place = path.isEmpty ? "the JSON" : path
    switch (self, wanted) {
    case (.object(let mine), .object(let wanted)):
      for (name, value) in wanted.sorted(by: { $0.key < $1.key }) {
        guard let own = mine[name] else { return "\(at(name)) is missing" }
        if let words = own.difference(from: value, mayHoldMore: mayHoldMore, at: at(name)) { return words }
      }
      guard !mayHoldMore, let more = mine.keys.sorted().first(where: { wanted[$0] == nil }) else { return nil }
      return "\(at(more)) is one too many"
    case (.array(let mine), .array(let wanted)):
      guard mine.count == wanted.count else { return "\(place) has \(mine.count) elements, not \(wanted.count)" }
      for (index, (own, value)) in zip(mine, wanted).enumerated() {
        let words = own.difference(from: value, mayHoldMore: mayHoldMore, at: "\(path)[\(index)]")
        if let words { return words }
      }
      return nil
    default:
      return self == wanted ? nil : "\(place) is \(description.shortened), not \(wanted.description.shortened)"
    }
  }
}
