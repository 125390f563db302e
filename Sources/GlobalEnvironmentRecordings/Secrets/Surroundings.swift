import GlobalEnvironment
import GlobalEnvironmentWire

/// What a placeholder stands in, which decides how a value is escaped in its place.
///
/// Where a value has other escapes than all have there, as in JSON in a string of JSON, its placeholder names those by letters,
/// from the outside inwards: `j` for JSON, `h` for HTML, `u` for URLs, `f` for forms. A `p` says that there are none, also not
/// the usual ones.
enum Surroundings {
  case text, json, url

  init(ofBody isJSON: Bool) {
    self = isJSON ? .json : .text
  }

  /// The escapes that every value has.
  private var usual: String {
    switch self {
    case .text: ""
    case .json: "j"
    case .url: "u"
    }
  }

  /// Returns the letters for a value that is written as `raw`; nothing where only its usual escapes explain that, or none do.
  func escapes(of value: String, writtenAs raw: some Sequence<UInt8>) -> String {
    let view = UnescapedView.all(of: Array(raw)).first { $0.bytes.elementsEqual(value.utf8) }
    guard let escapes = view?.escapes, !usual.isEmpty else { return view?.escapes ?? "" }
    // In a query, a form's space is as good as that of a URL.
    if escapes.hasPrefix(usual) || self == .url && escapes == "f" { return String(escapes.dropFirst()) }
    if escapes.isEmpty { return Self.escaped(value, usual) == value ? "" : "p" }
    return self == .json ? escapes : "p" + escapes
  }

  /// Writes a value with the escapes that the letters name, and with the usual ones.
  func escaped(_ value: String, _ letters: String) -> String {
    Self.escaped(value, letters.hasPrefix("p") ? letters : usual + letters)
  }

  /// Returns the letters for a value where the recorded one needed no escapes, so that its placeholder has none. What stands
  /// beside it says which it needs: it may be an item of a query or of a form, or a string of JSON.
  func escapes(
    of value: String, between before: ArraySlice<UInt8>, and after: ArraySlice<UInt8>, isForm: Bool
  ) -> String {
    if self == .url { return "" }
    if before.last == UInt8(ascii: "=") {
      let name = before.dropLast().suffix(200).reversed().prefix { $0.isLetterOrDigit || "_-.%[]".utf8.contains($0) }
      let front = before.dropLast(name.count + 1)
      let isItem =
        front.last.map { "?&#".utf8.contains($0) } ?? isForm || front.suffix(5).elementsEqual("&amp;".utf8)
        || front.last == UInt8(ascii: "\\") && name.reversed().starts(with: "u0026".utf8)
      // The recorded value may have had these signs without escapes. A cookie may have its escapes already.
      let isPlain = value.utf8.allSatisfy { $0.isLetterOrDigit || "-._~!$'()*,;:@/?=+".utf8.contains($0) }
      return isItem && !isPlain && value.percentDecoded() == value ? "u" : ""
    }
    let backslashes = after.prefix(8).prefix { $0 == UInt8(ascii: "\\") }.count
    let quote = after.prefix(backslashes + 1)
    guard quote.last == UInt8(ascii: "\""), before.suffix(quote.count).elementsEqual(quote),
      let mark = before.dropLast(quote.count).suffix(20).last(where: { $0 > 0x20 }), ":,[".utf8.contains(mark)
    else { return "" }
    // No backslash is in front of a quote of JSON, one in JSON in JSON, then three.
    let depth = (backslashes + 1).trailingZeroBitCount + (self == .json ? 0 : 1)
    return String(repeating: "j", count: depth)
  }

  private static func escaped(_ value: String, _ letters: String) -> String {
    letters.reversed().reduce(value) { text, letter in
      switch letter {
      case "j": JSONText.escaped(text)
      case "h": text.htmlEscaped
      case "u": text.formEncoded
      case "f": text.formEncoded.replacing("%20", with: "+")
      default: text
      }
    }
  }
}

extension String {
  fileprivate var htmlEscaped: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
