/// JSON, or a text that has strings like it, as what is looked for in it sees it.
///
/// It never changes, so that a search may ask it at each string: a copy of what has just changed takes long.
struct JSONSource {
  let bytes: UnsafeBufferPointer<UInt8>
  let names: HiddenNames

  /// The label of the string that begins there where an argument of GraphQL, or a property of JavaScript or Swift, is
  /// hidden: `login(password: "…")`, `Session(token: Optional("…"))`.
  func labelOfArgument(at start: Int) -> HiddenNames.Label? {
    var end = start
    while end > 0, bytes[end - 1] == UInt8(ascii: "(") {
      end -= 1
      while end > 0, Self.isOfName(bytes[end - 1]) { end -= 1 }
    }
    while end > 0, Self.isSpace(bytes[end - 1]) { end -= 1 }
    guard end > 0, bytes[end - 1] == UInt8(ascii: ":") else { return nil }
    end -= 1
    while end > 0, Self.isSpace(bytes[end - 1]) { end -= 1 }
    var begin = end
    while begin > 0, end - begin < 200, Self.isOfName(bytes[begin - 1]) { begin -= 1 }
    // As in JSON, where the name is in quotes.
    if begin == end { return nil }
    var before = begin
    while before > 0, bytes[before - 1] == UInt8(ascii: " ") { before -= 1 }
    // Not behind another word: `Unexpected token: "}"`.
    guard before == 0 || "({,\n\t\r".utf8.contains(bytes[before - 1]) else { return nil }
    return names.field(UnsafeBufferPointer(rebasing: bytes[begin..<end]))
  }

  /// Whether the quote there is behind the name of an argument, and before something that follows no string.
  func beginsValue(_ quote: Int) -> Bool {
    let next = bytes[quote + 1]
    return !Self.endsValue(next) && !Self.isSpace(next) && labelOfArgument(at: quote) != nil
  }

  /// Whether a text may be JSON, or hold a URL, an option or a header: it has an escape, a query, a fragment, a user, a
  /// value, a tag, or a colon with a space behind it; or a word that may name a secret, and one that looks made up.
  func mayHoldMore(_ inside: Range<Int>) -> Bool {
    guard inside.count > 8 else { return false }
    var isMade = false
    let isMore = inside.contains { place in
      switch bytes[place] {
      case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "="),
        UInt8(ascii: "<"):
        return true
      case UInt8(ascii: ":"): return bytes[place + 1] == UInt8(ascii: " ")
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[place - 1] | 0x20 { isMade = true }
        return false
      default: return false
      }
    }
    if isMore || !isMade { return isMore }
    return inside.dropFirst(3).contains { place in
      guard bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: ":") else { return false }
      return SecretName.mayEnd(bytes[(place - 3)..<place].reduce(0) { $0 << 8 | UInt32($1 | 0x20) })
    }
  }

  static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): true
    default: false
    }
  }

  /// Whether no number and no `true` goes on with it.
  static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "\""): true
    default: isSpace(byte) || endsValue(byte)
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
