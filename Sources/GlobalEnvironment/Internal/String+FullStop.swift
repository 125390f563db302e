extension String {
  /// The text without the full stops at its end. For a message that adds its own.
  package var withoutFullStop: String {
    String(reversed().drop { $0 == "." || $0.isWhitespace }.reversed())
  }
}
