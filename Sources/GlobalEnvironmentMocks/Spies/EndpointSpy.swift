import GlobalEnvironment
import GlobalEnvironmentTime

/// Records each call of an endpoint, which continues to work as before; made by `Env.spy(on:)`.
///
/// ```swift
/// let spy = Env.spy(on: \.http)
/// try await model.load()
/// #expect(spy.count == 1)
/// #expect(spy.calls.last?.arguments.url == url)
/// ```
///
/// Everything here may be used from any thread. It keeps all calls, with what was passed and returned, until ``clear()``.
public final class EndpointSpy<Arguments: Sendable, Result: Sendable, Failure: Error>: Sendable {
  private let log: CallLog<Arguments, Result, Failure>
  private let tap: Tap
  private let subject: String

  /// Makes the spy whose tap, which adds to `log`, is in the place of the endpoint `subject`.
  init(_ log: CallLog<Arguments, Result, Failure>, _ tap: Tap, on subject: String) {
    (self.log, self.tap, self.subject) = (log, tap, subject)
  }

  /// The calls so far, in the order in which they began.
  public var calls: SpyCalls<Arguments, Result, Failure> { SpyCalls(log.calls, of: subject) }

  /// How many calls there were; prints itself with the calls.
  public var count: CallCount { CallCount(log.calls.count) { [calls] in "\(calls)\n\(Self.limits)" } }

  /// Why a call may be missing.
  private static var limits: String {
    "If one is missing, it came before the spy, from another environment, or after another assignment to the endpoint."
  }

  /// Forgets the calls so far.
  public func clear() {
    log.clear()
  }

  /// Removes the spy from its endpoint, which from now on does only what it did before.
  ///
  /// A closure that was assigned to the endpoint since stays. The calls so far stay, too, and those that are under way still
  /// get their outcome there.
  public func remove() {
    tap.close()
  }

  /// Replaces the endpoint. It holds the calls only as long as the spy records.
  final class Tap: Sendable {
    private let log: Locked<CallLog<Arguments, Result, Failure>?>

    init(_ log: CallLog<Arguments, Result, Failure>) {
      self.log = Locked(log)
    }

    fileprivate func close() {
      log.replace(with: nil)
    }

    /// Whether the spy was removed.
    var isClosed: Bool { log.withLock { $0 == nil } }

    private var openLog: CallLog<Arguments, Result, Failure>? {
      UnobservedRead.isUnderWay ? nil : log.withLock { $0 }
    }

    /// Records a call of `original`.
    func pass(_ arguments: Arguments, _ original: () throws(Failure) -> Result) throws(Failure) -> Result {
      guard let log = openLog else { return try original() }
      let call = log.begin(arguments, at: UnobservedRead.now)
      let outcome = Swift.Result(catching: original)
      log.end(call, outcome, isCancelled: Task.isCancelled)
      return try outcome.get()
    }

    /// Records a call of `original`, on the actor of the caller.
    func pass(
      _ arguments: Arguments, _ original: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
      guard let log = openLog else { return try await original() }
      let call = log.begin(arguments, at: UnobservedRead.now)
      let outcome = await log.watchingCancellation(of: call, original)
      log.end(call, outcome, isCancelled: Task.isCancelled)
      return try outcome.get()
    }
  }
}

extension EndpointSpy: CustomStringConvertible {
  /// The calls so far, each on a line.
  public var description: String { calls.description }
}

extension CallLog {
  /// Runs `body`, and notes when its task is cancelled meanwhile.
  func watchingCancellation(
    of call: ID, _ body: () async throws(Failure) -> Result
  ) async -> Swift.Result<Result, Failure> {
    await withTaskCancellationHandler {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      cancel(call)
    }
  }
}
