import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends `request` to the real network, for a mock that lets it through, and returns the head of the answer and its body
/// as it comes. No other code of a mock does this.
///
/// Virtual time does not move by itself while the head or a piece of the body is waited for.
///
/// - Parameter progress: Called as parts of the request's body have been sent.
/// - Throws: `URLError` when no answer arrives. So does the body when it breaks off.
func realBytes(
  _ request: URLRequest, _ progress: EnvironmentProgress.Handler?
) async throws -> (EnvironmentBytes, HTTPURLResponse) {
  let (bytes, head) = try await standingStill { try await Environment.live.httpBytes(request, progress) }
  let source = ChunkSource(bytes.chunks)
  return (EnvironmentBytes(of: request) { try await standingStill { try await source.next() } }, head)
}

private func standingStill<Result>(_ body: () async throws -> Result) async throws -> Result {
  guard let time = OwnQuestion.virtualTime else { return try await body() }
  return try await Arrival.resting { try await time.standingStill(body) }
}
