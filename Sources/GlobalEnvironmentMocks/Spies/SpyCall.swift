public import Foundation
import GlobalEnvironment

/// One call that a spy has seen.
public struct SpyCall<Arguments: Sendable, Result: Sendable, Failure: Error>: Sendable {
  /// What was passed: one value, or a tuple of several.
  public let arguments: Arguments
  /// The moment of the call, in the virtual time of the caller; where there is none, by its `Env.date()`.
  public let date: Date
  /// The outcome; nil as long as the call has not ended.
  public internal(set) var outcome: Swift.Result<Result, Failure>?
  /// Whether the calling task was cancelled before the call ended.
  public internal(set) var isCancelled = false

  /// What was returned; nil when it has not ended, or threw.
  public var result: Result? { try? outcome?.get() }

  /// What was thrown; nil when it has not ended, or returned.
  public var error: Failure? {
    if case .failure(let error) = outcome { error } else { nil }
  }
}

extension SpyCall: CustomStringConvertible {
  /// The call on one line: `("a", 1) at 2019-11-12T08:45:00.000Z returned true`.
  public var description: String {
    let outcome =
      switch outcome {
      case .success(let result): result is Void ? "returned" : "returned \(SpyText.of(result))"
      case .failure(let error): "threw \(SpyText.of(error))"
      case nil: "has not ended"
      }
    return "\(SpyText.ofArguments(arguments)) at \(date.numerals) \(outcome)\(isCancelled ? ", cancelled" : "")"
  }
}

/// Values for messages: short, and on one line.
enum SpyText {
  /// At most 200 characters of `value`; text in quotation marks.
  static func of(_ value: Any) -> String {
    let text = (value as? String).map { $0.shortened(to: 200).debugDescription }
    return (text ?? String(describing: value).shortened(to: 200)).replacing(#/[\r\n]+/#, with: " ")
  }

  /// The arguments in parentheses: `(1, "a")` for two, `("a")` for one.
  static func ofArguments(_ arguments: Any) -> String {
    let isTuple = Mirror(reflecting: arguments).displayStyle == .tuple
    return isTuple ? of(arguments) : "(\(of(arguments)))"
  }
}
