public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Key paths cannot reach methods, and a compiler that looks for one through them may crash: so each method is repeated here.
// Each is emitted into the code that calls it: a program carries only those that it calls.

// MARK: Time

nonisolated extension EndpointAccess where Members == AllEndpoints {

  /// Suspends the task as `Env.sleep(for:)` does, in the time of this environment.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  @_alwaysEmitIntoClient
  public func sleep(
    for duration: Duration, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    try await run {
      try await Env.sleep(
        for: duration, tolerance: tolerance, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Suspends the task as `Env.sleep(until:)` does, in the time of this environment.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  @_alwaysEmitIntoClient
  public func sleep(
    until deadline: EnvironmentClock.Instant, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    try await run {
      try await Env.sleep(
        until: deadline, tolerance: tolerance, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Returns a timer as `Env.timer(every:)` does, in the time of this environment.
  @_alwaysEmitIntoClient
  public func timer(
    every interval: Duration, tolerance: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> EnvironmentTimer {
    run {
      Env.timer(
        every: interval, tolerance: tolerance, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Runs `body` in this environment, and cancels it when it takes longer than `limit`, as `Env.timeout(after:)` does.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: ``EnvironmentTimeoutError`` when `limit` has passed first, else what `body` throws.
  @_alwaysEmitIntoClient
  public func timeout<Result: Sendable>(
    after limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Result
  ) async throws -> Result {
    try await run {
      try await Env.timeout(
        after: limit, fileID: fileID, filePath: filePath, line: line, column: column, body)
    }
  }
}

// MARK: Network

nonisolated extension EndpointAccess where Members == AllEndpoints {

  /// Fetches and decodes what is at `url`, as `Env.json(_:from:)` does.
  ///
  /// - Returns: The decoded value.
  /// - Throws: ``EnvironmentHTTPError``, and what the endpoint `http` throws.
  @_alwaysEmitIntoClient
  public func json<Value: Decodable>(
    _ type: Value.Type = Value.self, from url: URL, decoder: EnvironmentDecoder<Data>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    try await run {
      try await Env.json(
        type, from: url, decoder: decoder, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Sends `request` and decodes the answer, as `Env.json(_:for:)` does.
  ///
  /// - Returns: The decoded value.
  /// - Throws: ``EnvironmentHTTPError``, and what the endpoint `http` throws.
  @_alwaysEmitIntoClient
  public func json<Value: Decodable>(
    _ type: Value.Type = Value.self, for request: URLRequest, decoder: EnvironmentDecoder<Data>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    try await run {
      try await Env.json(
        type, for: request, decoder: decoder, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Sends `request`, and returns the head of the answer and its body as it comes, as `Env.bytes(for:)` does.
  ///
  /// - Throws: As that does.
  @_alwaysEmitIntoClient
  public func bytes(
    for request: URLRequest,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    try await run {
      try await Env.bytes(for: request, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Fetches what is at `url`, and returns the head of the answer and its body as it comes, as `Env.bytes(from:)` does.
  ///
  /// - Throws: As that does.
  @_alwaysEmitIntoClient
  public func bytes(
    from url: URL,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    try await run {
      try await Env.bytes(from: url, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Sends `request` with a body, as `Env.upload(for:from:)` does.
  ///
  /// - Throws: As that does.
  @_alwaysEmitIntoClient
  public func upload(
    for request: URLRequest, from body: Data, progress: EnvironmentProgress.Handler? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (Data, HTTPURLResponse) {
    try await run {
      try await Env.upload(
        for: request, from: body, progress: progress, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Sends `request` with what a file of this environment holds, as `Env.upload(for:fromFile:)` does.
  ///
  /// - Throws: As that does.
  @_alwaysEmitIntoClient
  public func upload(
    for request: URLRequest, fromFile file: URL, progress: EnvironmentProgress.Handler? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (Data, HTTPURLResponse) {
    try await run {
      try await Env.upload(
        for: request, fromFile: file, progress: progress, fileID: fileID, filePath: filePath, line: line,
        column: column)
    }
  }

  /// Sends `request`, and writes the body of the answer to a file of this environment, as `Env.download(for:to:)` does.
  ///
  /// - Throws: As that does.
  @_alwaysEmitIntoClient @discardableResult
  public func download(
    for request: URLRequest, to file: URL, progress: EnvironmentProgress.Handler? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> HTTPURLResponse {
    try await run {
      try await Env.download(
        for: request, to: file, progress: progress, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
