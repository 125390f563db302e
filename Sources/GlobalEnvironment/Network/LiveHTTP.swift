public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends `request` through the shared URL session.
///
/// - Throws: `URLError`; `.badServerResponse` when what answers does not speak HTTP.
@usableFromInline func liveHTTP(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
  func failure(_ code: URLError.Code) -> URLError {
    var userInfo: [String: Any] = [:]
    userInfo[NSURLErrorFailingURLErrorKey] = request.url
    if code == .timedOut { userInfo[NSLocalizedDescriptionKey] = "The request timed out." }
    return URLError(code, userInfo: userInfo)
  }

  if Task.isCancelled { throw failure(.cancelled) }
  #if canImport(FoundationNetworking)
    // This URLSession never times out by itself.
    let (data, response) = try await withThrowingTaskGroup(of: (Data, URLResponse).self) { group in
      group.addTask { try await URLSession.shared.data(for: request) }
      group.addTask {
        try? await Task.sleep(for: .seconds(min(max(request.timeoutInterval, 0), 1e9)))
        throw failure(Task.isCancelled ? .cancelled : .timedOut)
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw failure(.unknown) }
      return answer
    }
  #else
    let (data, response) = try await URLSession.shared.data(for: request)
  #endif
  guard let response = response as? HTTPURLResponse else { throw failure(.badServerResponse) }
  return (data, response)
}
