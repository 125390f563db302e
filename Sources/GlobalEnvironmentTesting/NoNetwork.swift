import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Refuses requests that leave this machine past the environment, while tests ask for that.
enum NoNetwork {
  /// A test that runs without a network.
  private struct Watched {
    let test: String
    let howToAllow: String
    /// What is to be said of the requests that it sent.
    var strays: [String] = []
  }

  private struct State {
    var watched: [Int: Watched] = [:]
    var count = 0
  }

  private static let state = Locked(State())

  /// Refuses requests from now until ``end(_:)``.
  ///
  /// - Parameter howToAllow: What to do with the test if it shall reach the network.
  static func begin(_ test: String, _ howToAllow: String) -> Int {
    StrayRequest.install()
    return state.withLock { state in
      state.count += 1
      state.watched[state.count] = Watched(test: test, howToAllow: howToAllow)
      #if canImport(FoundationNetworking)
        if state.watched.count == 1 { ProxyTrap.set() }
      #endif
      return state.count
    }
  }

  /// Lets go of what ``begin(_:_:)`` began, and reports the requests that the test has sent.
  static func end(_ watch: Int) {
    let ended = state.withLock { state in
      let ended = state.watched.removeValue(forKey: watch)
      #if canImport(FoundationNetworking)
        if state.watched.isEmpty { ProxyTrap.unset() }
      #endif
      return ended
    }
    for stray in ended?.strays ?? [] { report(stray, at: nil) }
  }

  /// Whether `request` would leave this machine while it must not.
  static func refuses(_ request: URLRequest) -> Bool {
    guard
      let url = request.url,
      let scheme = url.scheme?.lowercased(), ["http", "https", "ws", "wss", "ftp"].contains(scheme),
      !url.isLoopback
    else { return false }
    return state.withLock { !$0.watched.isEmpty }
  }

  /// Returns the error for a request that is refused, and charges it to the test; to all, where several run.
  static func refusal(of request: URLRequest) -> URLError {
    let asked = "\(request.httpMethod ?? "GET") \(request.url?.withoutSecrets ?? "")"
    let (message, isCharged) = state.withLock { state in
      let tests = state.watched.sorted { $0.key < $1.key }
      let names = tests.map(\.value.test).joined(separator: ", ")
      let message = """
        \(asked) was sent through URLSession.shared while \(names.isEmpty ? "a test" : names) runs without a network. \
        Send it with Env.http or Env.urlSession(), which the test answers, or let the test reach the network: \
        \(tests.first?.value.howToAllow ?? "allow it").
        """
      guard tests.count == 1 else { return (message, tests.isEmpty) }
      // A request that is sent again and again is told once.
      if !tests[0].value.strays.contains(message) { state.watched[tests[0].key]?.strays.append(message) }
      return (message, true)
    }
    if !isCharged { report(message, at: nil) }
    return URLError(.notConnectedToInternet, request: request, message)
  }
}

extension URL {
  /// Whether the host is this machine, by name or number.
  fileprivate var isLoopback: Bool {
    guard let host = host()?.lowercased() else { return true }
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

/// A request through the shared session that is refused.
private final class StrayRequest: URLProtocol {
  /// Puts this class before the system's own, and behind those of others, for good: it refuses only what it is told to.
  static func install() {
    #if canImport(FoundationNetworking)
      SharedProtocols.change { classes in
        guard !classes.contains(where: { $0 == self }) else { return }
        let systems = URLSessionConfiguration.default.protocolClasses ?? []
        let place = classes.firstIndex { candidate in systems.contains { $0 == candidate } }
        classes.insert(self, at: place ?? classes.endIndex)
      }
    #else
      URLProtocol.registerClass(self)
    #endif
  }

  override class func canInit(with request: URLRequest) -> Bool { NoNetwork.refuses(request) }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    fail(NoNetwork.refusal(of: request))
  }

  override func stopLoading() {}
}
