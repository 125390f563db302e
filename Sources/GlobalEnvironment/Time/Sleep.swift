extension WorkScheduler {

  /// Suspends the task for `duration`, or up to `tolerance` longer; returns at once for zero or less.
  ///
  /// ```swift
  /// try await scheduler.sleep(for: .milliseconds(300))
  /// ```
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(
    for duration: Duration, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: deadline(after: duration), tolerance: tolerance, place: place)
  }

  /// Suspends the task until `deadline`, or up to `tolerance` longer; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(
    until deadline: EnvironmentClock.Instant, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: deadline, tolerance: tolerance, place: place)
  }
}

extension Environment {

  /// Suspends the task: `Env.sleep(for:)`, `Env.sleep(until:)`.
  ///
  /// ```swift
  /// try await Env.sleep(for: .milliseconds(300))
  ///
  /// let deadline = Env.clock.now.advanced(by: .seconds(5))
  /// try await Env.sleep(until: deadline)
  /// ```
  @inlinable public var sleep: Sleeper { Sleeper(on: scheduler()) }

  /// What ``Environment/sleep`` calls.
  ///
  /// A value of its own: methods of the environment would copy all of that for the time of a sleep.
  public struct Sleeper: Sendable {
    private let scheduler: any WorkScheduler

    @usableFromInline init(on scheduler: any WorkScheduler) {
      self.scheduler = scheduler
    }

    /// Suspends the task for `duration`, or up to `tolerance` longer; returns at once for zero or less.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func callAsFunction(
      for duration: Duration, tolerance: Duration? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      let end = ScopeFamily.noteSleep(at: place)
      defer { end?() }
      try await scheduler.sleep(until: scheduler.deadline(after: duration), tolerance: tolerance, place: place)
    }

    /// Suspends the task until `deadline`, or up to `tolerance` longer; returns at once when that has passed.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func callAsFunction(
      until deadline: EnvironmentClock.Instant, tolerance: Duration? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      let end = ScopeFamily.noteSleep(at: place)
      defer { end?() }
      try await scheduler.sleep(until: deadline, tolerance: tolerance, place: place)
    }
  }
}
