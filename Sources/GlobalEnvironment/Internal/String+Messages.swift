package import Foundation

// Texts as messages show them.
extension String {
  /// The text without the full stops at its end. For a message that adds its own.
  package var withoutFullStop: String {
    String(reversed().drop { $0 == "." || $0.isWhitespace }.reversed())
  }

  /// The first characters on one line, without any that control a terminal or mislead a compiler.
  package func printable(_ count: Int) -> String {
    let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    let text = String(String.UnicodeScalarView(scalars))
    return text.count > count ? text.prefix(count) + "…" : text
  }

  /// Creates a text from the first bytes of `data`, at most `count`; nil where they are not text.
  package init?(beginningOf data: Data, count: Int) {
    let first = data.prefix(count)
    // A character that is cut in two at the end has at most three bytes left.
    let cuts = 0...Swift.max(0, Swift.min(3, first.count - 1))
    let text = cuts.lazy.compactMap { String(validUTF8: first.dropLast($0)) }.first
    guard let text, !text.contains("\0") else { return nil }
    self = text
  }
}
