import Foundation
import GlobalEnvironment

/// A file that is being recorded to: all recordings of one path in this process share it, so that none loses another's.
///
/// It is whole after each answer: written beside its place, then moved there. Entries are in the order of their URL,
/// method and body, then of the requests, so that two runs that do the same write the same.
actor RecordingFile {
  private struct Stored {
    var key: RequestKey
    /// Counts the same requests.
    var sequence: Int
    var response: HAR.Response
    /// The entry as the file has it.
    var text: Data
  }

  private static let files = Locked<[String: RecordingFile]>([:])

  /// Recordings are on the disk, also of a mock.
  private let disk = Environment.live.files()
  private let path: String
  private let names: SecretNames
  private let renews: Bool
  private var stored: [Stored]?

  private init(_ path: String, _ names: SecretNames, renews: Bool) {
    self.path = path
    self.names = names
    self.renews = renews
  }

  private var url: URL { URL(filePath: path) }

  /// Whether this process records to the file at `path`.
  static func isRecorded(_ path: String) -> Bool {
    files.withLock { $0[path] != nil }
  }

  /// Returns the file at `path`; if it `renews`, without the entries that it had before.
  static func at(_ path: String, _ names: SecretNames, renews: Bool) -> RecordingFile {
    files.withLock { files in
      if let file = files[path] { return file }
      let file = RecordingFile(path, names, renews: renews)
      files[path] = file
      return file
    }
  }

  /// Writes the file with one more exchange, whose secrets are hidden.
  ///
  /// - Parameters:
  ///   - exchange: The exchange.
  ///   - key: Its request's.
  ///   - sequence: How many of the same requests the same recording had before.
  ///   - date: When it began.
  /// - Throws: ``RecordingError`` when the file cannot be written.
  func add(_ exchange: Exchange, _ key: RequestKey, sequence: Int, at date: Date) throws(RecordingError) {
    var entries: [Stored] = []
    if let stored {
      // A file that was deleted begins again.
      if disk.exists(url) { entries = stored }
    } else {
      entries = try earlier()
    }
    let entry = exchange.entry(startedAt: date.iso8601)
    // After those of the same request that came before.
    let place = entries.partitioningIndex { ($0.key, $0.sequence) > (key, sequence) }
    let same = entries[..<place].reversed().prefix { $0.key == key && $0.sequence == sequence }
    if same.contains(where: { $0.response == entry.response }) { return }
    entries.insert(try Self.stored(entry, key, sequence, for: path), at: place)
    try write(entries)
    stored = entries
  }

  /// The entries from before this process, in this form and without secrets.
  private func earlier() throws(RecordingError) -> [Stored] {
    guard !renews, disk.exists(url) else { return [] }
    var counts: [RequestKey: Int] = [:]
    var entries: [Stored] = []
    let file = try HARFile(path)
    for answer in try RecordedAnswers(file, names).recorded {
      var exchange = answer.exchange
      exchange.hide(names)
      let original = file.har.log.entries[answer.index]
      var entry = exchange.entry(startedAt: original.startedDateTime)
      (entry.time, entry.timings) = (original.time, original.timings)
      entries.append(try Self.stored(entry, answer.key, counts[answer.key, default: 0], for: path))
      counts[answer.key, default: 0] += 1
    }
    return entries.enumerated().sorted { ($0.element.key, $0.element.sequence) < ($1.element.key, $1.element.sequence) }
      .map(\.element)
  }

  // MARK: Writing

  private static func stored(
    _ entry: HAR.Entry, _ key: RequestKey, _ sequence: Int, for path: String
  ) throws(RecordingError) -> Stored {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      // No string of JSON holds a line break.
      let lines = try encoder.encode(entry).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      let text = Data(lines.map { Data("      ".utf8) + $0 }.joined(separator: Data("\n".utf8)))
      return Stored(key: key, sequence: sequence, response: entry.response, text: text)
    } catch {
      throw RecordingError(file: path, reason: "an answer cannot be written as JSON (\("\(error)".withoutFullStop))")
    }
  }

  private func write(_ entries: [Stored]) throws(RecordingError) {
    let creator = HAR.Creator()
    var text = Data(
      """
      {
        "log" : {
          "creator" : {
            "name" : "\(creator.name)",
            "version" : "\(creator.version)"
          },
          "entries" : [

      """.utf8)
    for (index, entry) in entries.enumerated() {
      text += entry.text
      text += Data((index == entries.count - 1 ? "\n" : ",\n").utf8)
    }
    text += Data(
      """
          ],
          "version" : "\(HAR.Log().version)"
        }
      }

      """.utf8)
    do {
      try disk.createFolder(url.deletingLastPathComponent(), withParents: true)
      try disk.write(text, to: url)
    } catch {
      throw RecordingError(
        file: path,
        reason: "the file cannot be written (\(error.localizedDescription.withoutFullStop)). Make its folder writable")
    }
  }
}

extension Array {
  /// Returns the first index whose element fulfils a condition that all after it fulfil, too.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isAfter(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}

extension Date {
  /// In UTC, to the millisecond; the years of a calendar only.
  fileprivate var iso8601: String {
    let seconds = timeIntervalSince1970
    let inCalendar = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
    return Date(timeIntervalSince1970: inCalendar).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
