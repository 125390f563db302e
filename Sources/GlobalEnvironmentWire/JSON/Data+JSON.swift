package import Foundation

extension Data {
  /// Whether these bytes begin as an object or an array of JSON.
  package var looksLikeJSON: Bool {
    let start = first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
  }
}
