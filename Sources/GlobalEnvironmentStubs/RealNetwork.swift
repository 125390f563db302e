import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends `request` to the real network, for a mock that lets it through. No other code of a mock does this.
///
/// Virtual time does not move by itself meanwhile.
///
/// - Throws: `URLError` when no answer arrives.
func realHTTP(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
  guard let time = Env.scheduler() as? VirtualTime else { return try await Environment.live.http(request) }
  return try await Arrival.resting { try await time.standingStill { try await Environment.live.http(request) } }
}
