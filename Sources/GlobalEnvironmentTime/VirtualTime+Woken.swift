import GlobalEnvironment

extension VirtualTime {
  /// Lets the running task, which a mock's time has woken, go on in a job of the driver, if code moves this time with `await`.
  ///
  /// A task that is woken just before it has suspended goes on without a job, on the thread where it is. The move would not
  /// see what it does next.
  func goOn(_ woken: Arrivals?) async {
    guard let woken else { return }
    // A task with an executor of its own never runs there.
    for _ in 0..<3 where TimelineDriver.running !== driver && driver.state.withLock(\.takesJobs) {
      await withUnsafeContinuation { continuation in driver.perform { continuation.resume() } }
    }
    woken.end()
  }
}
