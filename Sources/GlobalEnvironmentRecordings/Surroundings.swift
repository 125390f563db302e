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
