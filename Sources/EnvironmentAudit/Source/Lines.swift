extension String {
  /// Its lines, with any line end. Other Unicode line separators may be in code and in names of files.
  var lines: [Substring] {
    var lines: [Substring] = []
    var start = startIndex
    var place = startIndex
    while place < endIndex {
      let byte = utf8[place]
      var next = utf8.index(after: place)
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        lines.append(self[start..<place])
        if byte == UInt8(ascii: "\r"), next < endIndex, utf8[next] == UInt8(ascii: "\n") {
          next = utf8.index(after: next)
        }
        start = next
      }
      place = next
    }
    return lines + [self[start...]]
  }
}

extension StringProtocol {
  /// The words of a list, with commas or spaces between them.
  var items: [String] { split(whereSeparator: { $0 == "," || $0.isWhitespace }).map { String($0) } }
}

extension Substring {
  /// The text without the spaces around it.
  var trimmed: Substring {
    guard let first = utf8.first, let last = utf8.last else { return self }
    // Beyond ASCII there are other spaces, which only show in characters.
    guard first.isSpace || last.isSpace || first >= 0x80 || last >= 0x80 else { return self }
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// The text before the first colon, if that is a key of small letters and hyphens, and the text after it.
  var keyAndValue: (key: String, value: String) {
    let key = utf8.prefix { ("a"..."z").contains(UnicodeScalar($0)) || $0 == UInt8(ascii: "-") }
    guard !key.isEmpty, key.endIndex < utf8.endIndex, utf8[key.endIndex] == UInt8(ascii: ":") else { return ("", "") }
    return (String(Substring(key)), String(self[utf8.index(after: key.endIndex)...].trimmed))
  }
}
