import Foundation
import GlobalEnvironment

/// The contents of a recording, ours or one that a browser exported.
struct RecordedContents {
  /// The entries as this package writes them, in the order of the file.
  var entries: [(entry: RecordedIndex.Entry, text: Data)] = []
  /// Whether there are entries, and the file has them exactly as this package writes them.
  let isAsWritten: Bool

  /// Reads all entries again, in this form and without secrets.
  ///
  /// - Throws: ``RecordingError`` for data that is not HAR.
  init(_ data: Data, from path: String, _ names: SecretNames) throws(RecordingError) {
    let file = try HARFile(data, from: path)
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
      let sequence = counts[key, default: 0]
      counts[key] = sequence + 1
      let indexed = RecordedIndex.Entry(key, sequence: sequence, entry.response)
      entries.append((indexed, try RecordingText.text(of: entry, for: path)))
    }
    let ranges = RecordingText.entries(in: file.data)
    isAsWritten =
      !ranges.isEmpty && ranges.count == file.har.log.entries.count && ranges.count == entries.count
      && zip(ranges, entries).allSatisfy { file.data[$0] == $1.text }
  }
}
