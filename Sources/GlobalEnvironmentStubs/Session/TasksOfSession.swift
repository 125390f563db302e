// audit:allow-file clock, scheduling – URL sessions live in real time.

import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps the time of a run from moving while tasks of a URL session are on their way between it and its protocol.
///
/// On Apple's platforms, a protocol sees a task some time after `resume()`. The caller is notified of the end some time
/// after the protocol. Meanwhile the run has nothing to do. So the session is asked for its tasks before time moves: a
/// running task without an answer is on its way. The session replies on the queue of its completion handlers, after those
/// of ended tasks.
final class TasksOfSession: Sendable {
  private struct State {
    /// The tasks to which an answer is being made.
    var answered: Set<Int> = []
    /// The number of the question that is open, as the driver knows it.
    var question: UInt64?
    /// How many jobs of the run had begun when the session was asked last, and whether nothing was on its way.
    var latest: (steps: Int, isQuiet: Bool)?
    /// How often it was asked in a row.
    var rounds = 0
  }

  private let state = Locked(State())

  #if canImport(FoundationNetworking)
    /// Where the session is made to load again, for one task at a time.
    let queue = QueueStage.work.queue("GlobalEnvironment.TasksOfSession")
  #endif

  /// How often a session is asked, 5 ms of real time apart, before its tasks count as tasks that never begin.
  private static let mostRounds = 600

  /// Notes that an answer to a task is being made.
  func begin(_ task: Int) {
    state.withLock { _ = $0.answered.insert(task) }
  }

  /// Notes that the session is being notified how a task ended.
  func end(_ task: Int) {
    state.withLock { _ = $0.answered.remove(task) }
  }

  /// Looks at the tasks of `session` before each move of the time of `driver`.
  func hold(_ driver: TimelineDriver, for session: URLSession) {
    _ = driver.watch { [weak self, weak driver, weak session] in
      guard let self, let driver, let session else { return false }
      return isAnythingOnItsWay(in: session, driver)
    }
  }

  /// Whether something may be on its way; the driver is woken when it is known that nothing is.
  private func isAnythingOnItsWay(in session: URLSession, _ driver: TimelineDriver) -> Bool {
    let steps = driver.steps
    let (isQuiet, mustAsk) = state.withLock { state in
      if let latest = state.latest, latest.steps == steps {
        if latest.isQuiet || state.rounds > Self.mostRounds { return (true, false) }
      } else {
        state.rounds = 0
      }
      return (false, state.question == nil)
    }
    if mustAsk { ask(session, driver, steps) }
    return !isQuiet
  }

  private func ask(_ session: URLSession, _ driver: TimelineDriver, _ steps: Int) {
    let question = driver.beginOutside {}
    state.withLock { state in
      state.question = question
      state.rounds += 1
    }
    session.getAllTasks { tasks in
      let isQuiet = self.state.withLock { state in
        tasks.allSatisfy {
          $0.state == .suspended || $0.state == .completed || state.answered.contains($0.taskIdentifier)
        }
      }
      if isQuiet { return self.close(question, driver, steps, isQuiet: true) }
      // A task on its way takes a moment.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
        self.close(question, driver, steps, isQuiet: false)
      }
    }
    // A session that has ended may never reply. A session of a busy process replies late.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) { [weak self, weak driver] in
      if let driver { self?.close(question, driver, steps, isQuiet: true) }
    }
  }

  private func close(_ question: UInt64, _ driver: TimelineDriver, _ steps: Int, isQuiet: Bool) {
    let isOpen = state.withLock { state in
      guard state.question == question else { return false }
      (state.question, state.latest) = (nil, (steps, isQuiet))
      return true
    }
    if isOpen { driver.endOutside(question) }
  }
}
