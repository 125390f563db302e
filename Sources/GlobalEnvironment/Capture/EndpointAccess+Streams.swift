public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Repeated here as in EndpointAccess+Methods.

nonisolated extension EndpointAccess where Members == AllEndpoints {

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
