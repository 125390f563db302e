// audit:allow-file clock, scheduling – a search that has no end keeps its thread.

import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

/// A thread for searches that may have no end, one at a time.
///
/// Not one of a pool, whose threads may all wait for such a search. It is used again after each search; one whose search
/// does not end is missing, and another takes its place.
final class SearchThread: Sendable {
  private struct Search: Sendable {
    let body: @Sendable () -> Void
    let end = DispatchSemaphore(value: 0)
    /// The thread that searches, and for how many seconds it had run before.
    let thread = Locked<(number: UInt, used: Double)?>(nil)

    /// Whether the search has used so many seconds of processor time.
    func hasWorked(for seconds: Double) -> Bool {
      guard let thread = thread.withLock({ $0 }), let used = ThreadState.processorTime(of: thread.number) else {
        return false
      }
      return used - thread.used >= seconds
    }
  }

  /// The threads that wait for a search.
  private static let idle = Locked<[SearchThread]>([])
  /// How many may wait, for the life of the process.
  private static let mostIdle = 4

  private let search = Locked<Search?>(nil)
  private let begin = DispatchSemaphore(value: 0)

  /// Runs `body` on such a thread, and returns when it has ended, or after a limited time.
  ///
  /// - Parameter limit: How long to wait, in seconds; up to ten times as long for a search that has hardly run meanwhile.
  static func run(for limit: Double, _ body: @escaping @Sendable () -> Void) {
    let search = Search(body: body)
    let thread = idle.withLock { $0.popLast() } ?? SearchThread()
    thread.search.replace(with: search)
    thread.begin.signal()
    for _ in 0..<10 {
      if search.end.wait(timeout: .now() + limit) == .success || search.hasWorked(for: limit / 2) { return }
    }
  }

  private init() {
    Thread.detachNewThread { self.work() }
  }

  private func work() {
    var isNeeded = true
    while isNeeded {
      begin.wait()
      let search = search.replace(with: nil)
      let number = ThreadState.current
      search?.thread.replace(with: (number, ThreadState.processorTime(of: number) ?? 0))
      search?.body()
      // Before the caller continues, which may search again at once.
      isNeeded = Self.idle.withLock { idle in
        if idle.count < Self.mostIdle { idle.append(self) }
        return idle.last === self
      }
      search?.end.signal()
    }
  }
}
