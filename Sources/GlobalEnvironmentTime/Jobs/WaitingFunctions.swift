import Foundation
import GlobalEnvironment

/// The asynchronous functions that wait for the running one, which the stack of the thread does not show: for a report
/// that says where the program called this package.
package enum WaitingFunctions {
  private static let key = "GlobalEnvironment.WaitingFunctions"

  /// The addresses at which they will continue, the innermost first; none outside of ``known(_:)``.
  package static var current: [UInt] { Thread.current.threadDictionary[key] as? [UInt] ?? [] }

  /// Runs `report`. Meanwhile the functions that wait for this one are known.
  package static func known<Result>(_ report: () -> Result) async -> Result {
    let all = await withUnsafeContinuation { continuation in
      // The task has noted by now where it continues.
      continuation.resume(returning: ResumePoints.ofCurrentTask)
    }
    return show(all, to: report)
  }

  private static func show<Result>(_ functions: [UInt], to report: () -> Result) -> Result {
    // No task-local: to bind one takes a lock that may be held while a task is cancelled.
    let thread = Thread.current
    thread.threadDictionary[key] = functions
    defer { thread.threadDictionary[key] = nil }
    return report()
  }
}
