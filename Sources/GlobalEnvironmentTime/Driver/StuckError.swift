public import Foundation
public import GlobalEnvironment

/// A body in virtual time was given up: it waits for something that does not happen, or runs without end.
public struct StuckError: DescribedError {
  enum Reason: Sendable {
    /// Nothing can run, and nothing is due.
    case silence
    /// Only tasks that wait in real time run, and nothing is due.
    case realPolling
    /// Only timers and loops run.
    case loops
    /// Tasks run without end, and nothing is due that ends them.
    case polling
    /// A task blocks its thread, nothing else can run, and nothing is due.
    case blocked
    /// Something holds the main thread, which the run needs.
    case heldMainThread
  }

  let reason: Reason
  let limit: Int
  /// What waited on the timeline when the body was given up.
  public let pending: [PendingWork]
  /// The moment at which time stands.
  public let date: Date
  let place: SourcePlace?
  let last: String?
  /// `Task.sleep`, and what waits in it.
  let realSleeps: String
  /// What tasks wait for other than time, in words.
  let waits: [String]
  /// The function in which the task had continued that blocks its thread or runs without end.
  let function: String?

  /// What waits, since when, and where in the source, and what else may be the cause.
  public var description: String {
    let reason =
      switch reason {
      case .silence: "Nothing can run, nothing is due,"
      case .realPolling: "Nothing has run for long but tasks that wait in real time, nothing is due,"
      case .loops: "Nothing but timers and loops has run for \(limit) rounds,"
      case .polling:
        """
        Tasks run without end\(function.map { ", one in \($0)" } ?? ""), \
        \(isAnythingDue ? "what is due does not end them" : "nothing is due"),
        """
      case .blocked: "A \(Self.blockingTask(function)), nothing else can run, nothing is due,"
      case .heldMainThread: "The main thread is blocked, by this test or by something else, and virtual time needs it,"
      }
    let waiting = (waits + pending.map(\.description)).map { "Waiting: \($0)" }.joined(separator: "\n")
    return """
      \(reason) and the body\(place.map { " that began at \($0)" } ?? "") has not ended. Virtual time stands at \
      \(date.numerals). \(advice)
      \(waiting.isEmpty ? "Nothing waits for time." : waiting)\
      \(last.map { "\nThe last event: \($0)" } ?? "")
      """
  }

  /// Names a task that blocks its thread, and the function in which it had continued.
  static func blockingTask(_ function: String?) -> String {
    "task\(function.map { " that had continued in \($0)" } ?? "") blocks its thread"
  }

  private var isAnythingDue: Bool { pending.contains { $0.deadline != nil } }

  private var advice: String {
    switch reason {
    case .loops, .polling:
      "If it does end by itself, bound it with Env.timeout(after:), or give withVirtualTime or .virtualTime a higher limit."
    case .blocked:
      """
      It waits for something that never happens, or for something real that has not happened yet. Wait with await instead of \
      a semaphore for the first; wrap the other in Env.time.standingStill { … }, or give withVirtualTime or .virtualTime \
      more patience.
      """
    case .heldMainThread:
      """
      Wait with await there, or with wait(for:timeout:) in a test of XCTest, instead of a semaphore. If it waits there for \
      something real that takes long, give withVirtualTime or .virtualTime more patience.
      """
    case .silence where !waits.isEmpty, .realPolling where !waits.isEmpty:
      "It waits for something that the test must do."
    case .silence, .realPolling:
      """
      It waits for something that never happens, such as a continuation that nobody resumes or a stream that nobody \
      finishes, or for something real that has not happened yet: \
      \(realSleeps), a Timer, a DispatchSource or other work of a queue, a thread, real input and output. \(RealSleep.advice) \
      Put the others there, too, or give withVirtualTime or .virtualTime more patience.
      """
    }
  }
}
