public import Foundation
public import GlobalEnvironment

/// A clock and a scheduler that move only when told.
///
/// Every mock environment has one: its `date()` and its `scheduler()` are two faces of one timeline, and ``advance(by:)``
/// moves both.
///
/// ```swift
/// Env.scheduler().schedule(after: .seconds(3)) { … }
/// Env.time.advance(by: .seconds(3))  // the work has run when this returns
/// ```
///
/// Work runs on the thread that advances. All of it is safe to use from any thread.
public final class VirtualTime: WorkScheduler {
  private let start: Date
  private let timeline = Locked(Timeline())

  private struct Timeline {
    var elapsed = Duration.zero
    var work = DeadlineQueue<@Sendable () -> Void>()
  }

  /// Creates a time that stands at `start`.
  public init(startingAt start: Date) {
    self.start = start
  }

  /// The moment at which time stands.
  public var now: Date { start + timeline.withLock { $0.elapsed }.inSeconds }

  /// Puts `work` on the timeline, `delay` from now.
  ///
  /// - Returns: A token that takes it off again.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
    let ticket = timeline.withLock { $0.work.insert(work, at: $0.elapsed.later(by: delay)) }
    return ScheduledWork { [weak self] in
      // What the work captured is released after the lock is.
      _ = self?.timeline.withLock { $0.work.remove(ticket) }
    }
  }

  /// Moves time forward and runs what falls due on the way, in order of deadline and then of scheduling.
  ///
  /// Time stands at each deadline while its work runs. Work that is scheduled meanwhile runs too, if it falls due. A
  /// negative `duration` moves nothing and fails the running test.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard duration >= .zero else {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      TestHooks.report("Time cannot be advanced by \(duration): it only moves forward.", at: place)
      return
    }
    let end = timeline.withLock { $0.elapsed.later(by: duration) }
    while let work = nextWork(dueBy: end) { work() }
    timeline.withLock { $0.elapsed = max($0.elapsed, end) }
  }

  /// Takes the next work that is due by `end` off the timeline and moves time to its deadline.
  private func nextWork(dueBy end: Duration) -> (@Sendable () -> Void)? {
    timeline.withLock { timeline in
      guard let next = timeline.work.popFirst(dueBy: end) else { return nil }
      // Work that advances time itself may have moved past this deadline.
      timeline.elapsed = max(timeline.elapsed, next.deadline)
      return next.element
    }
  }
}

extension Environment {

  /// The handle of this environment's virtual time; every mock has one.
  ///
  /// Where the scheduler is not a virtual one, the running test fails and the handle moves nothing.
  public var time: VirtualTime {
    if let time = scheduler() as? VirtualTime { return time }
    TestHooks.report(
      """
      Env.time moves the time of a mock, and this environment has none. Assign one first (Env = .mock), \
      or give it a virtual scheduler (Env.scheduler = { VirtualTime(startingAt: …) }, kept in a variable).
      """
    )
    return VirtualTime(startingAt: date())
  }
}
