/// The pattern of paths to leave out: a file, a folder with all that is in it, or a path with `*`, which matches anything
/// within a name, and `**`, which matches folders, too.
package struct PathPattern: Sendable {
  package let text: String
  private let pattern: [UInt8]

  package init(_ text: String) {
    self.text = text
    var pattern = Array(text.utf8)
    if pattern.starts(with: "./".utf8) { pattern.removeFirst(2) }
    while pattern.last == Self.slash { pattern.removeLast() }
    self.pattern = pattern
  }

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  /// Whether a path matches the pattern, or is in a folder that does.
  package func matches(_ path: String) -> Bool {
    guard !pattern.isEmpty else { return false }
    // The places of the pattern that are possible so far, all at once: trying them one after another may take forever.
    var places = withStars([0])
    for byte in path.utf8 {
      if byte == Self.slash, places.contains(pattern.count) { return true }
      var next: Set<Int> = []
      for place in places where place < pattern.count {
        if pattern[place] == Self.star {
          if isDouble(place) || byte != Self.slash { next.insert(place) }
        } else if pattern[place] == byte {
          next.insert(place + 1)
        }
      }
      places = withStars(next)
    }
    return places.contains(pattern.count)
  }

  private func isDouble(_ place: Int) -> Bool { place + 1 < pattern.count && pattern[place + 1] == Self.star }

  /// Adds the places that are reached where a star matches nothing.
  private func withStars(_ places: Set<Int>) -> Set<Int> {
    var all = places
    var rest = Array(places)
    while let place = rest.popLast() {
      guard place < pattern.count, pattern[place] == Self.star else { continue }
      // Both stars of a pair, and the slash after it: “**/A” matches “A”, too.
      var next = [place + (isDouble(place) ? 2 : 1)]
      if isDouble(place), place + 2 < pattern.count, pattern[place + 2] == Self.slash { next.append(place + 3) }
      for place in next where all.insert(place).inserted { rest.append(place) }
    }
    return all
  }
}
