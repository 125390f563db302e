/// The calls in a file that remove effects: `Env.localized(.number)` has none, and neither has `.number.locale(locale)`.
struct ExceptionalCalls {
  private let source: SourceText
  private let parentheses: Parentheses
  /// In the order of their beginnings.
  private let strings: [Range<Int>]
  private let stringStarts: [Int]
  private let comments: SourceComments
  private let settings: LaterSettings
  /// The calls, by where their names begin.
  private var calls: [Int: Set<Rule.Exception>] = [:]
  /// The calls, by where their parentheses begin.
  private var around: [Int: Set<Rule.Exception>] = [:]
  /// The members in front of what is called on them, or in its parentheses: by where its name, or its parentheses begin.
  private var with: [Int: Set<Rule.Exception>] = [:]

  init(
    _ found: [(exceptions: Set<Rule.Exception>, occurrence: IndexOccurrence)], in source: SourceText,
    _ comments: SourceComments
  ) {
    self.source = source
    parentheses = comments.parentheses
    strings = comments.strings.sorted { $0.lowerBound < $1.lowerBound }
    stringStarts = strings.map(\.lowerBound)
    settings = LaterSettings(in: source, comments: comments)
    self.comments = comments
    for call in found {
      guard let name = source.offset(line: call.occurrence.line, column: call.occurrence.column) else { continue }
      calls[name] = call.exceptions
      around[source.endOfName(at: name)] = call.exceptions
      guard call.exceptions.contains(where: { $0.position == .with }) else { continue }
      for place in namesBehind(name) + [parentheses.start(around: name)].compactMap({ $0 }) {
        with[place, default: []].formUnion(call.exceptions)
      }
    }
  }

  /// Whether one of the calls applies to the place of a finding.
  func except(_ finding: Finding) -> Bool {
    guard let rule = finding.rule, rule.mayBeHarmless,
      let place = source.offset(line: finding.line, column: finding.column)
    else { return false }
    if !rule.harmlessSettings.isEmpty, settings.names(ofValueAt: place).isSuperset(of: rule.harmlessSettings) {
      return true
    }
    if !rule.harmlessLabels.isEmpty, labels(ofCallAt: place).isSuperset(of: rule.harmlessLabels) { return true }
    if !rule.receivers.isEmpty, isOnlyElement(at: place) { return true }
    if !rule.fixedSettings.isEmpty {
      return !finding.isChange || !settings.setsText(at: place, without: rule.fixedSettings)
    }
    let exceptions = rule.exceptions
    let beside = (with[place] ?? []).union(with[endOfName(at: place)] ?? [])
    if exceptions.contains(where: { $0.position == .with && beside.contains($0) }) { return true }
    let outer = parentheses.start(around: place).flatMap { around[$0] } ?? []
    if exceptions.contains(where: { $0.position == .around && outer.contains($0) }) { return true }
    let behind = namesBehind(place).reduce(into: Set()) { $0.formUnion(calls[$1] ?? []) }
    return exceptions.contains { $0.position == .behind && behind.contains($0) }
  }

  /// Whether the line says that the value before a place has one element: `a.count == 1 ? a.first : nil`.
  private func isOnlyElement(at place: Int) -> Bool {
    var end = place - 1
    while end > 0, "?!.".utf8.contains(source.bytes[end]) { end -= 1 }
    let name = end < place - 1 ? source.text(source.startOfName(before: end + 1)..<end + 1) : ""
    return !name.isEmpty && source.line(source.line(of: place)).contains("\(name).count == 1")
  }

  /// Returns where the later names of a chain of members begin: `b` and `c` of `.a.b(1).c`.
  private func namesBehind(_ place: Int) -> [Int] {
    var names: [Int] = []
    var end = place
    while true {
      end = endOfName(at: end)
      if let close = parentheses.end(of: end) { end = close + 1 }
      end = comments.code(from: endOfValue(at: end, from: place))
      guard end < source.bytes.count, source.bytes[end] == UInt8(ascii: ".") else { return names }
      end = comments.code(from: end + 1)
      names.append(end)
    }
  }

  /// Returns the end of a value behind the marks of an optional, and behind parentheses that hold nothing else: `(a.b)!`.
  private func endOfValue(at end: Int, from place: Int) -> Int {
    var end = end
    while end < source.bytes.count {
      if source.bytes[end] == UInt8(ascii: ")"), let start = parentheses.start(around: end), start < place,
        start == 0 || !source.bytes[start - 1].isPartOfName,
        source.bytes[start + 1..<place].allSatisfy({ $0.isPartOfName || $0.isSpace || ".(".utf8.contains($0) })
      {
        end += 1
      } else if "?!".utf8.contains(source.bytes[end]) {
        end += 1
      } else {
        return end
      }
    }
    return end
  }

  /// Returns the labels of the arguments that something is called with, and `label:true` for one that is.
  private func labels(ofCallAt place: Int) -> Set<String> {
    let start = endOfName(at: place)
    guard let end = parentheses.end(of: start) else { return [] }
    var labels: Set<String> = []
    for index in [start] + commas(start..<end) {
      let name = comments.code(from: index + 1)
      let behind = comments.code(from: source.endOfName(at: name))
      if behind < end, source.bytes[behind] == UInt8(ascii: ":") {
        let label = source.text(name..<source.endOfName(at: name))
        labels.insert(label)
        let value = comments.code(from: behind + 1)
        if source.text(value..<source.endOfName(at: value)) == "true" { labels.insert(label + ":true") }
      }
    }
    return labels
  }

  /// Returns the commas between the arguments of a call, which are in no string.
  private func commas(_ call: Range<Int>) -> [Int] {
    var commas: [Int] = []
    var index = call.lowerBound + 1
    // The strings of the call alone: a file may have thousands of calls and of strings.
    var next = stringStarts.countInOrder(upTo: call.lowerBound)
    while index < call.upperBound {
      while next < strings.count, strings[next].lowerBound < index { next += 1 }
      if next < strings.count, strings[next].lowerBound == index, strings[next].upperBound <= call.upperBound {
        index = strings[next].upperBound
        continue
      }
      if source.bytes[index] == UInt8(ascii: ","), parentheses.start(around: index) == call.lowerBound {
        commas.append(index)
      }
      index += 1
    }
    return commas
  }

  /// Returns the end of a name, or of the types in angle brackets after it.
  private func endOfName(at place: Int) -> Int {
    let name = source.endOfName(at: place)
    guard name < source.bytes.count, source.bytes[name] == UInt8(ascii: "<") else { return name }
    var depth = 0
    for index in name..<source.bytes.count {
      switch source.bytes[index] {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      case let byte where byte.isPartOfName || byte.isSpace || ".,:[]?".utf8.contains(byte): break
      default: return name
      }
      if depth == 0 { return index + 1 }
    }
    return name
  }
}
