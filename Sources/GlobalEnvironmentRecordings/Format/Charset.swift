import Foundation

extension String.Encoding {
  /// Finds the encoding that a `charset` in lowercase names, as browsers read it; nil for one that is not known here.
  ///
  /// Foundation's own search for these names is not on Linux.
  init?(charset: String) {
    guard let encoding = Self.byCharset[charset] else { return nil }
    self = encoding
  }

  private static let byCharset: [String: String.Encoding] = [
    "utf-8": .utf8, "utf8": .utf8, "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    // Browsers read all of these as the last one.
    "us-ascii": .windowsCP1252, "ascii": .windowsCP1252,
    "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252,
    "iso8859-1": .windowsCP1252, "x-cp1252": .windowsCP1252,
    "iso-8859-2": .isoLatin2, "iso-8859-5": core(0x0205), "iso-8859-7": core(0x0207), "iso-8859-9": .windowsCP1254,
    "iso-8859-15": core(0x020F), "windows-874": core(0x041D), "tis-620": core(0x041D), "windows-1250": .windowsCP1250,
    "windows-1251": .windowsCP1251, "cp1251": .windowsCP1251, "windows-1253": .windowsCP1253,
    "windows-1254": .windowsCP1254, "windows-1255": core(0x0505), "windows-1256": core(0x0506),
    // On Linux, Foundation's own `macOSRoman` is another one, and it cannot write EUC-JP: it may even trap.
    "macintosh": core(0), "x-mac-roman": core(0), "koi8-r": core(0x0A02), "koi8-u": core(0x0A08),
    "ibm866": core(0x041B), "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "sjis": .shiftJIS, "x-sjis": .shiftJIS,
    "windows-31j": .shiftJIS, "iso-2022-jp": .iso2022JP,
    "euc-kr": core(0x0940), "ks_c_5601-1987": core(0x0940), "big5": core(0x0A03),
    // It has all of the other two.
    "gb18030": core(0x0632), "gbk": core(0x0632), "gb2312": core(0x0632),
  ]

  /// An encoding by its number in Core Foundation.
  private static func core(_ number: UInt) -> String.Encoding { String.Encoding(rawValue: 0x8000_0000 | number) }
}

extension String {
  /// The text in windows-1252, or in ISO 8859-1 for the controls of that; nil where it has other characters.
  ///
  /// Foundation's own conversion refuses the bytes that windows-1252 leaves undefined. Browsers take them for controls.
  var inWindows1252: Data? {
    var bytes = Data()
    for scalar in unicodeScalars {
      guard let byte = scalar.value < 0x100 ? UInt8(scalar.value) : Self.windows1252[scalar] else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static let windows1252: [Unicode.Scalar: UInt8] = {
    let high = (UInt8(0x80)...0x9F).compactMap { byte in
      String(data: Data([byte]), encoding: .windowsCP1252)?.unicodeScalars.first.map { ($0, byte) }
    }
    return Dictionary(high) { first, _ in first }
  }()
}
