/// The properties of a new value that the lines after it set: `let f = DateFormatter()`, then `f.locale = …`.
struct LaterSettings {
  private let source: SourceText
  /// Where comments and strings end, by where they begin.
  private let hidden: [Int: Int]

  init(in source: SourceText, comments: SourceComments) {
    self.source = source
    let ranges = comments.comments.map(\.range) + comments.strings
    hidden = Dictionary(ranges.map { ($0.lowerBound, $0.upperBound) }, uniquingKeysWith: max)
  }

  /// Returns the names of the properties that are set in the same block, after the place where the value is made.
  func names(ofValueAt place: Int) -> Set<String> {
    guard let name = nameOfValue(at: place) else { return [] }
    var names: Set<String> = []
    var depth = 0
    var offset = source.endOfName(at: place)
    while offset < source.bytes.count {
      if let end = hidden[offset] {
        offset = max(end, offset + 1)
        continue
      }
      let byte = source.bytes[offset]
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth < 0 { break }
      guard byte.isPartOfName else {
        offset += 1
        continue
      }
      let end = source.endOfName(at: offset)
      if end < source.bytes.count, source.bytes[end] == UInt8(ascii: "."), source.text(offset..<end) == name {
        let property = end + 1..<source.endOfName(at: end + 1)
        if isAssignment(at: property.upperBound) { names.insert(source.text(property)) }
      }
      offset = max(end, offset + 1)
    }
    return names
  }

  /// Returns the name that gets the value at `place`: `a` of `let a = B()`, of `let a: B = .init()` and of `self.a = B()`.
  private func nameOfValue(at place: Int) -> String? {
    var start = max(source.start, place - 300)
    // The statement may begin on the line before.
    if let line = source.bytes[start..<place].lastIndex(where: { "\n;".utf8.contains($0) }) {
      let isAlone = source.bytes[line..<place].dropFirst().allSatisfy(\.isSpace)
      let before = isAlone ? source.bytes[start..<line].lastIndex(of: UInt8(ascii: "\n")) : line
      start = before ?? start
    }
    let text = source.text(start..<place)
    return text.firstMatch(of: /(\w+)\s*(?::[^=:(]*)?=\s*(?:[\w.]+\.|\.)?$/).map { String($0.1) }
  }

  private func isAssignment(at offset: Int) -> Bool {
    var offset = offset
    while offset < source.bytes.count, source.bytes[offset].isSpace { offset += 1 }
    guard offset < source.bytes.count, source.bytes[offset] == UInt8(ascii: "=") else { return false }
    return offset + 1 == source.bytes.count || source.bytes[offset + 1] != UInt8(ascii: "=")
  }
}
