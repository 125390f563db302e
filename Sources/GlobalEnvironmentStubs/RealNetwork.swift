import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real network, for a mock that lets requests through. No other code of a mock reaches it.
enum RealNetwork {
  /// Whose cookies a request has; nil for none.
  @TaskLocal static var cookies: (any ClientCookies)?

  /// Sends `request`, follows redirects, and returns the head of the answer and its body as it comes.
  ///
  /// The cookies are the mock's, or the client's: none that other code of this process, or another one, was given. Virtual
  /// time does not move by itself while the head or a piece of the body is waited for.
  ///
  /// - Parameters:
  ///   - progress: Called as parts of the request's body have been sent.
  ///   - redirected: Called with each redirect that is followed, on any thread.
  /// - Throws: `URLError` when no answer arrives. So does the body when it breaks off.
  static func bytes(
    for request: URLRequest, _ progress: EnvironmentProgress.Handler?,
    _ redirected: @escaping @Sendable (HTTPURLResponse) -> Void = { _ in }
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    let cookies = cookies
    let (bytes, head) = try await standingStill {
      try await liveHTTPBytes(request, progress) { response, next in
        redirected(response)
        guard let cookies else { return next }
        var (next, before) = (next, request)
        before.url = response.url
        if let set = response.value(forHTTPHeaderField: "Set-Cookie") { cookies.store(set, from: before) }
        cookies.add(to: &next)
        return next
      }
    }
    let source = ChunkSource(bytes.chunks)
    return (EnvironmentBytes(of: request) { try await standingStill { try await source.next() } }, head)
  }

  private static func standingStill<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard let time = UnobservedRead.virtualTime else { return try await body() }
    return try await Arrival.resting { try await time.standingStill(body) }
  }
}
