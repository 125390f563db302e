public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Environment {

  /// Fetches what is at `url` and decodes it with `decoder`, or with ``decoder``: from JSON, unless that was replaced.
  ///
  /// ```swift
  /// let posts: [Post] = try await Env.json(from: url)
  /// ```
  ///
  /// - Returns: The decoded value.
  /// - Throws: ``EnvironmentHTTPError`` when the status is not from 200 to 299 or the body does not decode, with the status,
  ///   the body and the place in it; what ``http`` throws, a `URLError`, when no answer comes.
  public func json<Value: Decodable>(
    _ type: Value.Type = Value.self, from url: URL, decoder: EnvironmentDecoder<Data>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    try await json(
      type, for: URLRequest(url: url), decoder: decoder, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends `request` and decodes the answer with `decoder`, or with ``decoder``.
  ///
  /// - Returns: The decoded value.
  /// - Throws: As ``json(_:from:decoder:fileID:filePath:line:column:)`` does.
  public func json<Value: Decodable>(
    _ type: Value.Type = Value.self, for request: URLRequest, decoder: EnvironmentDecoder<Data>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let (body, response) = try await place.asCaller { try await http(request) }
    guard (200..<300).contains(response.statusCode) else {
      throw EnvironmentHTTPError(request: request, response: response, body: body)
    }
    do {
      return try (decoder ?? self.decoder()).decode(type, from: body)
    } catch {
      throw EnvironmentHTTPError(request: request, response: response, body: body, decodingError: error)
    }
  }

  // Without it, the compiler has no diagnostic for a type that it cannot infer. It is never called: a call does not compile.

  /// Makes the compiler say what is missing.
  @available(*, unavailable, message: "say which type to decode: Env.json([Post].self, from: url)")
  public func json(from url: URL) async throws {}
}
