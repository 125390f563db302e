// audit:allow-file clock, scheduling – it counts the real time in which a test waits for nothing.

import Dispatch
import GlobalEnvironment

/// Ends the sleeps of a test in a time that no code moves, which would never end.
///
/// Those of child tasks, as code waits for them, are issues. For another task, nothing shows that anybody waits, and the test
/// may wait for something real: it is told on the standard error, as are all outside of tests, and is an issue when time has
/// stood still for longer. That is done only when the process has nothing else to do, as the test may just be late.
struct StandstillWatch: Sendable {
  /// For how long time must have stood still, in real time.
  var patience = DispatchTimeInterval.seconds(10)
  /// For how long after the standard error has been told, until all sleeps are issues.
  var patienceWithOthers = DispatchTimeInterval.seconds(20)
  /// Whether the process has had nothing to do since then.
  var isQuiet: @Sendable (ProcessorTime) -> Bool = { ProcessorTime.now.isQuiet(since: $0) }
  /// How often a busy process is given that time: it may only poll for something that never comes.
  var mostTimes = 30
  /// Called with the message.
  var tell: @Sendable (String) -> Void = { Environment.live.standardError("GlobalEnvironment: \($0)\n") }

  /// Watches `timeline` while a task sleeps there, and while that is held elsewhere.
  ///
  /// - Parameters:
  ///   - times: How often time has stood still for so long, in a busy process.
  ///   - told: When the standard error was told, which is done once, or time has moved since.
  func begin(on timeline: Timeline, after times: Int = 0, told: DispatchTime? = nil) {
    // What begins to sleep later has not waited for so long.
    let (elapsed, additions, start) = (timeline.elapsed, timeline.additions, ProcessorTime.now)
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak timeline] in
      guard let timeline else { return }
      guard let sleep = timeline.firstSleep else {
        timeline.endWatch()
        // A task may have begun to sleep before that.
        if timeline.firstSleep != nil, timeline.beginWatch() { begin(on: timeline, told: told) }
        return
      }
      guard timeline.elapsed == elapsed else { return begin(on: timeline, told: told.map { _ in .now() }) }
      guard isQuiet(start) || times + 1 >= mostTimes else {
        return begin(on: timeline, after: times + 1, told: told)
      }
      let isTest = TestHooks.framework != nil
      let isLong = told.map { .now() >= $0 + patienceWithOthers } ?? false
      let ended = isTest ? timeline.takeSleeps(ofAll: isLong, amongFirst: additions) : []
      for sleep in ended {
        sleep.cancel(because: StandstillError(description: "A task sleeps\(sleep.words) \(Self.advice)"))
      }
      let isNews = ended.isEmpty && told == nil
      if isNews { tell("A task sleeps\(sleep.words) \(Self.advice)") }
      begin(on: timeline, told: isNews ? .now() : told)
    }
  }

  private static let advice = """
    in the time of a mock, which has not been moved for a while. Move it with Env.time.advance(by:); or let it move by itself, \
    by the trait .virtualTime, inside withVirtualTime { … }, or with isInVirtualTime in an EnvironmentTestCase.
    """
}

/// What a task that sleeps in vain reports before its sleep throws `CancellationError`.
struct StandstillError: Error {
  let description: String
}

extension Timeline.Waiter {
  /// Its task and its place.
  fileprivate var words: String {
    "\(task.map { " (\($0.debugDescription))" } ?? "")\(place.map { " at \($0)" } ?? "")"
  }
}
