import Foundation

extension Environment {

  /// Runs `body`, and cancels it when it takes longer than `limit`.
  ///
  /// ```swift
  /// let posts = try await Env.timeout(after: .seconds(5)) { try await fetchPosts() }
  /// ```
  ///
  /// It returns when `body` has ended: a body that ignores cancellation delays it.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: ``EnvironmentTimeoutError`` when `limit` has passed first, else what `body` throws.
  public func timeout<Result: Sendable>(
    after limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Result
  ) async throws -> Result {
    let scheduler = scheduler()
    let virtual = scheduler as? any VirtualScheduler
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let deadline = scheduler.deadline(after: limit)
    let start = deadline.advanced(by: .zero.subtracting(limit))
    return try await withThrowingTaskGroup(of: TimedOutcome<Result>.self) { group in
      group.addTask { .finished(try await body()) }
      group.addTask {
        do {
          if let virtual {
            try await virtual.awaitTimeout(at: deadline, place: place)
          } else {
            try await scheduler.sleep(until: deadline, tolerance: nil, place: place)
          }
          return .timedOut
        } catch {
          return .cancelled
        }
      }
      defer { group.cancelAll() }
      while let outcome = try await group.next() {
        switch outcome {
        case .finished(let result): return result
        case .timedOut:
          throw EnvironmentTimeoutError(
            limit: limit, place: place, hint: virtual?.timeoutHint(since: start))
        case .cancelled: continue  // What the cancelled body returns or throws counts.
        }
      }
      throw CancellationError()
    }
  }
}

private enum TimedOutcome<Value: Sendable>: Sendable {
  case finished(Value), timedOut, cancelled
}

/// Something took longer than it may.
public struct EnvironmentTimeoutError: DescribedError, Sendable {
  /// How long it may take.
  public let limit: Duration
  /// Where the limit was given.
  public let place: SourcePlace
  let hint: String?

  /// How long it may take, and where that limit was given; in virtual time also what that does not wait for.
  public var description: String {
    "Timed out: not finished after \(limit), the limit given at \(place).\(hint.map { " \($0)" } ?? "")"
  }
}
