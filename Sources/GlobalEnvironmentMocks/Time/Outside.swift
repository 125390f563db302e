extension VirtualTime {

  /// Waits for something of the real world, while this time does not move by itself and nothing counts as stuck.
  ///
  /// In a task of its own, so that it can be cancelled when the run around it ends and leaves it behind.
  func standingStill<Result: Sendable>(
    during body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await body() }
    let request = driver.beginOutside { task.cancel() }
    defer { driver.endOutside(request) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
