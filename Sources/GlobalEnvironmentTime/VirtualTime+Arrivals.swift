import Dispatch
import Foundation
import GlobalEnvironment

extension Arrival {
  /// Makes one that is on its way; nil in a run, and where time is not virtual.
  package convenience init?(in time: VirtualTime?) {
    guard let time, !time.driver.isRun else { return nil }
    let moves = time.timeline.moves
    if moves.arrivals.beginsNow() { _ = time.driver.watch { moves.areExpected } }
    self.init(time.timeline, moves.arrivals)
  }
}

extension VirtualTime {
  /// Runs `body` when no other code moves this time.
  func moving(_ body: () -> Void) {
    // The move that is under way may wait for the caller.
    let arrival = Arrival.current(on: timeline)
    arrival?.rest()
    timeline.moves.turn.withLock(body)
    arrival?.begin()
  }

  /// Waits until no code is on its way any more, unless the caller itself is on its way.
  func awaitArrivals() {
    guard Arrival.current(on: timeline) == nil else { return }
    // A request continues when its closure has returned.
    let moves = timeline.moves
    repeat {
      moves.arrivals.wait()
      moves.closures.wait()
    } while moves.arrivals.areExpected
  }

  /// Whether code is on its way, other than the caller, or a task has been woken.
  var mustAwaitArrivals: Bool {
    (timeline.moves.areExpected || driver.woken?.areExpected == true) && Arrival.current(on: timeline) == nil
  }

  /// Waits until no code is on its way any more, and all woken tasks go on, unless the caller itself is on its way.
  func awaitArrivals() async {
    guard mustAwaitArrivals else { return }
    // A stream: the thread sanitizer does not see that a continuation which is resumed at once hands over. In a task of its own:
    // a cancelled one would not wait.
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
    // audit:allow scheduling – waits for what is real
    QueueStage.arrival.queue("GlobalEnvironment.Arrivals").async {
      self.awaitArrivals()
      self.driver.woken?.wait()
      continuation.finish()
    }
    await Task.detached { for await _ in end {} }.value
  }

  // MARK: Woken tasks

  /// Lets the running task, which a mock's time has woken, go on in a job of the driver, if code moves this time with `await`.
  ///
  /// Time may wake a task before the task has suspended. Then the task goes on without a job, on its own thread, and the move
  /// does not see what it does.
  func goOn(_ woken: Arrivals?) async {
    guard let woken else { return }
    // A task with an executor of its own never runs there.
    for _ in 0..<3 where TimelineDriver.running !== driver && driver.state.withLock(\.takesJobs) {
      await withUnsafeContinuation { continuation in driver.perform { continuation.resume() } }
    }
    woken.end()
  }
}
