extension Environment {

  /// Suspends the task for `duration`, or up to `tolerance` longer; returns at once for zero or less.
  ///
  /// ```swift
  /// try await Env.sleep(for: .milliseconds(300))
  /// ```
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(
    for duration: Duration, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let scheduler = scheduler()
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await scheduler.sleep(until: scheduler.now.advanced(by: duration), tolerance: tolerance, place: place)
  }

  /// Suspends the task until `deadline`, or up to `tolerance` longer; returns at once when that has passed.
  ///
  /// ```swift
  /// let deadline = Env.clock.now.advanced(by: .seconds(5))
  /// try await Env.sleep(until: deadline)
  /// ```
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(
    until deadline: EnvironmentClock.Instant, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await scheduler().sleep(until: deadline, tolerance: tolerance, place: place)
  }
}
