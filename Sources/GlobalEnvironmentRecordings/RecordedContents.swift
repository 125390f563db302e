import Foundation
import GlobalEnvironment

/// The contents of a recording, ours or one that a browser exported.
struct RecordedContents {
  /// The entries as this package writes them, in the order of the file.
  private(set) var entries: [(entry: RecordedIndex.Entry, text: Data)] = []
  /// The processes that have not finished it.
  let recorders: [Int]
  /// Whether there are entries, and the file has them exactly as this package writes them.
  let isAsWritten: Bool

  /// Reads all entries again, in this form and without secrets.
  ///
  /// - Parameter count: Returns how many of the same requests come before these.
  /// - Throws: ``RecordingError`` for data that is not HAR.
  init(
    _ data: Data, from path: String, _ names: SecretNames, after count: (RequestKey) -> Int = { _ in 0 }
  ) throws(RecordingError) {
    let file = try HARFile(data, from: path)
    recorders = file.har.log.recorders
    var counts: [RequestKey: Int] = [:]
    let answers = RecordedAnswers(file, names)
    // It would be lost when the file is written.
    if let flaw = answers.flaws.errors.first { throw flaw }
    for answer in answers.recorded {
      var exchange = answer.exchange
      exchange.hide(names, isWritten: true)
      let original = file.har.log.entries[answer.index]
      var entry = exchange.entry(startedAt: original.startedDateTime)
      (entry.time, entry.timings) = (original.time, original.timings)
      let key = answer.key.bounded
      let sequence = counts[key] ?? count(key)
      counts[key] = sequence + 1
      // audit:allow chance – compared within this process only
      let indexed = RecordedIndex.Entry(key: key, sequence: sequence, response: entry.response.hashValue)
      entries.append((indexed, try RecordingText.text(of: entry, for: path)))
    }
    let ranges = RecordingText.entries(in: file.data)
    isAsWritten =
      !ranges.isEmpty && ranges.count == file.har.log.entries.count && ranges.count == entries.count
      && zip(ranges, entries).allSatisfy { file.data[$0] == $1.text }
  }

  /// Whether another process that runs has replaced all from before it.
  var isReplacing: Bool { others.contains { $0 < 0 } }

  /// Whether another process that runs has recorded to it.
  var isShared: Bool { !others.isEmpty }

  private var others: [Int] {
    let own = Environment.live.processIdentifier().magnitude
    return recorders.filter { $0.magnitude != own && isRunning(process: $0) }
  }

  /// Hashes of the texts of the entries.
  var hashes: Set<Int> { Set(entries.map { Self.hash(of: $0.text) }) }

  /// Removes what the file had when it was opened to be recorded again.
  ///
  /// - Returns: What may be wrong with the file now; nil when nothing is.
  mutating func remove(_ outdated: EarlierContents.Outdated) -> String? {
    let hasAll = outdated.entries.isSubset(of: hashes)
    var removed: [RequestKey: Int] = [:]
    entries = entries.compactMap { entry, text in
      if outdated.entries.contains(Self.hash(of: text)) {
        removed[entry.key, default: 0] += 1
        return nil
      }
      var entry = entry
      entry.sequence -= removed[entry.key, default: 0]
      return (entry, text)
    }
    if !hasAll {
      return """
        something else has replaced a part of the file since it was opened to be recorded again, \
        so it may still have old answers. Record it again
        """
    }
    return outdated.isShared
      ? """
      another process was recording to the file when it was opened to be recorded again, and the answers that it had \
      recorded by then are removed. Record with one process after the other
      """
      : nil
  }

  /// A hash of all bytes, which that of `Data` is not.
  private static func hash(of text: Data) -> Int {
    // audit:allow chance – one process compares it, and keeps it nowhere.
    var hasher = Hasher()
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
