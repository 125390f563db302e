/// The endpoints that a file assigns or declares. What asks the world in such a file may be what the endpoint answers: if it
/// asked that endpoint, it would ask itself, without end.
struct AssignedEndpoints {
  private let source: SourceText
  private let comments: SourceComments
  /// Where the file changes. A property that gets such a value is no endpoint, as endpoints are functions.
  private let changes: Set<Int>

  private var names: Set<String> = []
  /// What is an endpoint if it is that of an `Environment`, as in `world.date = stopped`, `date = stopped` or `\.date`.
  private var possibleNames: Set<String> = []
  /// Whether the file may change an environment that is a value: its own copy of `Env`, for example.
  private var hasEnvironment = false
  /// Whether it reaches a value by a key path that is not in it.
  private var hasUnknownKeyPath = false
  /// Whether the file may have a scheduler or a clock of its own, which sleep by themselves.
  private var hasScheduler = false
  private var head = TypeHead()

  /// What stands before a name: the name before it, and the last byte between the two.
  private struct Before {
    var name = ""
    var byte: UInt8 = 0
  }

  init(in source: SourceText, _ comments: SourceComments, changes: [Edit]) {
    self.source = source
    self.comments = comments
    self.changes = Set(changes.map(\.range.lowerBound))
    read()
    if hasEnvironment { names.formUnion(possibleNames) }
  }

  /// Returns the endpoint of the file that a change would ask, itself or through another; nil when it asks none.
  func endpoint(askedBy change: Edit) -> String? {
    guard let name = change.text.firstMatch(of: /Env\.(\w+)/).map({ String($0.1) }) else { return nil }
    if hasEnvironment, hasUnknownKeyPath { return name }
    if name == "sleep", hasScheduler { return "scheduler" }
    return ([name] + Self.asked[name, default: []]).first(where: names.contains)
  }

  /// The endpoints that others ask.
  private static let asked = ["calendar": ["locale", "timeZone"], "sleep": ["scheduler"]]

  /// Reads the code name by name, without comments and strings.
  private mutating func read() {
    let strings = Dictionary(comments.strings.map { ($0.lowerBound, $0.upperBound) }, uniquingKeysWith: max)
    var before = Before()
    var offset = comments.code(from: source.start)
    while offset < source.bytes.count {
      let byte = source.bytes[offset]
      var end = source.endOfName(at: offset)
      if end > offset {
        look(at: offset..<end, after: before)
        before = Before(name: source.text(offset..<end))
      } else if let string = strings[offset] {
        end = max(string, offset + 1)
        before = Before(byte: byte)
      } else {
        end = offset + 1
        head.read(byte, after: before.byte)
        // Backticks are around names.
        if byte != UInt8(ascii: "`") { before = Before(name: ".:".utf8.contains(byte) ? before.name : "", byte: byte) }
      }
      offset = comments.code(from: end)
    }
  }

  private mutating func look(at place: Range<Int>, after before: Before) {
    let name = source.text(place)
    var next = comments.code(from: place.upperBound)
    if isEnvironment(name, at: place, next: next, after: before) { hasEnvironment = true }
    head.read(name)
    if head.isAtConformance, ["WorkScheduler", "Clock"].contains(name) { hasScheduler = true }
    if before.byte == UInt8(ascii: ":"), name == "EnvironmentEndpoint" { names.insert(before.name) }
    if name == "keyPath", before.byte == UInt8(ascii: "["), !isByte(of: #"\"#, at: comments.code(from: next + 1)) {
      hasUnknownKeyPath = true
    }
    let isMember = before.byte == UInt8(ascii: ".")
    let isKeyPath = source.bytes[..<place.lowerBound].suffix(2).elementsEqual(#"\."#.utf8)
    // What is not called may be assigned in any form: in a tuple, or as `inout`.
    if isMember, !isByte(of: "(.{", at: next) {
      if ["Env", "Environment"].contains(before.name) { names.insert(name) }
      if isKeyPath { possibleNames.insert(name) }
    }
    while isByte(of: ")]`", at: next) { next = comments.code(from: next + 1) }
    guard isByte(of: "=", at: next), !isByte(of: "=", at: next + 1) else { return }
    let isDeclared = before.byte == 0 && ["let", "var"].contains(before.name)
    let value = comments.code(from: next + 1)
    guard !isDeclared, !changes.contains(value), mayBeFunction(at: value) else { return }
    let isOfParameter = !before.name.isEmpty && before.name.allSatisfy(\.isNumber)
    if isMember, isOfParameter || isKeyPath || isByte(of: "{(", at: value) {
      names.insert(name)
    } else {
      possibleNames.insert(name)
    }
  }

  /// Whether a name is that of an environment which is a value: the type, `Env` itself, or what gives a closure a copy.
  private func isEnvironment(_ name: String, at place: Range<Int>, next: Int, after before: Before) -> Bool {
    switch name {
    case "withEnvironment": true
    // SwiftUI has an attribute of that name.
    case "Environment": before.byte != UInt8(ascii: "@")
    case "environment": before.byte == UInt8(ascii: ".") && isByte(of: "{", at: next)
    case "Env": !isByte(of: ".", at: next) && !source.line(source.line(of: place.lowerBound)).contains("import ")
    default: false
    }
  }

  private func mayBeFunction(at value: Int) -> Bool {
    var name = value..<source.endOfName(at: value)
    guard !name.isEmpty else { return !isByte(of: "\".[-&", at: value) }
    guard !["nil", "true", "false"].contains(source.text(name)), !isByte(of: "0123456789", at: value) else {
      return false
    }
    // `TimeZone(…)` and `Foundation.TimeZone(…)` are values of a type, and no function has such a type.
    while (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(source.bytes[name.lowerBound]) {
      if isByte(of: "(<", at: name.upperBound) { return false }
      guard isByte(of: ".", at: name.upperBound), name.upperBound + 1 < source.bytes.count else { break }
      name = name.upperBound + 1..<source.endOfName(at: name.upperBound + 1)
    }
    return true
  }

  private func isByte(of bytes: String, at offset: Int) -> Bool {
    offset < source.bytes.count && bytes.utf8.contains(source.bytes[offset])
  }
}

/// The beginning of a type or an extension. With `struct A<B: C>: D where B: E`, the type conforms to `D` alone.
private struct TypeHead {
  private var isOpen = false
  private var isBehindColon = false
  private var depth = 0

  var isAtConformance: Bool { isOpen && isBehindColon && depth == 0 }

  mutating func read(_ name: String) {
    switch name {
    case "struct", "class", "enum", "actor", "extension", "protocol": self = TypeHead(isOpen: true)
    case "where", "func", "var", "let": isOpen = false
    default: break
    }
  }

  mutating func read(_ byte: UInt8, after before: UInt8) {
    switch byte {
    case UInt8(ascii: "<"): depth += 1
    case UInt8(ascii: ">") where before != UInt8(ascii: "-"): depth -= 1
    case UInt8(ascii: ":") where depth == 0: isBehindColon = true
    case UInt8(ascii: "{"): isOpen = false
    default: break
    }
  }
}
