import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// A recording's file as it was read, which can find the place of what is wrong in it.
struct HARFile {
  /// Larger files are refused: 1 GB.
  private static let largest = 1_000_000_000

  let path: String
  let har: HAR
  let data: Data
  /// The entries that are no JSON, and so are not in ``data``.
  let damaged: [Int: DamagedEntries.Entry]

  /// Reads the file at `path`.
  ///
  /// - Throws: ``RecordingError`` for a file that is missing, not a regular file, too large, unreadable, or not HAR.
  init(_ path: String) throws(RecordingError) {
    try self.init(Self.contents(of: path), from: path)
  }

  private static func contents(of path: String) throws(RecordingError) -> Data {
    // On the disk, also of a mock.
    let files = Environment.live.files()
    let url = URL(filePath: path)
    guard let attributes = try? files.attributes(of: url) else {
      throw RecordingError(
        file: path,
        reason: "there is no such file. Record it with \(Recording.command("once")), or correct its name")
    }
    guard attributes.kind == .file else {
      throw RecordingError(file: path, reason: "this is a directory or a device, not a file. Name a HAR file")
    }
    guard attributes.size <= largest else {
      throw RecordingError(
        file: path, reason: "the file is larger than \(largest) bytes. Record fewer requests in it")
    }
    do {
      return try RecordingFile.whileStill(path) { try files.read(url) }
    } catch {
      throw RecordingError(
        file: path, reason: "the file cannot be read (\(error.localizedDescription.withoutFullStop))")
    }
  }

  /// Decodes what the file at `path` holds.
  init(_ data: Data, from path: String) throws(RecordingError) {
    if data.isEmpty {
      throw RecordingError(file: path, line: 1, column: 1, reason: "the file is empty. Delete it, and record again")
    }
    if let archive = Self.archives.first(where: { data.starts(with: $0.start) }) {
      throw RecordingError(
        file: path,
        reason: "this is a \(archive.name) archive, not a HAR file. Unpack it, or export again with bodies embedded")
    }
    (har, self.data, damaged) = try Self.decoded(data, from: path)
    self.path = path
    // The decoder takes one of two members with the same name.
    let name = "\"entries\""
    if har.log.entries.isEmpty, self.data.ranges(of: Data(name.utf8)).count > 1 {
      throw error("\(name) stands twice. Keep the one with the answers", at: [.name("log"), .name("entries")])
    }
  }

  /// Checks that the file at `path` is, or was, a recording, which may be damaged: it begins with `{ "log"`.
  ///
  /// - Throws: ``RecordingError`` for any other file: its name may be a mistake.
  static func requireReplaceable(_ path: String) throws(RecordingError) {
    try requireReplaceable(contents(of: path), from: path)
  }

