/// The parts of a file that `#if` leaves out on all of Apple's platforms, whatever else may decide.
struct LeftOut {
  /// By line, from 0, for each platform: what it leaves out.
  private let lines: [Set<Int>]

  init(of text: String) {
    lines = ApplePlatform.allCases.map { Self.leftOut(of: AppleText(text, for: $0).text) }
  }

  /// Whether a line, from 1, is one of them.
  func contains(line: Int) -> Bool { lines.allSatisfy { $0.contains(line - 1) } }

  private static func leftOut(of text: String) -> Set<Int> {
    var leftOut: Set<Int> = []
    // Of each `#if` around a line: the value of this branch, and of all of those before it together.
    var open: [(branch: Bool?, before: Bool?)] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("#if ") {
        open.append((Condition(line.dropFirst(4)).value, false))
      } else if line.hasPrefix("#elseif ") || line.hasPrefix("#else"), let last = open.popLast() {
        let condition = line.hasPrefix("#elseif ") ? Condition(line.dropFirst(8)).value : true
        let before = Condition.or(last.before, last.branch)
        open.append((Condition.and(condition, before.map { !$0 }), before))
      } else if line.hasPrefix("#endif") {
        _ = open.popLast()
      } else if open.contains(where: { $0.branch == false }) {
        leftOut.insert(number)
      }
    }
    return leftOut
  }

  /// A condition in which what Linux can tell of Apple's platforms has been replaced by `true` and `false`.
  struct Condition {
    private var tokens: ArraySlice<Substring>
    /// Nil where something else decides.
    private(set) var value: Bool?

    init(_ text: some StringProtocol) {
      let text = String(text)
      tokens = text.matches(of: /&&|\|\||!|[()]|[\w.]+(?:\([^()]*\))?/).map(\.output)[...]
      value = nil
      value = alternatives()
    }

    static func or(_ left: Bool?, _ right: Bool?) -> Bool? {
      if left == true || right == true { return true }
      return left == nil || right == nil ? nil : false
    }

    static func and(_ left: Bool?, _ right: Bool?) -> Bool? {
      or(left.map { !$0 }, right.map { !$0 }).map { !$0 }
    }

    private mutating func take(_ token: String) -> Bool {
      guard tokens.first.map(String.init) == token else { return false }
      tokens.removeFirst()
      return true
    }

    private mutating func alternatives() -> Bool? {
      var value = conjunction()
      while take("||") { value = Self.or(value, conjunction()) }
      return value
    }

    private mutating func conjunction() -> Bool? {
      var value = single()
      while take("&&") { value = Self.and(value, single()) }
      return value
    }

    private mutating func single() -> Bool? {
      if take("!") { return single().map { !$0 } }
      if take("(") {
        let value = alternatives()
        _ = take(")")
        return value
      }
      return tokens.popFirst().flatMap { Bool(String($0)) }
    }
  }
}
