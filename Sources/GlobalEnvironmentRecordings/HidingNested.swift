import Foundation
import GlobalEnvironmentWire

/// Puts placeholders in place of named values wherever they stand inside of other texts, with any escapes: in a URL in JSON, in
/// JSON in a form, behind the `#` of a URL, in the arguments of a query of GraphQL.
///
/// - Parameter isURL: Whether the text is a URL, whose own items are items of a query only.
func hideNested(
  in text: [UInt8], isURL: Bool = false, _ names: SecretNames, _ table: inout SecretTable
) -> [UInt8] {
  guard names.mayStand(in: text) || !isURL && text.mayHaveUserInfo else { return text }
  var matches: [SecretSearch.Match] = []
  for view in UnescapedView.all(of: text) {
    // With fewer escapes, a value that is known already may seem to end earlier.
    var known = matches[...]
    for value in NamedValues(in: view.bytes, names, isURL: isURL).found {
      let range = view.offset(of: value.range.lowerBound)..<view.offset(of: value.range.upperBound)
      known = known.drop { $0.range.upperBound <= range.lowerBound }
      if let next = known.first, next.range.lowerBound < range.upperBound { continue }
      var placeholder = table.add(value.text, named: value.name)
      placeholder.kind = value.kind
      matches.append(SecretSearch.Match(range: range, placeholder: placeholder))
    }
    matches.sort { $0.range.lowerBound < $1.range.lowerBound }
  }
  // Without quotes, which would need the escapes of what is around them.
  return text.replacing(matches, quotes: false)
}

/// The values with a secret name in a text that need not be of any format as a whole.
private struct NamedValues {
  struct Value {
    var range: Range<Int>
    var text: String
    var name: String
    var kind: Placeholder.Kind?
  }

  private let bytes: [UInt8]
  private let names: SecretNames
  private let isURL: Bool
  private(set) var found: [Value] = []
  /// Everything before this index has been looked at.
  private var next = 0

  /// Longer names, in bytes, are not looked for.
  private static let longestName = 200

