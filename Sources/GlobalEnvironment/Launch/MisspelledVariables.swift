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
      guard let nearest = known.first(where: capitals.isOneEdit) else { return nil }
      return "\(name) is ignored. Did you mean \(nearest)?"
    }
  }
}

extension String {
  /// Whether this text becomes the other when one character at most is inserted, removed or replaced, or two neighbours are
  /// exchanged.
  fileprivate func isOneEdit(from other: String) -> Bool {
    let start = zip(self, other).prefix { $0 == $1 }.count
    let (own, other) = (dropFirst(start), other.dropFirst(start))
    let end = zip(own.reversed(), other.reversed()).prefix { $0 == $1 }.count
    let (mine, theirs) = (own.dropLast(end), other.dropLast(end))
    return Swift.max(mine.count, theirs.count) <= 1 || mine.count == 2 && mine.elementsEqual(theirs.reversed())
  }
}
