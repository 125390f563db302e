import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// How a body is written in a file: as text where it is text, or else in Base64.
struct BodyText: Equatable {
  var text: String
  var encoding: String?

  /// Writes `body`, of the media type that `mimeType` names.
  init(_ body: Data, mimeType: String) {
    // Text is read back in the encoding that its type names.
    if body.isEmpty || Self.isTextual(mimeType), let text = String(validUTF8: body),
      Self.encoded(text, charset: Self.charset(of: mimeType)) == body
    {
      (self.text, encoding) = (text, nil)
    } else {
      (text, encoding) = (body.base64EncodedString(), "base64")
    }
  }

  /// Reads a body; nil where the encoding is not known, or where `text` is not valid in it.
  ///
  /// Programs decode text whose type names no charset by a guess, and do not say by which. Then a known length tells it, or
  /// else the text itself.
  ///
  /// - Parameter lengths: How many bytes the body may have had, the surest first; nil for text that is known to be UTF-8.
  static func body(_ text: String, encoding: String?, mimeType: String, lengths: [Int]? = nil) -> Data? {
    let encoding = encoding?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    if encoding == "base64" {
      // Browsers may break its lines.
      return Data(base64Encoded: text) ?? Data(base64Encoded: text.filter { !$0.isWhitespace })
    }
    // Some programs name the charset of a text there.
    guard encoding.isEmpty || String.Encoding(charset: encoding) != nil else { return nil }
    let charset = charset(of: mimeType)
    let known = charset.flatMap { String.Encoding(charset: $0) }
    let whole = encoded(text, charset: charset) ?? Data(text.utf8)
    guard let lengths, lengths.first != whole.count, !text.isEmpty, known == nil || known == .utf8 else { return whole }
    // Browsers leave out a byte order mark.
    var candidates = [whole, [0xEF, 0xBB, 0xBF] + whole]
    var guess = whole
    // Some programs do not say that they have written Base64.
    if known == nil, !isTextual(mimeType) { candidates += [Data(base64Encoded: text)].compactMap(\.self) }
    if known == nil, !text.isASCII {
      let own = named(in: text).flatMap { encoded(text, charset: $0) }
      // A charset that is not known here is none of these.
      let names = charset == nil ? ["windows-1252", encoding, "utf-16"] : [encoding]
      candidates += [own].compactMap(\.self) + names.compactMap { $0.isEmpty ? nil : encoded(text, charset: $0) }
      // `Ã©` was UTF-8, and was read as windows-1252. JSON is read as UTF-8.
      let misread = charset == nil ? text.inWindows1252.flatMap { String(validUTF8: $0) == nil ? nil : $0 } : nil
      guess = essence(of: mimeType).hasSuffix("json") ? whole : own ?? misread ?? whole
    }
    for length in lengths {
      if let body = candidates.first(where: { $0.count == length }) { return body }
    }
    return guess
  }

  /// Returns the type that a body has when it has been read: with another charset where text cannot be written in its own.
  static func type(ofBody text: String, encoding: String?, mimeType: String) -> String {
    let isText = encoding?.isEqualIgnoringCase("base64") != true
    guard isText, let charset = charset(of: mimeType), encoded(text, charset: charset) == nil else { return mimeType }
    let others = mimeType.split(separator: ";").filter { Self.charset(of: "a;\($0)") == nil }
    return others.joined(separator: ";") + "; charset=utf-8"
  }

  /// Encodes text that a browser has decoded; nil where `charset` cannot represent it, or is not known.
  private static func encoded(_ text: String, charset: String?) -> Data? {
    guard let charset else { return Data(text.utf8) }
    guard let encoding = String.Encoding(charset: charset) else { return text.isASCII ? Data(text.utf8) : nil }
    // Earlier versions wrote bytes in UTF-16 as text, where they happened to be UTF-8.
    let isEncoded = encoding == .utf8 || encoding == .utf16 && text.utf8.contains(0)
    if isEncoded { return Data(text.utf8) }
    return encoding == .windowsCP1252 ? text.inWindows1252 : text.data(using: encoding)
  }

  /// What servers compress a body to, by how that begins.
  static let streams: [(name: String, start: [UInt8])] = [
    ("gzip", [0x1F, 0x8B]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
    ("zlib", [0x78, 0x01]), ("zlib", [0x78, 0x5E]), ("zlib", [0x78, 0x9C]), ("zlib", [0x78, 0xDA]),
  ]

  private static func isTextual(_ mimeType: String) -> Bool {
    let type = essence(of: mimeType)
    let isKnown =
      type.hasPrefix("text/") || type == "multipart/form-data"
      || ["json", "xml", "javascript", "urlencoded", "graphql", "yaml"].contains(where: type.hasSuffix)
    return type.isEmpty || isKnown
  }

  /// Whether text of this type is in a charset that neither the type, nor the format, nor the text says.
  static func isInUnknownCharset(_ text: String, mimeType: String) -> Bool {
    let isKnown = charset(of: mimeType).flatMap { String.Encoding(charset: $0) } != nil
    return !text.isASCII && !isKnown && !["json", "xml"].contains(where: essence(of: mimeType).hasSuffix)
  }

  private static func essence(of mimeType: String) -> String {
    mimeType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The charset that a type names, in lowercase; nil for none.
  static func charset(of mimeType: String) -> String? {
    for part in mimeType.lowercased().split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if pair.count == 2, pair[0] == "charset" { return pair[1].trimmingCharacters(in: ["\"", "'"]) }
    }
    return nil
  }

  /// The charset that a page, a style sheet or XML names at its beginning.
  private static func named(in text: String) -> String? {
    let head = text.prefix(1_024).lowercased()
    return head.firstMatch(of: #/(?:charset\s*=|encoding\s*=|@charset)\s*["']?([a-z0-9_-]+)/#).map { String($0.1) }
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
