/// The text of a source file, by lines and columns as compilers count them.
package struct SourceText: Sendable {
  /// Its bytes, UTF-8.
  package let bytes: [UInt8]
  /// Where the text begins, after a byte order mark. Compilers count the mark's bytes in columns.
  let start: Int
  /// Where each line begins.
  private let starts: [Int]

  package init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Returns where a place is among the bytes, given by its line and its column in bytes, both from 1; nil when the text has
  /// no such place.
  package func offset(line: Int, column: Int) -> Int? {
    guard starts.indices.contains(line - 1), column >= 1 else { return nil }
    let offset = starts[line - 1] + column - 1
    return offset < endOfLine(line) ? offset : nil
  }

  /// Returns the line of a byte, from 1.
  package func line(of offset: Int) -> Int { starts.countInOrder(upTo: offset) }

  /// Returns the column of a byte, from 1, in bytes.
  package func column(of offset: Int) -> Int { offset - starts[line(of: offset) - 1] + 1 }

  /// Returns a line without its end and the spaces around it; empty for one that the text does not have.
  ///
  /// Returns only the first 2,000 bytes of a longer line, which a program has made: each finding in it takes a copy.
  package func line(_ line: Int) -> String {
    guard starts.indices.contains(line - 1) else { return "" }
    return String(text((beginning(of: line)..<endOfLine(line)).prefix(2_000))[...].trimmed)
  }

  /// Whether lines end as on Windows.
  var hasWindowsLines: Bool { starts.count > 1 && starts[1] > 1 && bytes[starts[1] - 2] == UInt8(ascii: "\r") }

  /// Whether a line ends as on old Macs. Compilers then begin columns again, but count no line.
  var hasOldLines: Bool {
    bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
    }
  }

  private func beginning(of line: Int) -> Int { max(starts[line - 1], start) }

  /// Returns where the line after `line` begins, or the text ends.
  package func endOfLine(_ line: Int) -> Int { line < starts.count ? starts[line] : bytes.count }

  /// Returns a column that counts characters of UTF-16, as SARIF needs it, for one that counts bytes.
  package func columnInUTF16(line: Int, column: Int) -> Int {
    guard let offset = offset(line: line, column: column) else { return column }
    return String(decoding: bytes[min(beginning(of: line), offset)..<offset], as: UTF8.self).utf16.count + 1
  }

  /// Returns the text of a range of bytes.
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the end of the name that begins at `offset`, or `offset` when there is none.
  package func endOfName(at offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end].isPartOfName { end += 1 }
    return end
  }

  /// Returns the beginning of the name that ends before `offset`, or `offset` when there is none.
  package func startOfName(before offset: Int) -> Int {
    var start = offset
    while start > self.start, bytes[start - 1].isPartOfName { start -= 1 }
    return start
  }

  /// Returns the beginning of the spaces that end before `offset`, or `offset` when there are none.
  func startOfSpaces(before offset: Int) -> Int {
    var start = offset
    while start > self.start, bytes[start - 1].isSpace { start -= 1 }
    return start
  }
}

extension [Int] {
  /// Returns how many of the numbers, which are in order, are at most `limit`.
  func countInOrder(upTo limit: Int) -> Int { countInOrder { $0 <= limit } }
}

extension Array {
  /// Returns how many of the elements are in front of the first that is not.
  func countInOrder(_ isInFront: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension UInt8 {
  /// Whether it may be part of a name: a letter, a digit, `_`, or any of the bytes beyond ASCII.
  var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }

  /// Whether it is a space, a tab, or the end of a line.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
