import Foundation
import GlobalEnvironment

/// The lines of a file that this package writes: those of each answer, and what an interrupted write leaves.
///
/// No JSON string holds a line break, so a line of six spaces and a brace always begins or ends an entry.
enum RecordingText {
  /// The name of this package, as the program that made the file.
  static let creator = "GlobalEnvironment"

  /// What stands before the first entry.
  static let head = Data(
    """
    {
      "log" : {
        "creator" : {
          "name" : "\(creator)",
          "version" : "1"
        },
        "entries" : [

    """.utf8)

  static let separator = Data(",\n".utf8)

  /// What stands after the last entry.
  ///
  /// - Parameter recorder: The process that has not finished the file.
  static func tail(recorder: Int?) -> Data {
    let unfinished = recorder.map { "    \"\(HAR.Log.recorderName)\" : \($0),\n" } ?? ""
    return Data("\n    ],\n\(unfinished)    \"version\" : \"1.2\"\n  }\n}\n".utf8)
  }

  /// Returns an entry as the file has it, without a line break at its end.
  static func text(of entry: HAR.Entry, for path: String) throws(RecordingError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return try encoder.encode(entry).withUnsafeBytes { bytes in
        var (lines, start) = (Data(), 0)
        while start < bytes.count {
          let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start)
          // In an empty array, there is an empty line.
          if end > start {
            lines += start == 0 ? indent : newLine
            lines += bytes[start..<end]
          }
          start = end + 1
        }
        return lines
      }
    } catch {
      throw RecordingError(file: path, reason: "an answer cannot be written as JSON (\("\(error)".withoutFullStop))")
    }
  }

  // MARK: Reading

  /// Returns where the whole entries of a file are; none where another program has written it.
  static func entries(in data: Data) -> [Range<Int>] {
    let data = data.startIndex == 0 ? data : Data(data)
    guard data.starts(with: head) else { return [] }
    var entries: [Range<Int>] = []
    var start = head.count
    data.withUnsafeBytes { bytes in
      var line = head.count
      while line < bytes.count {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: line)
        let text = UnsafeRawBufferPointer(rebasing: bytes[line..<end])
        if text.elementsEqual(opening) {
          start = line
        } else if text.elementsEqual(closing) || text.elementsEqual(closing + [UInt8(ascii: ",")]) {
          entries.append(start..<(line + closing.count))
        } else if !text.starts(with: inside) {
          break
        }
        line = end + 1
      }
    }
    return entries
  }

  /// Returns the whole part of a file whose last write broke off, completed to a file again; nil for any other file.
  ///
  /// After the last whole entry, such a file has the beginning of another one, or of the end. Anything else there is damage, and
  /// stays as it is.
  static func mended(_ data: Data) -> Data? {
    guard let end = entries(in: data).last?.upperBound else { return nil }
    let rest = [UInt8](data.dropFirst(end))
    return isBeginningOfEntry(rest) || isBeginningOfEnd(rest) ? data.prefix(end) + tail(recorder: unknownRecorder) : nil
  }

  /// No process has this number: a file that has it was cut short.
  static let unknownRecorder = 0

  private static let indent = Data("      ".utf8)
  private static let newLine = Data("\n      ".utf8)
  private static let opening = Array("      {".utf8)
  private static let closing = Array("      }".utf8)
  private static let inside = Array("        ".utf8)

  /// Whether `rest` is the beginning of an entry, or a part of one.
  private static func isBeginningOfEntry(_ rest: [UInt8]) -> Bool {
    let start = Array(separator) + opening + Array("\n".utf8)
    if start.starts(with: rest) { return true }
    guard rest.starts(with: start) else { return false }
    let lines = rest.dropFirst(start.count).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.allSatisfy { $0.starts(with: inside) || ($0.endIndex == rest.endIndex && inside.starts(with: $0)) }
  }

  /// Whether the end of some file begins with `rest`.
  private static func isBeginningOfEnd(_ rest: [UInt8]) -> Bool {
    // Numbers of processes differ.
    func words(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.filter { !"0123456789, ".utf8.contains($0) } }
    return [nil, unknownRecorder].contains { words(tail(recorder: $0)).starts(with: words(rest)) }
  }
}