  init(in bytes: [UInt8], _ names: SecretNames, isURL: Bool) {
    (self.bytes, self.names, self.isURL) = (bytes, names, isURL)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "="): findItem(at: index)
      case UInt8(ascii: ":"): if !findUserInfo(at: index) { findMember(at: index) }
      default: break
      }
      index = max(index + 1, next)
    }
  }

  private mutating func add(_ range: Range<Int>, _ text: String, _ name: String, _ kind: Placeholder.Kind? = nil) {
    next = max(next, range.upperBound)
    // What is hidden already stays.
    if range.isEmpty || text.isEmpty || text.contains("<secret:") { return }
    found.append(Value(range: range, text: text, name: name, kind: kind))
  }

  // MARK: Items of URLs and forms

  /// `?name=value`, up to what no URL holds.
  private mutating func findItem(at equals: Int) {
    let start = begin(of: equals) { !"?&#=".utf8.contains($0) && Self.isOfURL($0) }
    guard let start, start < equals, start == 0 ? isForm : "?&#".utf8.contains(bytes[start - 1]) else { return }
    let name = String(decoding: bytes[start..<equals], as: UTF8.self).formDecoded
    guard let secret = names.query(name) ?? (isURL ? nil : names.field(name)) else { return }
    let end = end(of: equals + 1) { !"&#".utf8.contains($0) && Self.isOfURL($0) }
    let value = bytes[(equals + 1)..<end]
    // `&token==x` is a comparison, and `&token=${x}` is filled in later.
    if value.first == UInt8(ascii: "=") || end < bytes.count && bytes[end] == UInt8(ascii: "{") { return }
    add(equals + 1..<end, String(decoding: value, as: UTF8.self).formDecoded, secret)
  }

  /// Whether the whole may be one: then its first name has nothing in front.
  private var isForm: Bool { bytes.allSatisfy(Self.isOfURL) }

  private static func isOfURL(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"\"'<>\\`{|}".utf8.contains(byte)
  }

  // MARK: User and password

  /// `://user:password@`; a user alone is a name, such as that of `ssh://git@…`.
  private mutating func findUserInfo(at colon: Int) -> Bool {
    let start = colon + 3
    guard !isURL, start < bytes.count, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
    else { return false }
    let end = end(of: start) { !"/?#".utf8.contains($0) && Self.isOfURL($0) }
    let authority = bytes[start..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")), authority[..<at].contains(UInt8(ascii: ":")) {
      add(start..<at, String(decoding: authority[..<at], as: UTF8.self), "userinfo")
    }
    return true
  }

  // MARK: Members of objects

  /// `"name": value`, and `name: "value"`, as JavaScript and GraphQL write it.
  private mutating func findMember(at colon: Int) {
    var end = colon
    while end > 0, Self.isSpace(bytes[end - 1]) { end -= 1 }
    guard end > 0 else { return }
    let isQuoted = bytes[end - 1] == UInt8(ascii: "\"")
    if isQuoted { end -= 1 }
    let start = begin(of: end) { isQuoted ? $0 != UInt8(ascii: "\"") && $0 >= 0x20 : Self.isOfName($0) }
    guard let start, start < end, !isQuoted || start > 0 && bytes[start - 1] == UInt8(ascii: "\""),
      let secret = names.field(JSONText.unescaped(bytes[start..<end]))
    else { return }
    var value = colon + 1
    while value < bytes.count, Self.isSpace(bytes[value]) { value += 1 }
    guard value < bytes.count else { return }
    switch bytes[value] {
    case UInt8(ascii: "\""): addString(at: value, secret)
    case UInt8(ascii: "{"), UInt8(ascii: "["): if isQuoted { addAll(in: value, secret) }
    default:
      if isQuoted { addWord(value..<self.end(of: value) { Self.isOfName($0) || "+-.".utf8.contains($0) }, secret) }
    }
  }

  private mutating func addString(at quote: Int, _ name: String) {
    var end = quote + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\n") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    let range = quote + 1..<min(end, bytes.count)
    add(range, JSONText.unescaped(bytes[range]), name)
  }

  private mutating func addWord(_ range: Range<Int>, _ name: String) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    if text == "null" { return }
    add(range, text, name, ["true", "false"].contains(text) ? .bool : Double(text) == nil ? nil : .number)
  }

  /// All strings and numbers of an object or an array.
  private mutating func addAll(in start: Int, _ name: String) {
    var pieces = JSONPieces(bytes, from: start)
    var depth = 0
    while let piece = pieces.next() {
      next = piece.bytes.endIndex
      switch piece.kind {
      case .string: if !piece.isName { addString(at: piece.bytes.startIndex, name) }
      case .number, .word: addWord(piece.bytes.indices, name)
      case .other:
        let first = piece.bytes.first.map { Character(Unicode.Scalar($0)) }
        if first == "{" || first == "[" { depth += 1 }
        if first == "}" || first == "]" { depth -= 1 }
        if depth == 0 { return }
      }
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: byte >= 0x80
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  // MARK: Around an index

  /// Returns where what ends at `end` begins; nil where that is too long for a name.
  private func begin(of end: Int, while isPart: (UInt8) -> Bool) -> Int? {
    var start = end
    while start > 0, isPart(bytes[start - 1]) {
      if end - start == Self.longestName { return nil }
      start -= 1
    }
    return start
  }

  private func end(of start: Int, while isPart: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return end
  }
}

extension [UInt8] {
  /// Whether a URL in the text may have a user and a password.
  fileprivate var mayHaveUserInfo: Bool {
    let text = Data(self)
    return contains(UInt8(ascii: "@"))
      && ["://", #":\/"#, "%3A", "%3a"].contains { text.range(of: Data($0.utf8)) != nil }
  }
}
