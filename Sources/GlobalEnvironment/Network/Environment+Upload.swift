public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Environment {

  /// Sends `request` with a body, and returns the whole answer.
  ///
  /// ```swift
  /// var request = URLRequest(url: url)
  /// request.httpMethod = "PUT"
  /// let (_, response) = try await Env.upload(for: request, from: photo) { print($0.completed) }
  /// ```
  ///
  /// It is sent with ``httpBytes``.
  ///
  /// - Parameters:
  ///   - request: The request, whose method is one that has a body. A body of its own is replaced.
  ///   - body: The body.
  ///   - progress: Called each time that a part of the body has been sent, at last with all its bytes, and never for an
  ///     empty one: on any thread, one call at a time. It must not block. A redirect that keeps the body begins again from
  ///     zero.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The answer, whatever its status.
  /// - Throws: As ``http`` does.
  public func upload(
    for request: URLRequest, from body: Data, progress: EnvironmentProgress.Handler? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (Data, HTTPURLResponse) {
    var request = request
    request.httpBody = body
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await place.asCaller { [request] in
      let (bytes, response) = try await httpBytes(request, progress)
      return (try await bytes.whole(), response)
    }
  }

  /// Sends `request` with what a file of ``files`` holds, and returns the whole answer.
  ///
  /// The file is read as a whole, into memory, before the request is sent.
  ///
  /// - Throws: What reading the file throws, a `CocoaError`; what ``http`` throws.
  public func upload(
    for request: URLRequest, fromFile file: URL, progress: EnvironmentProgress.Handler? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (Data, HTTPURLResponse) {
    let body = try await Self.contents(of: file, in: files())
    return try await upload(
      for: request, from: body, progress: progress, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Reads a file away from the caller's actor.
  @concurrent private static func contents(of file: URL, in files: any EnvironmentFileSystem) async throws -> Data {
    try files.read(file)
  }
}
