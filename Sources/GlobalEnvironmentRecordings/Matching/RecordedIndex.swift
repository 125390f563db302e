/// An index of a file, without the answers themselves: a few words for each.
struct RecordedIndex {
  struct Entry {
    /// Of bounded size.
    var key: RequestKey
    /// Counts equal requests.
    var sequence: Int
    /// A hash of the request and its answer, for this process only.
    var content: Int
    /// How many secrets were known when it was written.
    var known: Int
    /// Whether it is from before this process.
    var isEarlier = false

    init(_ key: RequestKey, sequence: Int, _ answer: HAR.Response, known: Int = 0) {
      (self.key, self.sequence, self.known) = (key, sequence, known)
      // audit:allow chance – compared within this process only
      var hasher = Hasher()
      hasher.combine(key)
      hasher.combine(answer)
      content = hasher.finalize()
    }
  }

  /// Which of the same requests, and its answer.
  private struct Turn: Hashable {
    var content: Int
    var sequence: Int
  }

  /// Entries in the order of the file, and where each is in it.
  private(set) var entries: [(entry: Entry, range: Range<Int>)] = []
  /// Where the last entry ends.
  private(set) var end = RecordingText.head.count
  private var turns: Set<Turn> = []

  /// Adds an entry of this length that stands after the last one.
  mutating func append(_ entry: Entry, length: Int) {
    let start = entries.isEmpty ? end : end + RecordingText.separator.count
    end = start + length
    turns.insert(Turn(content: entry.content, sequence: entry.sequence))
    entries.append((entry, start..<end))
  }

  /// Whether there is one with the same request and the same answer.
  func has(_ entry: Entry) -> Bool { turns.contains(Turn(content: entry.content, sequence: entry.sequence)) }

  /// Those that this process has recorded.
  var own: [(entry: Entry, range: Range<Int>)] { entries.filter { !$0.entry.isEarlier } }

  /// Lets all entries count as written before anything was known to be secret.
  mutating func forgetKnown() {
    for index in entries.indices { entries[index].entry.known = -1 }
  }
}
