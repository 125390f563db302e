extension String {
  /// Whether it holds `text`, byte for byte. Foundation's `contains`, which looks for characters, takes half a microsecond.
  func holds(_ text: StaticString) -> Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      text.withUTF8Buffer { text in
        (0..<max(0, bytes.count - text.count + 1)).contains { bytes[$0...].starts(with: text) }
      }
    }
  }
}
