extension String {
  /// The text without full stops at its end, for a message that goes on after it with its own.
  package var withoutFullStop: String {
    String(reversed().drop { $0 == "." || $0.isWhitespace }.reversed())
  }
}
