public import Foundation
import GlobalEnvironment

extension VirtualTime {

  /// Moves time forward, and waits for all that falls due on the way: blocks of work, and sleeping tasks with what they
  /// do until they wait again.
  ///
  /// ```swift
  /// await Env.time.advance(by: .seconds(3))
  /// ```
  ///
  /// Where several tasks advance at once, each moves time to its own end, `duration` after where time stood when it began:
  /// what one of them wakes may advance within that move. It also completes when the task is cancelled. A negative `duration`
  /// moves nothing and fails the running test.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    guard isForward(duration, place) else { return }
    await reporting(place) { await move(to: timeline.elapsed.adding(duration), place) }
  }

  /// Moves time to `date`, and waits for all that falls due on the way. A date in the past moves nothing and fails the
  /// running test.
  public func advance(
    to date: Date,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if let end = end(at: date, place) { await reporting(place) { await move(to: end, place) } }
  }

  /// Moves time from deadline to deadline until nothing waits any more.
  ///
  /// More than `limit` deadlines fail the running test, with the name of what still waits. A timer never ends.
  public func run(
    limit: Int = 100_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await reporting(place) {
      await awaitArrivals()
      await driver.settle()
      var count = 0
      while let next = timeline.nextDeadline {
        guard count < limit else { return reportEndless(limit: limit, last: nil, place) }
        await move(to: next, place)
        count += 1
      }
    }
  }

  /// Waits until nothing more can run without moving time.
  ///
  /// ```swift
  /// model.start()               // starts tasks
  /// await Env.time.settle()     // they have run, up to where they sleep or wait for something else
  /// ```
  ///
  /// Work that is due already runs. Tasks that were started a moment ago are seen in a test with `.virtualTime` only;
  /// in other mocks they may still be on their way on another thread. What happens outside virtual time, such as real
  /// input and output, is not waited for.
  public func settle(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await reporting(place) { await driver.settle() }
  }

  private func move(to end: Duration, _ place: SourcePlace) async {
    // The driver of a run that has ended moves nothing.
    if driver.isRun, driver.phase != .open { return moving { moveAtOnce(to: end, place) } }
    let request = driver.begin(upTo: end)
    await reach(end, place)
    await driver.settle()
    // What was due at the end may be on its way.
    while mustAwaitArrivals {
      await awaitArrivals()
      await driver.settle()
    }
    driver.end(request)
  }

  /// Waits until time has reached `end`, cancelled or not.
  private func reach(_ end: Duration, _ place: SourcePlace) async {
    // Until time is there, it need not stand still for this task.
    let standing = driver.standingTask
    let onWake = standing.map { [driver] task in { @Sendable in driver.note(sleeps: false, of: task) } }
    defer { onWake?() }
    // Only the end of its run cancels this waiter: then there is nothing left to wait for.
    try? await withUnsafeThrowingContinuation { continuation in
      let origin = timeline.origin(place: place, task: nil, role: .current)
      let waiter = Timeline.Waiter(action: .sleep(continuation, .current), origin: origin, onWake: onWake)
      // What waits for the end of time is never due.
      let last = min(end, .farthest - .nanoseconds(1))
      if timeline.addUnlessPast(waiter, at: last) == nil {
        continuation.resume()
      } else if let standing {
        driver.note(sleeps: true, of: standing)
      }
      driver.wake()
    }
  }

  /// Reports what `body` finds to be endless.
  private func reporting(_ place: SourcePlace, _ body: () async -> Void) async {
    _ = TimelineDriver.install
    timeline.beginMoment()
    // A run that moves another time stands still meanwhile.
    let run = TimelineDriver.ofRun.flatMap { $0 === driver ? nil : $0 }
    let request = run?.beginOutside(cancel: {})
    await body()
    if let run, let request { run.endOutside(request) }
    reportEndlessMoment(place)
  }
}
