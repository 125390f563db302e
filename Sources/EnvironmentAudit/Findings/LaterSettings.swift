/// The properties of a new value that the lines after it set: `let f = DateFormatter()`, then `f.locale = …`.
struct LaterSettings {
  private let source: SourceText
  private let braces: Parentheses
  /// The properties that are set, by the name of their value, and where, in order.
  private var settings: [String: Settings] = [:]

  private struct Settings {
    var places: [Int] = []
    var properties: [String] = []
    /// Where the innermost block around each begins that declares the name; -1 for none.
    var blocks: [Int] = []
    /// The blocks around what was read last that declare the name.
    private var open: [Range<Int>] = []

    mutating func add(_ property: String, at place: Int) {
      closeBlocks(before: place)
      places.append(place)
      properties.append(property)
      blocks.append(open.last?.lowerBound ?? -1)
    }

    mutating func open(_ block: Range<Int>, at place: Int) {
      closeBlocks(before: place)
      open.append(block)
    }

    private mutating func closeBlocks(before place: Int) {
      while let last = open.last, last.upperBound < place { open.removeLast() }
    }
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
    // Whether `let` or `var` stands before.
    var isDeclared = false
    while offset < source.bytes.count {
      let end = source.endOfName(at: offset)
      if end > offset {
        if isDeclared { declare(source.text(offset..<end), at: offset) }
        isDeclared = end == offset + 3 && ["let", "var"].contains(source.text(offset..<end))
      }
      // The value may be optional: `f?.locale = …`, and its name in backticks.
      var dot = end
      for marks in ["`", "?!"] where dot < source.bytes.count && marks.utf8.contains(source.bytes[dot]) { dot += 1 }
      if dot < source.bytes.count, end > offset, source.bytes[dot] == UInt8(ascii: ".") {
        let property = dot + 1..<source.endOfName(at: dot + 1)
        if isAssignment(at: property.upperBound) {
          settings[source.text(offset..<end), default: Settings()].add(source.text(property), at: offset)
        }
      }
      offset = max(hidden[offset] ?? end, offset + 1)
    }
  }

  /// Notes that the block around `place` has a value of its own with that name.
  private mutating func declare(_ name: String, at place: Int) {
    guard let start = braces.start(around: place) else { return }
    settings[name, default: Settings()].open(start..<(braces.end(of: start) ?? source.bytes.count), at: place)
  }

  /// Returns the names of the properties that are set in the same block, after the place where the value is made; not
  /// those of another value with its name in a block inside.
  func names(ofValueAt place: Int) -> Set<String> {
    guard let name = nameOfValue(at: place), let settings = settings[name] else { return [] }
    let end = braces.start(around: place).flatMap(braces.end) ?? source.bytes.count
    let places = settings.places.countInOrder(upTo: place)..<settings.places.countInOrder(upTo: end)
    return Set(places.filter { settings.blocks[$0] < place }.map { settings.properties[$0] })
  }

  /// Whether the property at `place` is set to a text as it stands there, and the same value gets none of `fixed` that is
  /// the same on all machines.
  func setsText(at place: Int, without fixed: [String]) -> Bool {
    let value = source.bytes[source.endOfName(at: place)...].drop { $0.isSpace || $0 == UInt8(ascii: "=") }
    guard value.first.map({ "\"#".utf8.contains($0) }) == true, place > 0, source.bytes[place - 1] == UInt8(ascii: ".")
    else { return false }
    var end = place - 1
    while end > 0, "?!`".utf8.contains(source.bytes[end - 1]) { end -= 1 }
    let start = source.startOfName(before: end)
    guard let all = settings[source.text(start..<end)], let own = all.places.firstIndex(of: start) else { return false }
    // The first parameter of a closure has its name in all of them.
    let isUnnamed = start > 0 && source.bytes[start - 1] == UInt8(ascii: "$")
    return !all.places.indices.contains { index in
      let isSame =
        isUnnamed
        ? braces.start(around: all.places[index]) == braces.start(around: start)
        : all.blocks[index] == all.blocks[own]
      return isSame && fixed.contains(all.properties[index]) && isFixed(at: all.places[index])
    }
  }

  /// Whether the value that is set at `place` is none of this machine.
  private func isFixed(at place: Int) -> Bool {
    let line = source.text(place..<source.endOfLine(source.line(of: place)))
    let value = line.drop { $0 != "=" }.prefix { $0 != ";" && $0 != "}" }
    return value.firstMatch(of: /\bEnv\.|\.current\b|\.autoupdatingCurrent\b|=\s*nil\b/) == nil
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
    return text.firstMatch(of: /(\w+)`?\s*(?::[^=:({};]*)?=\s*(?:[\w.<>]+\.|\.)?$/).map { String($0.1) }
  }

  private func isAssignment(at offset: Int) -> Bool {
    let text = source.bytes[offset...].drop(while: \.isSpace)
    return text.first == UInt8(ascii: "=") && text.dropFirst().first != UInt8(ascii: "=")
  }
}
