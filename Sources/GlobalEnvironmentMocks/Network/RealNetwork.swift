import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends `request` to the real network, for a mock that lets it through. The one place where a mock does so.
///
/// - Throws: `URLError` when no answer arrives.
func realHTTP(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
  try await Environment.live.http(request)
}
