import Foundation
import GlobalEnvironment

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
  static func body(_ text: String, encoding: String?, mimeType: String) -> Data? {
    switch encoding?.lowercased() {
    case nil, "": encoded(text, charset: charset(of: mimeType)) ?? Data(text.utf8)
    // Browsers may break its lines.
    case "base64": Data(base64Encoded: text) ?? Data(base64Encoded: text.filter { !$0.isWhitespace })
    default: nil
    }
  }

  /// Returns the type that a body has when it has been read: with another charset where text cannot be written in its own.
  static func type(ofBody text: String, encoding: String?, mimeType: String) -> String {
    let isText = encoding?.isEmpty ?? true
    guard isText, let charset = charset(of: mimeType), encoded(text, charset: charset) == nil else { return mimeType }
    let others = mimeType.split(separator: ";").filter { Self.charset(of: "a;\($0)") == nil }
    return others.joined(separator: ";") + "; charset=utf-8"
  }

  /// Encodes text that a browser has decoded; nil where `charset` cannot represent it, or is not known.
  private static func encoded(_ text: String, charset: String?) -> Data? {
    guard let charset else { return Data(text.utf8) }
    guard let encoding = String.Encoding(charset: charset) else {
      return text.utf8.allSatisfy { $0 < 0x80 } ? Data(text.utf8) : nil
    }
    // Earlier versions wrote bytes in UTF-16 as text, where they happened to be UTF-8.
    let isEncoded = encoding == .utf8 || encoding == .utf16 && text.utf8.contains(0)
    return isEncoded ? Data(text.utf8) : text.data(using: encoding)
  }

  private static func isTextual(_ mimeType: String) -> Bool {
    let type = mimeType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    let isKnown =
      type.hasPrefix("text/")
      || ["json", "xml", "javascript", "urlencoded", "graphql", "yaml"].contains(where: type.hasSuffix)
    return type.isEmpty || isKnown
  }

  /// The charset that a type names, in lowercase; nil for none.
  static func charset(of mimeType: String) -> String? {
    for part in mimeType.lowercased().split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if pair.count == 2, pair[0] == "charset" { return pair[1].trimmingCharacters(in: ["\"", "'"]) }
    }
    return nil
  }
}
