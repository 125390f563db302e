public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends `request` through the shared URL session.
///
/// - Throws: `URLError`; `.badServerResponse` when what answers does not speak HTTP.
@usableFromInline func liveHTTP(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
  let (data, response) = try await URLSession.shared.data(for: request)
  guard let response = response as? HTTPURLResponse else {
    throw URLError(.badServerResponse, userInfo: [NSURLErrorFailingURLErrorKey: request.url as Any])
  }
  return (data, response)
}
