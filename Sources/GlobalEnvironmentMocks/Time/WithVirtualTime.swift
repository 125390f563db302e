public import Foundation
import GlobalEnvironment

/// Runs `body` in a virtual time that moves by itself to the next deadline whenever nothing can run.
///
/// ```swift
/// try await withVirtualTime {
///   model.type("s")                            // starts a task that sleeps for 300 ms, then searches
///   try await Env.sleep(for: .milliseconds(300))
///   #expect(model.results == ["swift"])
/// }
/// ```
///
/// No real time passes, and all that `body` starts runs in one order, the same each time: child tasks, `Task {}`,
/// `Task.detached`, actors, the main actor, blocks of schedulers. What leaves that order is what the environment does not
/// know: real queues, threads, real input and output, and `Task.yield()` inside an actor in an unstructured task.
///
/// `body` runs in a copy of the current environment with a time of its own. It begins where a mock's time stands, else on
/// 12 November 2019, 02:45:00 in Chicago. What is still waiting when `body` ends is cancelled; what goes on
/// nevertheless fails the running test.
///
/// - Parameters:
///   - seed: Chooses the order in which what may run next does run; nil for first come, first served. Seeded runs of one
///     process take place one after another. The trait `.virtualTime(seeds:)` tries many, and names one that fails.
///   - fileID: The module and the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: What runs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; ``StuckError`` when `body` has not ended although nothing can run and nothing is due, for
///   three seconds of real time; although nothing but timers and loops has gone on for 100,000 rounds, and nothing waits
///   that was there before; or although tasks run without end while nothing is due, for a minute of real time.
public func withVirtualTime<Result: Sendable>(
  seed: Int? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping @isolated(any) @Sendable () async throws -> Result
) async throws -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  // Time moves by itself here already.
  if VirtualTimeRun.isUnderWay {
    if seed != nil { TestHooks.report(nestedSeed, at: place) }
    return try await body()
  }
  // In a task of its own, so that a body that can never end can be left behind.
  let outcome = Outcome<Result>()
  let task = Task {
    do {
      let run = VirtualTimeRun(place: place)
      let value = try await run.perform(seed: seed, onHopeless: { outcome.settle(.failure($0)) }) { try await body() }
      outcome.settle(.success(value))
    } catch {
      outcome.settle(.failure(error))
    }
  }
  return try await withTaskCancellationHandler {
    try await outcome.value
  } onCancel: {
    task.cancel()
  }
}

private let nestedSeed = """
  A seed has no effect inside a body that runs in virtual time already. Give it to the outermost, or take it away here.
  """

/// A body in virtual time waits for something that will never happen.
public struct StuckError: Error, CustomStringConvertible, LocalizedError {
  enum Reason: Sendable {
    /// Nothing can run, and nothing is due.
    case silence
    /// Nothing but loops goes on.
    case loops
    /// Tasks run without end, and nothing is due.
    case polling
  }

  let reason: Reason
  let limit: Int
  /// What waits on the timeline: nothing of it ever comes due, or only timers and loops do.
  public let pending: [PendingWork]
  /// The moment at which time stands.
  public let date: Date
  let place: SourcePlace?
  let last: String?

  /// What waits, since when, and where in the source.
  public var description: String {
    let reason =
      switch reason {
      case .silence: "Nothing can run, nothing is due,"
      case .loops: "Nothing but timers and loops has gone on for \(limit) rounds,"
      case .polling: "Tasks go on and on, nothing is due,"
      }
    let advice = self.reason == .loops ? " If it does end one day, say when at the latest: Env.timeout(after:)." : ""
    return """
      \(reason) and the body\(place.map { " that began at \($0)" } ?? "") has not ended: it waits for something that never \
      happens. Virtual time stands at \(date.numerals).\(advice)
      \(pending.isEmpty ? "Nothing waits for time." : pending.map { "Waiting: \($0)" }.joined(separator: "\n"))\
      \(last.map { "\nThe last that happened: \($0)" } ?? "")
      """
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
