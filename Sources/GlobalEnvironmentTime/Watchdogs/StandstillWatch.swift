// audit:allow-file clock, scheduling – it counts the real time in which a test waits for nothing.

import Dispatch
import GlobalEnvironment

/// Warns of a task that sleeps in a time that no code moves: a test that waits for it would hang silently.
///
/// The warning goes to the standard error and is no issue, as the test may wait for something real. It is given only when
/// the process has nothing else to do, as the test may just be late.
struct StandstillWatch: Sendable {
  /// For how long time must have stood still, in real time.
  var patience = DispatchTimeInterval.seconds(10)
  /// Whether the process has had nothing to do since then.
  var isQuiet: @Sendable (ProcessorTime) -> Bool = { ProcessorTime.now.isQuiet(since: $0) }
  /// How often a busy process is given that time: it may only poll for something that never comes.
  var mostTimes = 30
  /// Called with the message.
  var tell: @Sendable (String) -> Void = { Environment.live.standardError("GlobalEnvironment: \($0)\n") }

  /// Watches `timeline` as long as that is held elsewhere, until it has reported it once.
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
      tell(
        """
        A task sleeps\(sleep.task.map { " (\($0.debugDescription))" } ?? "")\(sleep.place.map { " at \($0)" } ?? "") in the \
        time of a mock, which has not been moved for a while. Move it with Env.time.advance(by:); or let it move by itself, \
        by the trait .virtualTime or inside withVirtualTime { … }.
        """)
    }
  }
}
