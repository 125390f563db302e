/// The pairs of parentheses, or of braces, in code.
struct Parentheses: Sendable {
  private struct Pair {
    var start: Int
    /// The place of the closing parenthesis; beyond the text when there is none.
    var end = Int.max
    /// The pair around it.
    var outer: Int?
  }

  private var pairs: [Pair] = []
  private var starts: [Int] = []
  /// The innermost pair that is open so far.
  private var open: Int?

  /// Adds an opening parenthesis, after all earlier ones.
  mutating func open(at offset: Int) {
    pairs.append(Pair(start: offset, outer: open))
    starts.append(offset)
    open = pairs.count - 1
  }

  /// Adds a closing parenthesis, after all earlier ones.
  mutating func close(at offset: Int) {
    guard let pair = open else { return }
    pairs[pair].end = offset
    open = pairs[pair].outer
  }

  /// Returns where the innermost pair around a place begins.
  func start(around offset: Int) -> Int? {
    var pair = starts.countInOrder(upTo: offset - 1) - 1
    while pair >= 0, pairs[pair].end < offset { pair = pairs[pair].outer ?? -1 }
    return pair >= 0 ? pairs[pair].start : nil
  }

  /// Returns where the pair ends that begins at `start`.
  func end(of start: Int) -> Int? {
    let pair = starts.countInOrder(upTo: start) - 1
    guard pair >= 0, pairs[pair].start == start, pairs[pair].end < .max else { return nil }
    return pairs[pair].end
  }
}
