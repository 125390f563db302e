public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Environment {

  /// Sends `request`, and writes the body of the answer to a file of ``files``.
  ///
  /// ```swift
  /// let file = Env.files().folder(.caches).appending(component: "episode.mp3")
  /// try await Env.download(for: request, to: file) { print($0.completed, $0.total ?? "") }
  /// ```
  ///
  /// The bytes are written as they come, in a hidden folder beside the file, and take its place when all are there. So a
  /// download that breaks off, or is cancelled, leaves nothing; a file that was there before stays as it was. Replacing one
  /// takes two moves: for a moment, others may find no file. A process that ends meanwhile leaves the hidden folder, in which
  /// the file from before is called `old`. It is sent with ``httpBytes``.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - file: Where the body goes. Its folder must be there already.
  ///   - progress: Called when the head has come, and each time that a part of the body has been written: in the task that
  ///     downloads, one call at a time. The total is what `Content-Length` says, and nil for a body that was compressed.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The head of the answer.
  /// - Throws: ``EnvironmentHTTPError`` with the body when the status is not from 200 to 299, which writes no file; what
  ///   ``http`` throws, a `URLError`, when no whole answer comes; what writing throws, a `CocoaError`: `.fileNoSuchFile`,
  ///   before the request is sent, where the folder is missing.
  @discardableResult
  public func download(
    for request: URLRequest, to file: URL, progress: EnvironmentProgress.Handler? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> HTTPURLResponse {
    let part = try PartialFile(for: file, in: files())
    do {
      let (bytes, response) = try await bytes(
        for: request, fileID: fileID, filePath: filePath, line: line, column: column)
      guard (200..<300).contains(response.statusCode) else {
        throw EnvironmentHTTPError(request: request, response: response, body: try await bytes.whole())
      }
      var state = EnvironmentProgress(completed: 0, total: response.lengthOfBody)
      progress?(state)
      for try await chunk in bytes.chunks {
        try await part.append(chunk)
        state.completed += Int64(chunk.count)
        progress?(state)
      }
      try await part.finish()
      return response
    } catch {
      part.discard()
      throw error
    }
  }
}

extension HTTPURLResponse {
  /// How many bytes the body will have, as far as the head says.
  fileprivate var lengthOfBody: Int64? {
    let isEncoded = value(forHTTPHeaderField: "Content-Encoding").map { $0.lowercased() != "identity" } ?? false
    return isEncoded || expectedContentLength < 0 ? nil : expectedContentLength
  }
}
