/// An index of a file, without the answers themselves: a few words for each.
struct RecordedIndex {
  struct Entry {
    /// Of bounded size.
    var key: RequestKey
    /// Counts equal requests.
    var sequence: Int
    /// A hash of the answer.
    var response: Int
    /// How many secrets were known when it was written.
    var known = 0
  }

  /// Entries in the order of the file, and where each is in it.
  private(set) var entries: [(entry: Entry, range: Range<Int>)] = []
  /// Where the last entry ends.
  private(set) var end = RecordingText.head.count
  private var numbers: [Turn: [Int]] = [:]
  private var counts: [RequestKey: Int] = [:]

  /// Which of the same requests.
  private struct Turn: Hashable {
    var key: RequestKey
    var sequence: Int
  }

  /// Adds an entry of this length that stands after the last one.
  mutating func append(_ entry: Entry, length: Int) {
    let start = entries.isEmpty ? end : end + RecordingText.separator.count
    end = start + length
    numbers[Turn(key: entry.key, sequence: entry.sequence), default: []].append(entries.count)
    counts[entry.key, default: 0] += 1
    entries.append((entry, start..<end))
  }

  /// Whether an entry belongs after all others.
  func isLast(_ entry: Entry) -> Bool {
    entries.last.map { ($0.entry.key, $0.entry.sequence) <= (entry.key, entry.sequence) } ?? true
  }

  /// Returns where the entries are that have the same request, and seem to have the same answer.
  func ranges(of entry: Entry) -> [Range<Int>] {
    numbers[Turn(key: entry.key, sequence: entry.sequence), default: []].map { entries[$0] }
      .filter { $0.entry.response == entry.response }.map(\.range)
  }

  /// How many entries have that request.
  func count(of key: RequestKey) -> Int { counts[key, default: 0] }
}

extension RecordedIndex.Entry {
  /// Whether it has the same request, and seems to have the same answer.
  func isSame(as other: Self) -> Bool {
    (key, sequence, response) == (other.key, other.sequence, other.response)
  }
}
