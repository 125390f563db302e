import GlobalEnvironment

extension VirtualTime {

  /// Waits for something of the real world, while this time does not move by itself and nothing counts as stuck.
  ///
  /// ```swift
  /// let text = try await Env.time.standingStill { try await server.answer() }
  /// ```
  ///
  /// In virtual time, code that waits for a queue, a socket, another process or `Task.sleep` counts as something that cannot
  /// run, so time would jump to the next deadline, a timeout for instance. Real input and output of the environment's own
  /// endpoints is inside such a call already. Time moves while the task that called this sleeps by it. `body` runs on the
  /// actor of the caller. It is cancelled if it is still under way at the end of its run.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func standingStill<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let rescue = Rescue()
    let request = driver.beginOutside(of: currentTaskID) { rescue.cancel(because: nil) }
    do throws(Failure) {
      let result = try await body()
      await rescue.end()
      driver.endOutside(request)
      return result
    } catch {
      await rescue.end()
      driver.endOutside(request)
      throw error
    }
  }
}
