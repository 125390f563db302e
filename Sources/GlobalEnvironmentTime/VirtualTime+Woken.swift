import GlobalEnvironment

/// Tasks that sleep in the time of a mock, which code moves with `await`.
///
/// A task that is woken just before it has suspended goes on without a job, on the thread where it is. The move would not see
/// what it does next. So each task says that it goes on, and a move waits for those that have not.
extension VirtualTime {
  /// The tasks that have been woken, for which moves wait from now on; nil in a run, whose tasks all go on in jobs.
  var watchedWoken: Arrivals? {
    if driver.isRun { return nil }
    let woken = timeline.moves.woken
    if woken.beginsNow() { _ = driver.watch { woken.areExpected } }
    return woken
  }

  /// Lets the running task, which was woken, go on in a job of the driver, if code moves this time.
  func goOn(_ woken: Arrivals?) async {
    guard let woken else { return }
    // A task with an executor of its own never runs there.
    var tries = 0
    while tries < 3, driver.takesJobs, TimelineDriver.running !== driver {
      await withUnsafeContinuation { continuation in driver.perform { continuation.resume() } }
      tries += 1
    }
    woken.end()
  }
}
