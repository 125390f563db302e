import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Refuses requests that bypass the environment and leave this machine, while tests ask for that.
enum NoNetwork {
  /// A test that runs without a network.
  private struct Watched {
    let name: String
    /// Nil for a test of XCTest.
    let id: Test.ID?
    let howToAllow: String
  }

  /// A request to report, by the one of these tests that ends first.
  private struct Stray: Equatable {
    let message: String
    let tests: [Int]
  }

  private struct State {
    var watched: [Int: Watched] = [:]
    /// Those that have ended.
    var ended: [Test.ID: Watched] = [:]
    /// What was reported about tasks that these tests have left behind.
    var late: Set<String> = []
    var strays: [Stray] = []
    var count = 0
  }

  private static let state = Locked(State())

  /// Registers the class that refuses requests, for the rest of the process.
  ///
  /// Called on Linux when a test begins, and on Apple platforms when this code is loaded. There, the class that is registered
  /// last is asked first, and tests register theirs later.
  static func install() {
    #if canImport(FoundationNetworking)
      // Before the system's own, and behind those of tests: it refuses only while tests ask for that.
      SharedProtocols.change { classes in
        guard !classes.contains(where: { $0 == StrayRequest.self }) else { return }
        let systems = URLSessionConfiguration.default.protocolClasses ?? []
        let place = classes.firstIndex { candidate in systems.contains { $0 == candidate } }
        classes.insert(StrayRequest.self, at: place ?? classes.endIndex)
      }
    #else
      URLProtocol.registerClass(StrayRequest.self)
    #endif
  }

  /// Refuses requests from now until ``end(_:)``, and says how to let the test reach the network.
  static func begin(_ test: String, _ howToAllow: String) -> Int {
    #if canImport(FoundationNetworking)
      install()
    #endif
    let id = Test.current?.id
    return state.withLock { state in
      state.count += 1
      state.watched[state.count] = Watched(name: test, id: id, howToAllow: howToAllow)
      #if canImport(FoundationNetworking)
        if state.watched.count == 1 { ProxyTrap.set() }
      #endif
      return state.count
    }
  }

  /// Ends what ``begin(_:_:)`` began, and reports the requests that were sent meanwhile, unless another test has done so.
  static func end(_ watch: Int) {
    let strays = state.withLock { state in
      if let ended = state.watched.removeValue(forKey: watch), let id = ended.id { state.ended[id] = ended }
      #if canImport(FoundationNetworking)
        if state.watched.isEmpty { ProxyTrap.unset() }
      #endif
      let isMine = { (stray: Stray) in stray.tests.contains(watch) }
      defer { state.strays.removeAll(where: isMine) }
      return state.strays.filter(isMine)
    }
    for stray in strays { report(stray.message, at: nil) }
  }

  /// Whether `request` would leave this machine while it must not.
  static func refuses(_ request: URLRequest) -> Bool {
    guard let url = request.url, let scheme = url.scheme?.lowercased(),
      ["http", "https", "ws", "wss", "ftp"].contains(scheme), !url.isLoopback
    else { return false }
    return state.withLock { !$0.watched.isEmpty }
  }

  /// Lets a test report a request that is refused: the one that sends it, where that is known; else the first one to end. What
  /// one that has ended left behind is reported here, with its name.
  static func note(_ request: URLRequest) {
    let running = Test.current ?? TestTasks.testOfTask
    // A detached task has lost its test, but not the environment in which it was made.
    let sender = running ?? ScopeFamily.current?.test as? Test
    let late: String? = state.withLock { state in
      let watched = state.watched.filter { sender == nil || $0.value.id == sender?.id }
      if watched.isEmpty {
        // Others may use the network.
        guard running == nil, let id = sender?.id, let ended = state.ended[id] else { return nil }
        let message = message(about: request, "by what \(ended.name) left behind, which ran", ended.howToAllow)
        return state.late.insert(message).inserted ? message : nil
      }
      let stray = Stray(message: message(about: request, watched), tests: watched.keys.sorted())
      // A request that is sent again and again is reported once.
      if !state.strays.contains(stray) { state.strays.append(stray) }
      return nil
    }
    if let late { report(late, at: nil) }
  }

  /// Returns the error for a request that is refused.
  static func refusal(of request: URLRequest) -> URLError {
    let watched = state.withLock { $0.watched }
    return URLError(.notConnectedToInternet, request: request, message(about: request, watched))
  }

  private static func message(about request: URLRequest, _ watched: [Int: Watched]) -> String {
    message(
      about: request, OutsideWatch.time(of: watched.values.map(\.name)) ?? "while a test ran",
      watched.min { $0.key < $1.key }?.value.howToAllow ?? "allow it")
  }

  private static func message(about request: URLRequest, _ circumstance: String, _ howToAllow: String) -> String {
    """
    \(request.httpMethod ?? "GET") \(request.url?.withoutSecrets ?? "") was sent through URLSession.shared \
    \(circumstance) without a network. Send it with Env.http or Env.urlSession(), which the test answers, or let the test \
    reach the network: \(howToAllow).
    """
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
  // On Linux, called on the thread that sends the request; on Apple platforms on a queue of the session's.
  override class func canInit(with request: URLRequest) -> Bool {
    guard NoNetwork.refuses(request), !SharedSession.answers(request) else { return false }
    NoNetwork.note(request)
    return true
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() { fail(NoNetwork.refusal(of: request)) }

  override func stopLoading() {}
}
