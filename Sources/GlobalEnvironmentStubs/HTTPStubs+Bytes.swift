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
  /// - Parameter progress: Called for each part of the request's body, of 64 KB, when that is sent.
  /// - Throws: `URLError` when no answer arrives, or the error that a stub was given.
  package func bytes(
    for request: URLRequest, _ progress: EnvironmentProgress.Handler?
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    var request = request
    do {
      try await request.gatherBody()
    } catch {
      throw error.failing(request.url)
    }
    if let progress { send(request.httpBody?.count ?? 0, progress) }
    let answer = try await lastAnswer(to: request, of: nil)
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

  private func send(_ count: Int, _ progress: EnvironmentProgress.Handler) {
    for sent in stride(from: 0, to: count, by: 64 << 10) {
      progress(EnvironmentProgress(completed: Int64(min(sent + 64 << 10, count)), total: Int64(count)))
    }
  }
}
