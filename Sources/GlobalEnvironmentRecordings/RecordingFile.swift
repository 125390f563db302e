import Foundation
import GlobalEnvironment

/// A file that is being recorded: all recordings of one path in this process share it, so that no answers are lost.
///
/// An answer is written in front of the closing brackets, so it costs the same however many there are, and the file is
/// whole after each. Until the process ends, `_recorder` in the file names it. As it ends, that is removed, and the entries
/// are put in the order of their URL, method and body, then of the requests: two runs that do the same write the same file.
/// Secrets that became known after an answer had been written are removed from it then.
///
/// From the first answer on, the file is locked for other processes. So that this one has few files open, only the last 32 to
/// which it has written are.
final class RecordingFile: Sendable {
  private static let files = Locked<[String: RecordingFile]>([:])
  /// Those that are locked, the last one as the last.
  private static let locked = Locked<[RecordingFile]>([])
  private static let most = 32

  /// What is secret in all exchanges of the file from now on.
  let learned = LearnedSecrets()
  private let writer: Locked<RecordingWriter>
  /// Whether a recording that may go on with the file has answered from it.
  private let isContinued = Locked(false)

  private init(_ path: String, _ names: SecretNames) {
    writer = Locked(RecordingWriter(path, names))
  }

  /// Runs `body` while this process does not write the file at `path`.
  static func whileStill<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    guard let file = files.withLock({ $0[path] }) else { return try body() }
    return try file.writer.withLock { _ in try body() }
  }

  /// Whether this process records to the file at `path`.
  static func isRecorded(_ path: String) -> Bool {
    files.withLock { $0[path] != nil }
  }

  /// What is secret in it: all names of all its recordings.
  var names: SecretNames { writer.withLock { $0.names } }

  /// Returns the file at `path`; if it `renews`, its next answer replaces what it had before this process.
  static func at(_ path: String, _ names: SecretNames, renews: Bool) -> RecordingFile {
    _ = endsWithProcess
    let file = files.withLock { files in
      if let file = files[path] { return file }
      let file = RecordingFile(path, names)
      files[path] = file
      return file
    }
    file.writer.withLock { writer in
      writer.hide(names)
      if renews { writer.renew() }
    }
    return file
  }

  /// Writes the file with one more exchange, whose secrets are hidden.
  ///
  /// - Parameters:
  ///   - key: The key of its request, of bounded size.
  ///   - sequence: How many equal requests this recording had before.
  ///   - date: When it began.
  ///   - known: How many secrets were known when those of the exchange were hidden.
  /// - Throws: ``RecordingError`` when the file cannot be written, or another process records to it.
  func add(
    _ exchange: Exchange, _ key: RequestKey, sequence: Int, at date: Date, known: Int
  ) throws(RecordingError) {
    let entry = exchange.entry(startedAt: date.iso8601)
    try writer.withLock { writer throws(RecordingError) in
      try writer.add(entry, key, sequence: sequence, known: known)
    }
    let oldest = Self.locked.withLock { locked -> RecordingFile? in
      locked.removeAll { $0 === self }
      locked.append(self)
      return locked.count > Self.most ? locked.removeFirst() : nil
    }
    oldest?.writer.withLock { $0.closeFile() }
  }

  /// Says that the file has answered: if its process was cut short, its recording is done as this process ends.
  func goOn() { isContinued.withLock { $0 = true } }

  // MARK: The end

  /// Ends the recordings to the file at `path`, as the end of the process does.
  static func end(_ path: String) throws(RecordingError) {
    guard let file = files.withLock({ $0[path] }) else { return }
    let isContinued = file.isContinued.withLock { $0 }
    try file.writer.withLock { writer throws(RecordingError) in
      try writer.end(hiding: file.learned, isContinued: isContinued)
    }
  }

  /// The process that records; one that was forked from it has all of this, too, but records nothing.
  private static let process = Environment.live.processIdentifier()

  private static let endsWithProcess: Void = {
    _ = process
    // audit:allow process – nothing else says that no more is recorded.
    atexit {
      if Environment.live.processIdentifier() != RecordingFile.process { return }
      // The process is ending, so this cannot be reported. The file stays marked as unfinished.
      for path in RecordingFile.files.withLock({ $0.keys.sorted() }) { try? RecordingFile.end(path) }
    }
  }()
}

extension Date {
  /// The date in UTC, to the millisecond; only for years that a calendar has.
  fileprivate var iso8601: String {
    let seconds = timeIntervalSince1970
    let inCalendar = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
    return Date(timeIntervalSince1970: inCalendar).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
