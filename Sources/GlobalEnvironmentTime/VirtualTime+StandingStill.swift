import GlobalEnvironment

extension VirtualTime {

  /// Waits for something of the real world, while this time does not move by itself and nothing counts as stuck.
  ///
  /// ```swift
  /// let text = try await Env.time.standingStill { try await server.answer() }
  /// ```
  ///
  /// In virtual time, code that waits for a queue, a socket, another process or `Task.sleep` counts as something that cannot
  /// run, so time would jump to the next deadline, a timeout for instance. Where `Env.http` or `Env.bytes` reaches the real
  /// network, that is inside such a call already. Time moves while the task that called this sleeps by it. `body` runs on
  /// the actor of the caller. It is cancelled if it is still under way at the end of its run.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func standingStill<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let end = driver.beginStandingStill()
    do throws(Failure) {
      let result = try await body()
      await end()
      return result
    } catch {
      await end()
      throw error
    }
  }
}
