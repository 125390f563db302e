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

  /// A tag: `<a`.
  private(set) var markup = false
  /// A word that may name a secret, with another one behind it: `password hunter2`, `password:hunter2`.
  private(set) var name = false
  /// A first line with separators, as that of CSV.
  private(set) var table = false

  var areAny: Bool { equals || scheme || colon || object || markup || name || table }

  init(_ bytes: [UInt8]) {
    var (before, last) = (UInt8(0), UInt8(0))
    var letters: UInt32 = 0
    var (separators, isNamed) = (0, false)
    func look() { if !isNamed { isNamed = SecretName.mayEnd(letters & 0xFF_FFFF) } }
    for byte in bytes {
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 {
        letters = letters << 8 | UInt32(byte | 0x20)
        if last == UInt8(ascii: "<") { markup = true }
      }
      switch byte {
      case UInt8(ascii: "="): equals = true
      case UInt8(ascii: " "):
        if last == UInt8(ascii: ":"), before > 0x20 { colon = true }
        look()
        letters = 0
      case UInt8(ascii: "\t"):
        look()
        separators += 1
      case UInt8(ascii: ":"), UInt8(ascii: "("): look()
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"): separators += 1
      case UInt8(ascii: "\n"):
        if separators > 0 { table = true }
        separators = .min
        letters = 0
      case UInt8(ascii: "'"):
        look()
        if last == UInt8(ascii: ":") { colon = true }
      case UInt8(ascii: "/"): if last == byte, before == UInt8(ascii: ":") { scheme = true }
      case UInt8(ascii: "\""):
        look()
        if "{[(:\\".utf8.contains(last) || last == UInt8(ascii: " ") && before == UInt8(ascii: ":") { object = true }
      default: break
      }
      (before, last) = (last, byte)
    }
    name = isNamed
    if JSONFields.mayBe(in: bytes) { object = true }
  }
}
