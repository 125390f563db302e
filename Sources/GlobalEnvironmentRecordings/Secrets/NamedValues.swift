import Foundation
import GlobalEnvironmentWire

/// The values with a secret name in a text that need not be of any format as a whole.
struct NamedValues {
  struct Value {
    var range: Range<Int>
    var text: String
    var name: String
    var kind: Placeholder.Kind?
  }

  private let bytes: [UInt8]
  private let names: SecretNames
  private let isURL: Bool
  /// Whether the whole may be a form: then its first name has nothing in front.
  private let isForm: Bool
  /// Whether it is a form rather than code, so that `'` ends no value.
  private let hasNoQuotes: Bool
  /// Whether escapes were taken away, maybe more than the text has around its values.
  private let isUnescaped: Bool
  private(set) var found: [Value] = []
  /// Everything before this index has been looked at.
  private var next = 0

  /// Longer names, in bytes, are not looked for.
  private static let longestName = 200

  init(in view: UnescapedView, _ names: SecretNames, isURL: Bool) {
    (bytes, self.names, self.isURL) = (view.bytes, names, isURL)
    isUnescaped = !view.escapes.isEmpty
    isForm = bytes.allSatisfy { Self.isOfURL($0) || $0 == UInt8(ascii: "'") }
    let name = bytes.prefix { $0 != UInt8(ascii: "=") }
    hasNoQuotes = isForm && !bytes.prefix(name.count + 2).contains(UInt8(ascii: "'"))
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
    let end = endOfItem(equals + 1)
    let value = bytes[(equals + 1)..<end]
    // `&token==x` is a comparison, and `&token=${x}` is filled in later, as is `&token={x}`.
    let isFilledIn = value.isEmpty || value.elementsEqual("$".utf8)
    if value.first == UInt8(ascii: "=") || isFilledIn && end < bytes.count && bytes[end] == UInt8(ascii: "{") { return }
    add(equals + 1..<end, String(decoding: value, as: UTF8.self).formDecoded, secret)
  }

  private func endOfItem(_ start: Int) -> Int {
    var end = endOfPart(start)
    while true {
      let next = self.end(of: end) { $0 == UInt8(ascii: "'") }
      let rest = endOfPart(next)
      guard next > end, hasNoQuotes || isOfItem(next..<rest) else { return end }
      end = rest
    }
  }

  /// Whether an item continues in `range`, which is behind a `'`. That may also be the quote at the end of a URL: then code, a
  /// tag or a sentence follows.
  private func isOfItem(_ range: Range<Int>) -> Bool {
    guard let first = bytes[range].first else {
      let next = bytes[range.upperBound...].prefix(2)
      return next.first == UInt8(ascii: "&") && next.dropFirst().contains(where: Self.isOfName)
    }
    return !"),:;]+".utf8.contains(first) && bytes[range].contains { Self.isOfName($0) || $0 == UInt8(ascii: "%") }
  }

  private func endOfPart(_ start: Int) -> Int {
    end(of: start) { !"&#".utf8.contains($0) && Self.isOfURL($0) }
  }

  private static func isOfURL(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"\"'<>\\`{|}".utf8.contains(byte)
  }

  // MARK: User and password

  /// `://user:password@`; a user alone is a name, such as that of `ssh://git@…`.
  private mutating func findUserInfo(at colon: Int) -> Bool {
    let start = colon + 3
    guard start < bytes.count, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
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
    let value = self.end(of: colon + 1, while: Self.isSpace)
    guard value < bytes.count else { return }
    // Elsewhere, prose has names without quotes as well.
    let isArgument = !isQuoted && beginsArgument(start)
    switch bytes[value] {
    case UInt8(ascii: "\""): addString(at: value, secret, isArgument: !isQuoted)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if isQuoted || isArgument { addAll(in: value, secret, isArgument: isArgument) }
    default:
      let range = value..<self.end(of: value) { Self.isOfName($0) || "+-.".utf8.contains($0) }
      if isQuoted || isArgument { addWord(range, secret, isArgument: isArgument) }
    }
  }

  /// Whether what begins at `start` may be an argument: it stands on a line of its own, or behind a mark.
  private func beginsArgument(_ start: Int) -> Bool {
    var start = start
    while start > 0, Self.isSpace(bytes[start - 1]) {
      if bytes[start - 1] == UInt8(ascii: "\n") { return true }
      start -= 1
    }
    return start > 0 && "({,".utf8.contains(bytes[start - 1])
  }

  private mutating func addString(at quote: Int, _ name: String, isArgument: Bool) {
    if isArgument, addBlock(at: quote, name) { return }
    var end = quote + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\n") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    let range = quote + 1..<min(end, bytes.count)
    add(range, JSONText.unescaped(bytes[range]), name)
  }

  /// `"""a value with line breaks"""` of GraphQL.
  private mutating func addBlock(at quote: Int, _ name: String) -> Bool {
    let mark = Array(repeating: UInt8(ascii: "\""), count: 3)
    guard bytes[quote...].starts(with: mark) else { return false }
    var end = quote + 3
    while end < bytes.count, !bytes[end...].starts(with: mark) { end += 1 }
    add(quote + 3..<end, String(decoding: bytes[quote + 3..<end], as: UTF8.self), name)
    next = min(end + 3, bytes.count)
    return true
  }

  private mutating func addWord(_ range: Range<Int>, _ name: String, isArgument: Bool) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    let kind = Placeholder.Kind(ofWord: text)
    // Words of GraphQL are types, names of fields and cases.
    if text == "null" || isArgument && kind != .number { return }
    add(range, text, name, kind)
  }

  /// All strings and numbers of an object or an array.
  private mutating func addAll(in start: Int, _ name: String, isArgument: Bool) {
    var pieces = JSONPieces(bytes, from: start)
    var depth = 0
    while let piece = pieces.next() {
      next = piece.bytes.endIndex
      switch piece.kind {
      case .string where piece.isName: break
      case .number, .word: addWord(piece.bytes.indices, name, isArgument: isArgument)
      case .other where !piece.isQuote:
        let first = piece.bytes.first.map { Character(Unicode.Scalar($0)) }
        if first == "{" || first == "[" { depth += 1 }
        if first == "}" || first == "]" { depth -= 1 }
        // What has escapes here has none in another view.
        if depth == 0 || first == "\\" { return }
      case .string, .other:
        addString(at: piece.bytes.startIndex, name, isArgument: isArgument)
        // With fewer escapes than it has, a string ends too soon: the rest would be read as something else.
        if isUnescaped, piece.isQuote || !isEndOfString(next, isArgument: isArgument) { return }
        // Without an end, or as a block, it is longer.
        if next > piece.bytes.endIndex { pieces = JSONPieces(bytes, from: next) }
      }
    }
  }

  /// Whether a string in an object or an array may end there. Arguments of GraphQL need no comma behind it.
  private func isEndOfString(_ end: Int, isArgument: Bool) -> Bool {
    let rest = bytes[end...].drop { Self.isSpace($0) }
    guard let next = rest.first else { return true }
    return ",:]}".utf8.contains(next) || isArgument && rest.startIndex > end
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte >= 0x80
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
