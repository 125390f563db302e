/// The properties of a new value that the lines after it set: `let f = DateFormatter()`, then `f.locale = …`.
struct LaterSettings {
  private let source: SourceText
  private let braces: Parentheses
  /// The properties that are set, by the name of their value, and where, in order.
  private var settings: [String: Settings] = [:]

  private struct Settings {
    var places: [Int] = []
    var properties: [String] = []
  }

  init(in source: SourceText, comments: SourceComments) {
    self.source = source
    braces = comments.braces
    read(without: comments.comments.map(\.range) + comments.strings)
  }

  /// Reads the whole text once, as a block may make many values.
  private mutating func read(without ranges: [Range<Int>]) {
    let hidden = Dictionary(ranges.map { ($0.lowerBound, $0.upperBound) }, uniquingKeysWith: max)
    var offset = source.start
    while offset < source.bytes.count {
      let end = source.endOfName(at: offset)
      // The value may be optional: `f?.locale = …`.
      let isOptional = end < source.bytes.count && "?!".utf8.contains(source.bytes[end])
      let dot = isOptional ? end + 1 : end
      if dot < source.bytes.count, end > offset, source.bytes[dot] == UInt8(ascii: ".") {
        let property = dot + 1..<source.endOfName(at: dot + 1)
        if isAssignment(at: property.upperBound) {
          let name = source.text(offset..<end)
          settings[name, default: Settings()].places.append(offset)
          settings[name]?.properties.append(source.text(property))
        }
      }
      offset = max(hidden[offset] ?? end, offset + 1)
    }
  }

  /// Returns the names of the properties that are set in the same block, after the place where the value is made.
  func names(ofValueAt place: Int) -> Set<String> {
    guard let name = nameOfValue(at: place), let settings = settings[name] else { return [] }
    let end = braces.start(around: place).flatMap(braces.end) ?? source.bytes.count
    let places = settings.places.countInOrder(upTo: place)..<settings.places.countInOrder(upTo: end)
    return Set(settings.properties[places])
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
    let text = source.bytes[offset...].drop(while: \.isSpace)
    return text.first == UInt8(ascii: "=") && text.dropFirst().first != UInt8(ascii: "=")
  }
}
