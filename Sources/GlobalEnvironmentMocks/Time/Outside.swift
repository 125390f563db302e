extension VirtualTime {

  /// Waits for something of the real world, while this time does not move by itself and nothing counts as stuck.
  ///
  /// In a task of its own, so that it can be cancelled when the run around it ends and leaves it behind.
  func standingStill<Result: Sendable>(
    during body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await body() }
    let request = driver.beginOutside { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    await end(request)
    return try result.get()
  }

  /// Goes back to the lane, where a run's tasks belong: elsewhere, time would not see that this one goes on.
  private func end(_ request: UInt64) async {
    await withUnsafeContinuation { continuation in
      let end: @Sendable () -> Void = { [driver] in
        driver.endOutside(request)
        continuation.resume()
      }
      if driver.isRun { Lane.submit(for: driver.owner, end) } else { end() }
    }
  }
}
