/// What a text holds that may tell a secret, found in one pass.
struct TextSigns {
  /// An equals sign.
  private(set) var equals = false
  /// `://`
  private(set) var scheme = false
  /// A colon and a space behind a word, as in a line of a header: `Cookie: `; or one and a single quote: `':'`.
  private(set) var colon = false
  /// The beginning of JSON, or a string behind what is before one in JSON, or in what Swift prints: `{"`, `: "`, `("`, `\"`.
  private(set) var object = false

  var areAny: Bool { equals || scheme || colon || object }

  init(_ bytes: [UInt8]) {
    var (before, last) = (UInt8(0), UInt8(0))
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "="): equals = true
      case UInt8(ascii: " "): if last == UInt8(ascii: ":"), before > 0x20 { colon = true }
      case UInt8(ascii: "'"): if last == UInt8(ascii: ":") { colon = true }
      case UInt8(ascii: "/"): if last == byte, before == UInt8(ascii: ":") { scheme = true }
      case UInt8(ascii: "\""):
        if "{[(:\\".utf8.contains(last) || last == UInt8(ascii: " ") && before == UInt8(ascii: ":") { object = true }
      default: break
      }
      (before, last) = (last, byte)
    }
    if JSONFields.mayBe(in: bytes) { object = true }
  }
}
