import Foundation
public import GlobalEnvironment
import GlobalEnvironmentStubs

extension FunctionSpy {
  /// One way to answer a call.
  ///
  /// ```swift
  /// load.stub(.throws(URLError(.timedOut)), .returns(note))  // the second attempt succeeds
  /// ```
  public struct Answer: Sendable {
    enum Kind: Sendable {
      case outcome(Swift.Result<Result, Failure>)
      case body(@Sendable (Arguments) throws(Failure) -> Result)
      case asyncBody(@Sendable (Arguments) async throws(Failure) -> Result)
      case pending(PendingAnswer<Result, Failure>)
    }

    let kind: Kind

    /// Returns `result`.
    public static func returns(_ result: Result) -> Self { Self(kind: .outcome(.success(result))) }

    /// Throws `error`.
    public static func `throws`(_ error: Failure) -> Self { Self(kind: .outcome(.failure(error))) }

    /// Runs `body`.
    public static func runs(_ body: @escaping @Sendable (Arguments) throws(Failure) -> Result) -> Self {
      Self(kind: .body(body))
    }

    /// Runs `body`, on the actor of the caller. Only an asynchronous call can be answered in this way.
    public static func runs(_ body: @escaping @Sendable (Arguments) async throws(Failure) -> Result) -> Self {
      Self(kind: .asyncBody(body))
    }

    /// Waits until `pending` is resolved, and gives its outcome. Only an asynchronous call can wait.
    public static func waits(for pending: PendingAnswer<Result, Failure>) -> Self { Self(kind: .pending(pending)) }
  }
}

/// A spy was called before it was stubbed.
public struct UnstubbedCallError: DescribedError, Sendable {
  /// Where the spy was made.
  public let place: SourcePlace

  /// The place of the spy, and how to fix this.
  public var description: String {
    "The spy made at \(place) was called before it was stubbed. Stub it first: spy.stub(…)."
  }
}