  /// The same for what such a file holds.
  static func requireReplaceable(_ data: Data, from path: String) throws(RecordingError) {
    var rest = data[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    for part in ["{", "\"log\""] {
      rest = rest.drop { $0 <= UInt8(ascii: " ") }
      // A file that was cut off may have only the beginning of it.
      guard zip(rest, part.utf8).allSatisfy({ $0 == $1 }) else {
        // Other tools may write something else first.
        if (try? HARFile(data, from: path)) != nil { return }
        throw RecordingError(
          file: path, line: 1, column: 1,
          reason: "this is not a HAR file, so it is not replaced. Delete it, or name another file")
      }
      rest = rest.dropFirst(part.utf8.count)
    }
  }

  /// Decodes a file, or what is whole of it.
  private static func decoded(_ data: Data, from path: String) throws(RecordingError) -> (
    HAR, Data, [Int: DamagedEntries.Entry]
  ) {
    let result = Result { try JSONDecoder().decode(HAR.self, from: data) }
    if case .success(let har) = result, har.log.flawed.isEmpty { return (har, data, [:]) }
    if case .failure = result, let mended = RecordingText.mended(data),
      let har = try? JSONDecoder().decode(HAR.self, from: mended)
    {
      return (har, mended, [:])
    }
    // The decoder refuses half of a surrogate pair. mitmproxy writes one for a byte that is no text, browsers where they cut a
    // text.
    if let whole = JSONText.withoutHalves([UInt8](data)) { return try decoded(Data(whole), from: path) }
    if case .failure = result, let others = DamagedEntries(data),
      let har = try? JSONDecoder().decode(HAR.self, from: others.data)
    {
      return (har, others.data, others.entries)
    }
    switch result {
    case .success(let har): return (har, data, [:])
    case .failure(let error as DecodingError): throw located(error, in: [UInt8](data), from: path)
    case .failure(let error): throw RecordingError(file: path, reason: "\(error)")
    }
  }

  /// What programs compress a file to, by how that begins.
  private static let archives: [(name: String, start: [UInt8])] =
    BodyText.streams + [
      ("zip", [0x50, 0x4B, 0x03, 0x04]), ("bzip2", Array("BZh".utf8)), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
      ("7z", [0x37, 0x7A, 0xBC, 0xAF]),
    ]

  /// Returns the error for an entry of another shape.
  func error(of flawed: HAR.Flawed) -> RecordingError {
    guard let entry = damaged[flawed.index] else { return Self.located(flawed.error, in: [UInt8](data), from: path) }
    var bytes = [UInt8](data)
    bytes.replaceSubrange(entry.range, with: entry.bytes)
    var error = Self.located(flawed.error, in: bytes, from: path)
    // What is no text has no place among values.
    if error.path?.isEmpty != false { error.path = "log.entries[\(flawed.index)]" }
    return error
  }

  /// Returns the error for a value that was decoded but cannot be used.
  func error(_ reason: String, at steps: [JSONReader.Step]) -> RecordingError {
    let bytes = [UInt8](data)
    return Self.placed(reason, JSONReader.offset(of: steps, in: bytes), steps, in: bytes, from: path)
  }

  /// The entries, each with its place in the file, in the order in which the requests were sent.
  ///
  /// That is the order of the file where this package wrote it, and where an entry has no date. Programs may write entries in
  /// another order, and the format asks readers to sort them.
  var entriesAsSent: [HAR.Entry] {
    let entries = har.log.entries
    if isOwn { return entries }
    let dates = entries.compactMap { try? Self.date.parse($0.startedDateTime) }
    guard dates.count == entries.count else { return entries }
    return zip(dates, entries).sorted { ($0.0, $0.1.index) < ($1.0, $1.1.index) }.map(\.1)
  }

  /// Whether this package has written it.
  var isOwn: Bool { har.log.creator == RecordingText.creator }

  private static let date = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, includingFractionalSeconds: true)

  private static func located(_ error: DecodingError, in bytes: [UInt8], from path: String) -> RecordingError {
    // Foundation stops reading at the first error, and does not say where the text is not JSON.
    if let flaw = JSONReader.flaw(in: bytes) {
      return placed(flaw.reason, flaw.offset, flaw.path, in: bytes, from: path)
    }
    var (context, reason): (DecodingError.Context, String) =
      switch error {
      case .typeMismatch(let type, let context): (context, "expected \(name(of: type)). \(context.debugDescription)")
      case .valueNotFound(let type, let context): (context, "expected \(name(of: type)), not null")
      case .keyNotFound(let key, let context): (context, "\(key.stringValue.debugDescription) is missing")
      case .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
      }
    reason = reason.withoutFullStop
    let steps = context.codingPath.map { key in
      key.intValue.map { JSONReader.Step.index($0) } ?? .name(key.stringValue)
    }
    return placed(reason, JSONReader.offset(of: steps, in: bytes), steps, in: bytes, from: path)
  }

  private static func placed(
    _ reason: String, _ offset: Int?, _ steps: [JSONReader.Step], in bytes: [UInt8], from path: String
  ) -> RecordingError {
    guard let offset else { return RecordingError(file: path, path: steps.text, reason: reason) }
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Without the bytes that continue a scalar.
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return RecordingError(file: path, line: line, column: column, path: steps.text, reason: reason)
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Double.Type: "a number"
    case is [HAR.Entry].Type, is [HAR.Field].Type, is [Any].Type: "an array"
    default: "an object"
    }
  }
}
