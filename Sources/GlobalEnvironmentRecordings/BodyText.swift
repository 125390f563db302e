import Foundation
import GlobalEnvironment

/// How a body is written in a file: as text where it is text, or else in Base64.
struct BodyText: Equatable {
  var text: String
  var encoding: String?

  /// Writes `body`, of the media type that `mimeType` names.
  init(_ body: Data, mimeType: String) {
    // Text is read back in the encoding that its type names.
    let charset = Self.charset(of: mimeType)
    if body.isEmpty || Self.isTextual(mimeType), let text = String(validUTF8: body),
      Data(text, charset: charset) == body
    {
      (self.text, encoding) = (text, nil)
    } else {
      (text, encoding) = (body.base64EncodedString(), "base64")
    }
  }

  /// Reads a body; nil where the encoding is not known, or where `text` is not valid in it.
  static func body(_ text: String, encoding: String?, mimeType: String) -> Data? {
    switch encoding?.lowercased() {
    case nil, "": Data(text, charset: charset(of: mimeType))
    // Browsers may break its lines.
    case "base64": Data(base64Encoded: text) ?? Data(base64Encoded: text.filter { !$0.isWhitespace })
    default: nil
    }
  }

  private static func isTextual(_ mimeType: String) -> Bool {
    let type = mimeType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    let isKnown =
      type.hasPrefix("text/")
      || ["json", "xml", "javascript", "urlencoded", "graphql", "yaml"].contains(where: type.hasSuffix)
    return type.isEmpty || isKnown
  }

  private static func charset(of mimeType: String) -> String? {
    for part in mimeType.lowercased().split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if pair.count == 2, pair[0] == "charset" { return pair[1].trimmingCharacters(in: ["\"", "'"]) }
    }
    return nil
  }
}

extension Data {
  /// Encodes text that a browser has decoded; in UTF-8 where `charset` cannot represent it.
  fileprivate init(_ text: String, charset: String?) {
    let encoding: String.Encoding =
      switch charset {
      // Browsers read the first as the second.
      case "iso-8859-1", "latin1", "windows-1252": .windowsCP1252
      case "utf-16le": .utf16LittleEndian
      case "utf-16be": .utf16BigEndian
      default: .utf8
      }
    self = (encoding == .utf8 ? nil : text.data(using: encoding)) ?? Data(text.utf8)
  }
}
