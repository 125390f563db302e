/// The calls that a spy has seen, in the order in which they began, up to the moment of the read.
///
/// ```swift
/// #expect(spy.calls.count == 2)
/// #expect(spy.calls.last?.arguments == "second")
/// #expect(spy.calls.map(\.arguments) == ["first", "second"])
/// ```
///
/// Where such an expectation fails, its message lists the calls.
public struct SpyCalls<Arguments: Sendable, Result: Sendable, Failure: Error>: Sequence, Sendable {
  private let calls: [SpyCall<Arguments, Result, Failure>]
  /// What was called, for messages.
  private let subject: String

  init(_ calls: [SpyCall<Arguments, Result, Failure>], of subject: String) {
    self.calls = calls
    self.subject = subject
  }

  /// How many there are; prints itself with the calls.
  public var count: CallCount { CallCount(calls.count) { description } }

  /// Whether there is none.
  public var isEmpty: Bool { calls.isEmpty }

  /// The call that began first.
  public var first: SpyCall<Arguments, Result, Failure>? { calls.first }

  /// The call that began last.
  public var last: SpyCall<Arguments, Result, Failure>? { calls.last }

  /// The call with this index, from 0; nil when there are fewer calls.
  public subscript(index: Int) -> SpyCall<Arguments, Result, Failure>? {
    calls.indices.contains(index) ? calls[index] : nil
  }

  /// Returns an iterator over the calls.
  public func makeIterator() -> IndexingIterator<[SpyCall<Arguments, Result, Failure>]> {
    calls.makeIterator()
  }
}

extension SpyCalls: CustomStringConvertible {
  /// The number of calls, and below it the calls, each on a line; of many only the first ten and the last ten.
  public var description: String {
    guard !calls.isEmpty else { return "no call of \(subject)" }
    var lines = calls.enumerated().prefix(20).map { "\($0.offset + 1). \($0.element)" }
    if calls.count > 20 {
      let last = calls.enumerated().suffix(10).map { "\($0.offset + 1). \($0.element)" }
      lines = lines.prefix(10) + ["… \(calls.count - 20) more …"] + last
    }
    return "\(calls.count) \(calls.count == 1 ? "call" : "calls") of \(subject):\n\(lines.joined(separator: "\n"))"
  }
}

/// How many calls there were: a number that prints the calls with it, so that a failing test shows what was called.
///
/// It compares with whole numbers, `spy.count == 2`; where an `Int` is needed, use its ``value``.
public struct CallCount: Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The number.
  public let value: Int
  private let describe: @Sendable () -> String

  init(_ value: Int, _ describe: @escaping @Sendable () -> String) {
    self.value = value
    self.describe = describe
  }

  /// Creates a number to compare with.
  public init(integerLiteral value: Int) {
    self.init(value) { "\(value)" }
  }

  /// The number and the calls.
  public var description: String { describe() }

  /// Whether the numbers are the same.
  public static func == (left: CallCount, right: CallCount) -> Bool { left.value == right.value }

  /// Whether the number is `right`.
  public static func == (left: CallCount, right: Int) -> Bool { left.value == right }

  /// Whether the number is not `right`.
  public static func != (left: CallCount, right: Int) -> Bool { left.value != right }

  /// Whether one number is less than the other.
  public static func < (left: CallCount, right: CallCount) -> Bool { left.value < right.value }
}
