package import GlobalEnvironment

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension HTTPStubs {

  /// Returns the head of the answer to `request`, and its body as it comes.
  ///
  /// The reader of the body waits for each part itself: no task runs beside it, so nothing is left when it ends early.
  ///
  /// - Parameter progress: Called when a part of the request's body is sent: 64 KB where no real network sends it.
  /// - Throws: `URLError` when no answer arrives, or the error that a stub was given.
  package func bytes(
    for request: URLRequest, _ progress: EnvironmentProgress.Handler?
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    let answer = try await lastAnswer(to: request, of: nil, progress)
    guard let head = answer.head else { throw URLError(.badServerResponse, request: request) }
    let rest = Locked(answer)
    let bytes = EnvironmentBytes(of: request) {
      // One reader reads, so no other takes it meanwhile.
      var answer = rest.withLock { $0 }
      defer { rest.replace(with: answer) }
      return try await answer.nextChunk()
    }
    return (bytes, head)
  }
}
