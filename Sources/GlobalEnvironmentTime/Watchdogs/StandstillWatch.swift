// audit:allow-file clock, scheduling – it counts the real time in which a test waits for nothing.

import Dispatch
import GlobalEnvironment

/// Ends the sleeps of a test in a time that no code moves, which would never end.
///
/// Those of child tasks, as code waits for them, are issues. For another task, nothing shows that anybody waits, and the test
/// may wait for something real: it is told on the standard error, as are all outside of tests. That is done only when the
/// process has nothing else to do, as the test may just be late.
struct StandstillWatch: Sendable {
  /// For how long time must have stood still, in real time.
  var patience = DispatchTimeInterval.seconds(10)
  /// Whether the process has had nothing to do since then.
  var isQuiet: @Sendable (ProcessorTime) -> Bool = { ProcessorTime.now.isQuiet(since: $0) }
  /// How often a busy process is given that time: it may only poll for something that never comes.
  var mostTimes = 30
  /// Called with the message.
  var tell: @Sendable (String) -> Void = { Environment.live.standardError("GlobalEnvironment: \($0)\n") }

  /// Watches `timeline` as long as that is held elsewhere, until it has told of it once.
  ///
  /// - Parameter times: How often time has stood still for so long, in a busy process.
  func begin(on timeline: Timeline, after times: Int = 0) {
    let (elapsed, start) = (timeline.elapsed, ProcessorTime.now)
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak timeline] in
      guard let timeline else { return }
      guard let sleep = timeline.firstSleep else {
        timeline.endWatch()
        // A task may have begun to sleep before that.
        if timeline.firstSleep != nil, timeline.beginWatch() { begin(on: timeline) }
        return
      }
      guard timeline.elapsed == elapsed else { return begin(on: timeline) }
      guard isQuiet(start) || times + 1 >= mostTimes else { return begin(on: timeline, after: times + 1) }
      let awaited = TestHooks.framework == nil ? [] : timeline.takeSleepsOfChildren()
      if awaited.isEmpty { return tell("A task sleeps\(sleep.words) \(Self.advice)") }
      for sleep in awaited {
        sleep.cancel(because: StandstillError(description: "A task sleeps\(sleep.words) \(Self.advice)"))
      }
      begin(on: timeline)
    }
  }

  private static let advice = """
    in the time of a mock, which has not been moved for a while. Move it with Env.time.advance(by:); or let it move by itself, \
    by the trait .virtualTime or inside withVirtualTime { … }.
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
