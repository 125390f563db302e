/// Finds variables whose names look like misspelled ones of this package.
enum MisspelledVariables {
  /// The last is read by the module of mocks.
  private static let known = [
    "ENV_DATE", "ENV_CLOCK", "ENV_LOCALE", "ENV_CALENDAR", "ENV_TIME_ZONE", "ENV_SEED", "ENV_NETWORK", "ENV_REPLAY",
  ]

  /// Returns a sentence about each of these names that is almost a known one.
  static func notes(on names: some Sequence<String>) -> [String] {
    names.sorted().compactMap { name in
      guard name.hasPrefix("ENV_"), name.utf8.count < 20, !known.contains(name) else { return nil }
      let nearest = known.min { $0.distance(to: name) < $1.distance(to: name) }
      // Two letters of a short name may be all that two words differ in.
      guard let nearest, nearest.distance(to: name) <= (nearest.count > 10 ? 2 : 1) else { return nil }
      return "\(name) is ignored. Did you mean \(nearest)?"
    }
  }
}

extension String {
  /// How many characters must be inserted, removed or replaced to make this text the other: Levenshtein's distance.
  fileprivate func distance(to other: String) -> Int {
    var row = Array(0...other.count)
    for (index, character) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, otherCharacter) in other.enumerated() {
        let replaced = diagonal + (character == otherCharacter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
