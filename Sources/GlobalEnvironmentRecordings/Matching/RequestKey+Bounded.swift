extension RequestKey {
  /// Up to this size, in bytes, bodies are kept as they are.
  static let longest = 4_096

  /// The key with the beginning, the length and a hash of a long body in the place of that.
  ///
  /// Keys of recorded requests are kept until the process ends. They are the same in all processes, as they order a file.
  var bounded: RequestKey {
    var key = self
    let size = key.body.utf8.count
    guard size > Self.longest else { return self }
    let hash = key.body.withUTF8 { FNV128($0) }
    key.body = "\(String(decoding: key.body.utf8.prefix(Self.longest / 4), as: UTF8.self))… \(size) bytes, \(hash)"
    return key
  }
}

/// FNV-1a with 128 bits, by Fowler, Noll and Vo: the same in every process, which Swift's own hash values are not.
struct FNV128: CustomStringConvertible {
  private var high: UInt64 = 0x6C62_272E_07BB_0142
  private var low: UInt64 = 0x62B8_2175_6295_C58D

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      low ^= UInt64(byte)
      // Times 2⁸⁸ + 0x13B.
      let product = low.multipliedFullWidth(by: 0x13B)
      high = high &* 0x13B &+ product.high &+ (low << 24)
      low = product.low
    }
  }

  /// In hexadecimal digits.
  var description: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
