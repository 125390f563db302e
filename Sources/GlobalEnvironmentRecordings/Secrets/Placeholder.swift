import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// The text that replaces a secret in a file: `<secret:Authorization:1>`.
struct Placeholder: Hashable {
  var name: String
  var number: Int
  /// The form of the value, if that is not a plain string.
  var kind: Kind?
  /// Which escapes the value has in its place, if not the usual ones; see ``Surroundings``. Inside a longer Base64 text, the
  /// length of the value modulo 3, and `u` for the characters that URLs may have; empty in old files.
  var escapes = ""

  enum Kind: String {
    /// In JSON.
    case number, bool
    /// By RFC 4648: with padding, and for URLs without.
    case base64, base64url
    /// Inside a longer Base64 text, behind 3n, 3n + 1 or 3n + 2 bytes: only the characters that depend on the value alone.
    case base64in, base64in1, base64in2

    /// The kind of what stands in JSON without quotes; nil for what is no value of JSON.
    init?(ofWord text: String) {
      if ["true", "false"].contains(text) {
        self = .bool
      } else if JSONNumber(text) != nil {
        self = .number
      } else {
        return nil
      }
    }

    /// Returns `value` as it is written in texts of this kind.
    func text(of value: String) -> String {
      let base64 = Data(value.utf8).base64EncodedString()
      return switch self {
      case .number, .bool: value
      case .base64: base64
      case .base64url: base64.withURLAlphabet.withoutPadding
      case .base64in, .base64in1, .base64in2:
        String(decoding: Base64Part(value, behind: offset ?? 0).own, as: UTF8.self)
      }
    }

    /// Behind how many more bytes than 3n it is in a longer Base64 text; nil where it is in none.
    var offset: Int? {
      switch self {
      case .base64in: 0
      case .base64in1: 1
      case .base64in2: 2
      default: nil
      }
    }
  }

  /// Whether it needs quotes in JSON, which its value does not have.
  var isInQuotes: Bool { kind == .number || kind == .bool }

  static let start = Array("<secret:".utf8)
  private static let longest = 200

  var text: String {
    let parts =
      ["secret", name, String(number)] + [kind?.rawValue, escapes.isEmpty ? nil : escapes].compactMap(\.self)
    return "<\(parts.joined(separator: ":"))>"
  }
}

extension Placeholder {
  /// Reads a text that is nothing but a placeholder; nil where it is none, or has a number that no exchange comes to.
  init?(whole text: String) {
    guard let placeholder = Placeholder(in: Array(text.utf8)[...]), placeholder.text == text,
      (1...1_000_000).contains(placeholder.number)
    else { return nil }
    self = placeholder
  }

  /// With the escapes that a value has which is written as `raw`.
  func written(as raw: some Sequence<UInt8>, _ value: String, in surroundings: Surroundings) -> Placeholder {
    if Placeholder(whole: value) != nil { return self }
    var placeholder = self
    switch kind {
    case nil:
      placeholder.escapes = surroundings.escapes(of: value, writtenAs: raw)
    case .base64?, .base64url?:
      // Base64 needs no escapes in JSON.
      placeholder.escapes = Surroundings.text.escapes(of: kind?.text(of: value) ?? value, writtenAs: raw)
    case .base64in?, .base64in1?, .base64in2?:
      placeholder.escapes = "\(value.utf8.count % 3)" + (raw.contains { "-_".utf8.contains($0) } ? "u" : "")
    case .number?, .bool?: break
    }
    return placeholder
  }

  /// Reads a placeholder that begins at `index`; nil where none does.
  init?(in bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: Self.start) else { return nil }
    let inner = bytes.dropFirst(Self.start.count).prefix(Self.longest)
    // Of other bytes, the text would not be as long.
    guard let end = inner.firstIndex(of: UInt8(ascii: ">")), let text = String(validUTF8: Data(inner[..<end]))
    else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count), let number = Int(parts[1]), parts[1] == String(number) else { return nil }
    self.init(name: String(parts[0]), number: number)
    var rest = parts.dropFirst(2)
    kind = rest.first.flatMap { Kind(rawValue: String($0)) }
    if kind != nil { rest = rest.dropFirst() }
    guard let escapes = rest.popFirst() else { return }
    guard rest.isEmpty, !escapes.isEmpty, escapes.allSatisfy({ "jhufp012".contains($0) }) else { return nil }
    self.escapes = String(escapes)
  }

  /// Writes the placeholders of a URL with escapes, so that it stays a URI by RFC 3986.
  static func escaping(_ url: String) -> String {
    guard url.contains("<secret:") else { return url }
    return url.replacing(#/<(secret:[A-Za-z0-9._-]{1,60}:[0-9]{1,10}(?::[a-z0-9]{1,10}){0,2})>/#) { "%3C\($0.1)%3E" }
  }

  /// Reads a URL that may have placeholders. Older systems take none with `<`.
  static func url(_ text: String) -> URL? { URL(string: escaping(text)) }

  /// Returns a URL that ``escaping(_:)`` has written with a digit in the place of each placeholder, which no host can hold.
  static func removing(_ url: String) -> String { restored(url) { _ in "0" } }

  /// Reads a URL that ``escaping(_:)`` has written.
  static func unescaping(_ url: String) -> String {
    restored(url) { "<\($0)>" }
  }

  private static func restored(_ url: String, by text: (Substring) -> String) -> String {
    guard url.contains("%3Csecret:") else { return url }
    return url.replacing(#/%3C(secret:[A-Za-z0-9._-]{1,60}:[0-9]{1,10}(?::[a-z0-9]{1,10}){0,2})%3E/#) { text($0.1) }
  }
}

extension String {
  /// Base64 without the equals signs at its end.
  var withoutPadding: String { String(prefix { $0 != "=" }) }

  /// Base64 with the characters that URLs may have.
  var withURLAlphabet: String {
    let bytes = utf8.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
