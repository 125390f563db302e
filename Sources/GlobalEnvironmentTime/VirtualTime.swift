public import Foundation
public import GlobalEnvironment

/// A time that moves only when told, or inside `withVirtualTime` when nothing else can run.
///
/// Every mock environment has one: its `date()`, its schedulers, its `clock` and its sleeping tasks are faces of one
/// timeline. `Env.time` is its handle:
///
/// ```swift
/// Env.scheduler().schedule(after: .seconds(3)) { … }
/// Env.time.advance(by: .seconds(3))  // the work has run when this returns
/// ```
///
/// All of it is safe to use from any thread.
public final class VirtualTime: Sendable {
  let timeline: Timeline
  package let driver: TimelineDriver
  let start: Date
  /// Whether what is scheduled here runs away from the main queue, in a run or while `await` moves a mock's time.
  let isInBackground: Bool

  /// Creates a time that stands at `start`.
  ///
  /// Made inside `withVirtualTime`, it moves along with the time there.
  public convenience init(startingAt start: Date) {
    self.init(TimelineDriver.ofRun ?? TimelineDriver(), startingAt: start)
  }

  convenience init(_ driver: TimelineDriver, startingAt start: Date) {
    self.init(driver, standingAtZero: start - driver.timeline.elapsed.inSeconds)
  }

  /// Makes a handle of a time that stood at `start` in the beginning.
  init(_ driver: TimelineDriver, standingAtZero start: Date, isInBackground: Bool = false) {
    self.timeline = driver.timeline
    self.driver = driver
    self.start = start
    self.isInBackground = isInBackground
  }

  /// Another handle of the same time, for a scheduler whose work runs in the background.
  package var inBackground: VirtualTime {
    VirtualTime(driver, standingAtZero: start, isInBackground: true)
  }

  /// What handles of one time have in common.
  package var identity: AnyObject { timeline }

  /// The identity of the current environment's virtual time; nil where that has none.
  package static var identity: AnyObject? { UnobservedRead.virtualTime?.identity }

  /// Records that a test begins in this time. Returns the one that began in it first, if one did.
  package func begin(_ test: String) -> String? { timeline.begin(test) }

  /// The moment at which time stands.
  public var date: Date { date(at: timeline.elapsed) }

  /// What waits for its time, in the order in which it is due: a task from when it has suspended.
  public var pending: [PendingWork] {
    timeline.waiting.filter { !$0.waiter.isAboutToSuspend }.map { waiter, deadline in
      PendingWork(
        kind: waiter.isSleep ? .sleep : .work, deadline: deadline < .farthest ? date(at: deadline) : nil,
        since: date(at: waiter.since), place: waiter.place, task: waiter.task)
    }
  }

  func date(at elapsed: Duration) -> Date { start + elapsed.inSeconds }

  // MARK: Moving

  /// Moves time forward and runs the work that falls due on the way, in order of deadline and then of scheduling.
  ///
  /// Time stands at each deadline while its work runs, on the thread of the caller. Work that is scheduled meanwhile runs
  /// too, if it falls due. Threads that advance at once take turns, so time moves by the sum. Tasks that sleep are woken,
  /// and continue when their executor lets them: in an asynchronous test, `await` the other form of this, which waits for
  /// them. A negative `duration` moves nothing and fails the running test.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    guard isForward(duration, place) else { return }
    moving { moveAtOnce(to: timeline.elapsed.adding(duration), place) }
  }

  /// Moves time to `date`, and runs the work that falls due on the way. A date in the past moves nothing and fails the
  /// running test.
  public func advance(
    to date: Date,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    moving {
      if let end = end(at: date, place) { moveAtOnce(to: end, place) }
    }
  }

  /// Moves time from deadline to deadline until nothing waits any more.
  ///
  /// More than `limit` pieces of work fail the running test, with the name of what still waits. A timer never ends.
  public func run(
    limit: Int = 100_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    moving {
      var last: Timeline.Waiter?
      var count = 0
      timeline.beginMoment()
      awaitArrivals()
      while count < limit, let waiter = timeline.takeNext(dueBy: .farthest) {
        waiter.fire()
        awaitArrivals()
        last = waiter
        count += 1
      }
      reportEndlessMoment(place)
      if timeline.nextDeadline != nil, count >= limit { reportEndless(limit: limit, last: last, place) }
    }
  }

  func moveAtOnce(to end: Duration, _ place: SourcePlace) {
    timeline.beginMoment()
    awaitArrivals()
    while let waiter = timeline.takeNext(dueBy: end) {
      waiter.fire()
      awaitArrivals()
    }
    timeline.move(to: end)
    reportEndlessMoment(place)
  }

  // MARK: Misuse

  func isForward(_ duration: Duration, _ place: SourcePlace) -> Bool {
    if duration >= .zero { return true }
    TestHooks.report(
      "Time cannot be advanced by \(duration): it only moves forward. \(Self.earlierStart)", at: place)
    return false
  }

  private static let earlierStart = "To test an earlier moment, begin there: Env = .mock(date: …)."

  func end(at date: Date, _ place: SourcePlace) -> Duration? {
    let now = self.date
    let ahead = date.timeIntervalSince(now)
    guard ahead >= 0 else {
      TestHooks.report(
        """
        Time cannot be advanced to \(date.numerals): it stands at \(now.numerals) and only moves forward. \
        \(Self.earlierStart)
        """, at: place)
      return nil
    }
    // To the nearest nanosecond that a Date can express, from the start, so that errors do not add up.
    let total = date.timeIntervalSince(start)
    return total < 4e18 ? max(timeline.elapsed, Duration(nearestTo: total)) : .farthest
  }

  /// Reports what came back again and again without time moving, if anything did.
  func reportEndlessMoment(_ place: SourcePlace?) {
    for origin in timeline.takeEndless() {
      TestHooks.report(
        """
        Work\(origin.map { " scheduled at \($0)" } ?? "") came back \(timeline.loopLimit) times while time stood still. \
        It was put off by a second each time from then on. Give it a delay, or an \
        end\(driver.isRun ? ", or give withVirtualTime or .virtualTime a higher limit" : "").
        """,
        at: place
      )
    }
  }

  func reportEndless(limit: Int, last: Timeline.Waiter?, _ place: SourcePlace) {
    let culprit = timeline.waiting.first?.waiter.place ?? last?.place
    TestHooks.report(
      """
      There is still work after \(limit) pieces of it have run\(culprit.map { ", scheduled at \($0)" } ?? ""). \
      Cancel what repeats, use advance(by:), or give a higher limit.
      """,
      at: place
    )
  }
}

extension Duration {
  /// Creates the duration of whole nanoseconds that is nearest to `seconds`, which must be small enough for one.
  fileprivate init(nearestTo seconds: TimeInterval) {
    let whole = seconds.rounded(.down)
    self = .seconds(Int64(whole)) + .nanoseconds(Int64(((seconds - whole) * 1e9).rounded()))
  }
}

extension Environment {

  /// The handle of this environment's virtual time; every mock has one.
  ///
  /// Where the scheduler is not a virtual one, the running test fails and the handle moves nothing.
  public var time: VirtualTime {
    if let time = virtualTime { return time }
    TestHooks.report(
      """
      Env.time moves the time of a mock, and this environment has none. \
      \(TestHooks.adviceForMock(
        inTest: "Assign one first (Env = .mock), or run the test with the trait .virtualTime."))
      """
    )
    return VirtualTime(startingAt: date())
  }
}
