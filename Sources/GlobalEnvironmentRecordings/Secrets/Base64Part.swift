import Foundation

/// A value inside a longer Base64 text, behind 3n + `offset` bytes.
///
/// In front of its own characters, and behind them, may be one that also has bits of what stands around it.
struct Base64Part {
  /// The value in Base64 with `offset` zeros in front.
  private let text: [UInt8]
  private let offset: Int
  private let bits: Int
  private let isForURLs: Bool

  init(_ value: String, behind offset: Int, isForURLs: Bool = false) {
    let bytes = Data(count: offset) + Data(value.utf8)
    let base64 = bytes.base64EncodedString()
    text = Array((isForURLs ? base64.withURLAlphabet : base64).utf8)
    bits = bytes.count * 8
    (self.offset, self.isForURLs) = (offset, isForURLs)
  }

  /// The characters that have only bits of the value.
  var own: ArraySlice<UInt8> { text.prefix(bits / 6).dropFirst((offset * 8 + 5) / 6) }

  /// Puts the bits of this value into the character in front; nil where that has none, or is not Base64.
  func merged(behind other: UInt8) -> UInt8? { merged(other, text[offset], bits: offset * 8 % 6) }

  /// Puts the bits of this value into the character behind; nil where that has none, or is not Base64.
  func merged(before other: UInt8) -> UInt8? { merged(text[bits / 6 % text.count], other, bits: bits % 6) }

  /// The first `bits` of one character with the rest of another one.
  private func merged(_ first: UInt8, _ last: UInt8, bits: Int) -> UInt8? {
    guard bits > 0, let first = Self.digit(first), let last = Self.digit(last) else { return nil }
    let mask = 0x3F >> bits
    return (isForURLs ? Self.forURLs : Self.standard)[first & ~mask | last & mask]
  }

  /// Whether Base64 has that character, in either alphabet.
  static func isDigit(_ character: UInt8) -> Bool { digit(character) != nil }

  private static func digit(_ character: UInt8) -> Int? {
    standard.firstIndex(of: character) ?? forURLs.firstIndex(of: character)
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((letters + "+/").utf8)
  private static let forURLs = Array((letters + "-_").utf8)
}
