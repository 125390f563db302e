@testable import EnvironmentAudit

/// The parts of a file that run only from some versions on: what follows `@available`, and what `#available` lets in.
struct AvailabilityRegions {
  private var regions: [(range: Range<Int>, versions: PlatformVersions)] = []
  private let source: SourceText
  /// The file without its comments and strings.
  private let code: [UInt8]

  init(in text: String) {
    source = SourceText(text)
    code = source.code
    for word in ["@available", "#available"] {
      for start in code.indices where code[start...].starts(with: word.utf8) {
        let open = start + word.utf8.count
        guard open < code.count, code[open] == UInt8(ascii: "("), let close = partner(of: open) else { continue }
        let end = word.hasPrefix("@") ? endOfDeclaration(after: close) : endOfGuarded(by: start, close)
        regions.append((start..<end, PlatformVersions(list: source.text(open..<close))))
      }
    }
  }

  /// The versions that code at a place can count on, where it can count on any.
  func versions(line: Int, column: Int) -> [PlatformVersions] {
    guard let offset = source.offset(line: line, column: column) else { return [] }
    return regions.filter { $0.range.contains(offset) }.map(\.versions)
  }

  /// Returns the end of the declaration that an attribute stands before: of its body, or of the line on which it ends.
  private func endOfDeclaration(after attribute: Int) -> Int {
    var place = attribute + 1
    // What a line begins with: other attributes may come first, on lines of their own.
    var first: UInt8?
    while place < code.count {
      if first == nil, !code[place].isSpace { first = code[place] }
      switch code[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["): place = partner(of: place) ?? code.count
      case UInt8(ascii: "{"): return end(of: place)
      case UInt8(ascii: "\n"):
        let goesOn = ["-", "{", "where"].contains { code[place...].drop { $0.isSpace }.starts(with: $0.utf8) }
        if let first, first != UInt8(ascii: "@"), !goesOn { return place }
        first = nil
      default: break
      }
      place += 1
    }
    return code.count
  }

  /// Returns the end of what a condition lets in: of the body of an `if`, or of the block around a `guard`.
  private func endOfGuarded(by condition: Int, _ close: Int) -> Int {
    guard let open = code[close...].firstIndex(of: UInt8(ascii: "{")) else { return close }
    let end = end(of: open)
    let line = source.text(lineStart(of: condition)..<condition)
    guard line.contains("guard ") else { return end }
    var depth = 0
    for place in end..<code.count {
      if code[place] == UInt8(ascii: "{") { depth += 1 }
      if code[place] == UInt8(ascii: "}") { depth -= 1 }
      if depth < 0 { return place }
    }
    return code.count
  }

  /// Returns where the parenthesis, bracket or brace ends that begins at a place.
  private func partner(of open: Int) -> Int? {
    var depth = 0
    for place in open..<code.count {
      switch code[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth == 0 { return place }
    }
    return nil
  }

  /// Returns the place behind what begins at `open`.
  private func end(of open: Int) -> Int { partner(of: open).map { $0 + 1 } ?? code.count }

  private func lineStart(of place: Int) -> Int {
    (code[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }
}

extension SourceText {
  /// The bytes, with spaces in place of comments and strings.
  fileprivate var code: [UInt8] {
    let comments = SourceComments(self)
    var code = bytes
    for range in comments.comments.map(\.range) + comments.strings {
      for place in range where code[place] != UInt8(ascii: "\n") { code[place] = UInt8(ascii: " ") }
    }
    return code
  }
}
