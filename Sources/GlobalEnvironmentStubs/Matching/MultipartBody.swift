import Foundation
import GlobalEnvironmentWire

/// Splits a body that consists of parts (RFC 2046, section 5.1.1, and RFC 7578).
enum MultipartBody {

  /// The boundary that a Content-Type names; nil when that is not `multipart/form-data`.
  static func boundary(in type: String) -> String? {
    let values = parameters(of: type)
    guard values.head.isEqualIgnoringCase("multipart/form-data") else { return nil }
    return values["boundary"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the parts between the boundaries; nil for a body that is damaged, or incomplete.
  static func parts(of body: Data, boundary: String) -> [SentRequest.BodyPart]? {
    let (line, end) = (Data("\r\n".utf8), Data("--".utf8))
    let delimiter = Data("\r\n--\(boundary)".utf8)
    // The first may stand at the very beginning.
    var rest = line + body
    guard let first = rest.range(of: delimiter) else { return nil }
    rest = rest[first.upperBound...]
    var parts: [SentRequest.BodyPart] = []
    while !rest.starts(with: end) {
      guard let lineEnd = rest.range(of: line), rest[..<lineEnd.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
        let next = rest[lineEnd.lowerBound...].range(of: delimiter),
        let part = part(Data(rest[lineEnd.lowerBound..<next.lowerBound]))
      else { return nil }
      parts.append(part)
      rest = rest[next.upperBound...]
    }
    return parts
  }

  /// Reads header fields, an empty line and content.
  private static func part(_ bytes: Data) -> SentRequest.BodyPart? {
    guard let gap = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    func field(_ name: String) -> String? {
      lines.lazy.compactMap { line -> String? in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].isEqualIgnoringCase(name) else { return nil }
        return parts[1].trimmingCharacters(in: .whitespaces)
      }.first
    }
    let disposition = parameters(of: field("Content-Disposition") ?? "")
    guard disposition.head.isEqualIgnoringCase("form-data"), let name = disposition["name"] else { return nil }
    return SentRequest.BodyPart(
      name: name, filename: disposition["filename"], type: field("Content-Type"), data: Data(bytes[gap.upperBound...]))
  }

  /// What stands before the first semicolon, and the parameters behind it.
  struct Parameters {
    var head = ""
    private var values: [(name: String, value: String)] = []

    subscript(name: String) -> String? { values.first { $0.name.isEqualIgnoringCase(name) }?.value }

    fileprivate mutating func add(_ text: String) {
      // By bytes: a mark behind the sign would be a part of it.
      guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
      let (name, value) = (text[..<sign], text[text.utf8.index(after: sign)...])
      values.append((name.trimmingCharacters(in: .whitespaces), value.trimmingCharacters(in: .whitespaces)))
    }
  }

  /// Reads `form-data; name="a; b"`: quotes are taken off, and `\"` inside them is a quote. Any other backslash is itself, as
  /// browsers do not escape it.
  private static func parameters(of field: String) -> Parameters {
    var (result, items, item) = (Parameters(), [String](), String.UnicodeScalarView())
    var isQuoted = false
    var rest = field.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\" where isQuoted && rest.first == "\"":
        item.append("\"")
        rest.removeFirst()
      case "\"": isQuoted.toggle()
      case ";" where !isQuoted:
        items.append(String(item))
        item = String.UnicodeScalarView()
      default: item.append(scalar)
      }
    }
    items.append(String(item))
    result.head = items.removeFirst().trimmingCharacters(in: .whitespaces)
    for item in items { result.add(item) }
    return result
  }
}
