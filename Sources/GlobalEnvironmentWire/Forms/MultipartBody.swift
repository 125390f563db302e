package import Foundation
import GlobalEnvironment

/// A body that consists of parts (RFC 2046, section 5.1.1, and RFC 7578).
package struct MultipartBody {
  /// A field of a form, or a file.
  package struct Part {
    package var name: String?
    package var filename: String?
    /// Its `Content-Type`.
    package var type: String?
    /// Where its contents are in the body.
    package var contents: Range<Data.Index>
  }

  package private(set) var parts: [Part] = []
  /// The text that separates the parts, without the two hyphens before it; nil if there is none.
  package private(set) var boundary: String?
  /// Whether it is a form that ends as it should, and is nowhere damaged.
  package private(set) var isForm = false

  /// Finds the parts of a body with this Content-Type; nil when that is not `multipart`.
  package init?(_ body: Data, type: String) {
    let type = Self.parameters(of: type)
    guard type.head.lowercased().hasPrefix("multipart/") else { return nil }
    if let boundary = type["boundary"], !boundary.isEmpty {
      split(body, at: boundary)
      isForm = isForm && type.head.isEqualIgnoringCase("multipart/form-data")
    }
    if !parts.isEmpty { return }
    // If the type names no boundary, or a wrong one, the first line shows it.
    let firstLine = String(decoding: body.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    guard firstLine.hasPrefix("--"), firstLine.utf8.count > 2 else { return }
    split(body, at: String(firstLine.dropFirst(2)))
    isForm = false
  }

  private mutating func split(_ body: Data, at boundary: String) {
    self.boundary = boundary
    let (line, delimiter) = (Data("\r\n".utf8), Data("--\(boundary)".utf8))
    var begin: Data.Index?
    var rest = body[...]
    isForm = true
    while let found = rest.firstRange(of: delimiter) {
      rest = body[found.upperBound...]
      // It stands at the beginning of a line.
      let before = body[..<found.lowerBound]
      guard before.isEmpty || before.suffix(2) == line else { continue }
      let end = max(before.endIndex - 2, begin ?? before.startIndex)
      let isLast = rest.starts(with: Data("--".utf8))
      let afterLine = rest.drop { $0 == 0x20 || $0 == 0x09 }
      guard isLast || afterLine.starts(with: line) else {
        isForm = false
        continue
      }
      if let begin { add(body[begin..<end]) }
      if isLast { return }
      begin = afterLine.startIndex + 2
    }
    isForm = false
    if let begin { add(body[begin...]) }
  }

  /// Reads header fields, an empty line and contents.
  private mutating func add(_ bytes: Data) {
    let gap = Data("\r\n\r\n".utf8)
    // A part without fields begins with the empty line.
    let isBare = bytes.starts(with: gap.prefix(2))
    guard let fields = isBare ? bytes.startIndex..<(bytes.startIndex + 2) : bytes.firstRange(of: gap) else {
      isForm = false
      return
    }
    let head = String(decoding: bytes[..<fields.lowerBound], as: UTF8.self)
    // A line that begins with a space continues the one before.
    let lines = head.replacing(#/\r\n[ \t]+/#, with: " ").components(separatedBy: "\r\n")
    func field(_ name: String) -> String? {
      lines.lazy.compactMap { line -> String? in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).isEqualIgnoringCase(name) else {
          return nil
        }
        return parts[1].trimmingCharacters(in: .whitespaces)
      }.first
    }
    let disposition = Self.parameters(of: field("Content-Disposition") ?? "")
    var name = disposition["name"]
    if name == nil || !disposition.head.isEqualIgnoringCase("form-data") { isForm = false }
    // If the part is damaged, take what looks like a name.
    if name == nil { name = head.firstMatch(of: #/(?i)[;\s]name="([^"]*)"/#).map { String($0.1) } }
    parts.append(
      Part(
        name: name, filename: disposition["filename"], type: field("Content-Type"),
        contents: fields.upperBound..<bytes.endIndex))
  }

  /// What stands before the first semicolon, and the parameters behind it.
  private struct Parameters {
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
