public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Environment {

  /// Sends `request`, and returns the head of the answer, and its body as it comes.
  ///
  /// ```swift
  /// let (bytes, response) = try await Env.bytes(for: request)
  /// for try await line in bytes.lines { print(line) }
  /// ```
  ///
  /// It is sent with ``httpBytes``.
  ///
  /// - Returns: The body, which can be read once, and the head, whatever its status.
  /// - Throws: A `URLError` when no answer comes: `.cancelled` when the calling task is cancelled, `.timedOut` after the
  ///   request's `timeoutInterval` (seconds) without data. What happens after the head, reading the body throws.
  public func bytes(
    for request: URLRequest,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await place.asCaller { try await httpBytes(request, nil) }
  }

  /// Fetches what is at `url`, and returns the head of the answer, and its body as it comes.
  ///
  /// - Throws: As ``bytes(for:fileID:filePath:line:column:)`` does.
  public func bytes(
    from url: URL,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    try await bytes(for: URLRequest(url: url), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
