/// Finds variables whose names look like misspelled ones of this package.
enum MisspelledVariables {
  /// The last is read by the module of mocks.
  private static let known = [
    "ENV_DATE", "ENV_CLOCK", "ENV_LOCALE", "ENV_LANGUAGES", "ENV_CALENDAR", "ENV_TIME_ZONE", "ENV_SEED", "ENV_NETWORK",
    "ENV_REPLAY",
  ]

  /// Returns a sentence about each of these names that is almost a known one, or stands for several.
  static func notes(on names: some Sequence<String>) -> [String] {
    names.sorted().compactMap { name in
      let capitals = name.uppercased()
      // Mocks have cultures, so it may be expected here.
      if capitals == "ENV_CULTURE" {
        return "\(name) is ignored. Set ENV_LOCALE and ENV_TIME_ZONE, for instance to ja_JP and Asia/Tokyo."
      }
      guard capitals.hasPrefix("ENV"), name.utf8.count < 20, !known.contains(name) else { return nil }
      let nearest = known.min { $0.distance(to: capitals) < $1.distance(to: capitals) }
      // Two letters of a short name may be all that two words differ in.
      guard let nearest, nearest.distance(to: capitals) <= (nearest.count > 10 ? 2 : 1) else { return nil }
      return "\(name) is ignored. Did you mean \(nearest)?"
    }
  }
}

extension String {
  /// How many characters must be inserted, removed, replaced or exchanged with their neighbour to make this text the other:
  /// the distance of Damerau and Levenshtein, in which no character is changed twice.
  fileprivate func distance(to other: String) -> Int {
    let (own, other) = (Array(self), Array(other))
    var before: [Int] = []
    var row = Array(0...other.count)
    for index in own.indices {
      var next = [index + 1]
      for column in other.indices {
        let isSame = own[index] == other[column]
        next.append(Swift.min(row[column] + (isSame ? 0 : 1), row[column + 1] + 1, next[column] + 1))
        if index > 0, column > 0, own[index] == other[column - 1], own[index - 1] == other[column] {
          next[column + 1] = Swift.min(next[column + 1], before[column - 1] + 1)
        }
      }
      (before, row) = (row, next)
    }
    return row[other.count]
  }
}
