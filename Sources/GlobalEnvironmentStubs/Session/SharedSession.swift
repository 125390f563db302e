package import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Lets one test at a time answer the requests of `URLSession.shared`.
package enum SharedSession {
  private struct State {
    var isTaken = false
    weak var scope: EnvironmentScope?
    var isInTest: @Sendable () -> Bool = { false }
  }

  private static let state = Locked(State())

  /// Whether the running code is inside ``intercept(during:)``.
  @TaskLocal private static var isIntercepted = false

  /// Sends the requests of `URLSession.shared` to the stubs of the current scope, as long as `body` runs.
  ///
  /// Waits, without holding a thread, until no other test does so.
  ///
  /// - Parameter isInTest: Whether the calling code is known to belong to a test. If that is another test, its requests
  ///   are left alone.
  /// - Throws: What `body` throws; `CancellationError` when the task is cancelled while it waits; ``SharedSessionError``.
  package static func intercept<Result>(
    isInTest: @escaping @Sendable () -> Bool, during body: () async throws -> Result
  ) async throws -> Result {
    if isIntercepted { return try await body() }
    try install()
    let scope = EnvironmentScope.current
    return try await ExclusiveAccess.run {
      state.withLock { $0 = State(isTaken: true, scope: scope, isInTest: isInTest) }
      defer { state.withLock { $0 = State() } }
      return try await $isIntercepted.withValue(true) { try await body() }
    }
  }

  /// Sends the requests of `URLSession.shared` to the stubs of `scope` until ``end()``.
  ///
  /// For a test that runs alone, as in XCTest: it waits for no other, and gets the requests of all code.
  ///
  /// - Throws: ``SharedSessionError``.
  package static func begin(in scope: EnvironmentScope) throws {
    try install()
    state.withLock { $0 = State(isTaken: true, scope: scope) }
  }

  package static func end() { state.withLock { $0 = State() } }

  /// Whether the stubs of a test answer `request`, sent by the running code. On Linux called on the thread that sends it; on Apple
  /// platforms several times, on a queue of the session's, where nothing shows which code sent it.
  package static func answers(_ request: URLRequest) -> Bool {
    // Requests to no server are left alone. A WebSocket is refused.
    guard ["http", "https", "ws", "wss"].contains(request.url?.scheme?.lowercased()) else { return false }
    let (isTaken, isInTest) = state.withLock { ($0.isTaken, $0.isInTest) }
    return isTaken && (isIntercepted || !isInTest())
  }

  /// Puts the protocol in place, for good: while no test intercepts, it claims nothing.
  private static func install() throws {
    #if canImport(FoundationNetworking)
      SharedProtocols.change { classes in
        if !classes.contains(where: { $0 == SharedProtocol.self }) { classes.insert(SharedProtocol.self, at: 0) }
      }
      guard SharedProtocols.contain(SharedProtocol.self) else { throw SharedSessionError() }
    #endif
    _ = installed
  }

  private static let installed: Void = {
    #if canImport(FoundationNetworking)
      // With a cache, Foundation on Linux crashes when a cancellation and an answer come at once.
      Environment.live.urlSession().configuration.urlCache = nil
    #else
      URLProtocol.registerClass(SharedProtocol.self)
    #endif
  }()

  private final class SharedProtocol: StubProtocol {
    override class func canInit(with request: URLRequest) -> Bool { answers(request) }

    // The caller's scope, where that is known: a time or a mock of its own.
    override class var target: ProtocolTarget? {
      let caller = EnvironmentScope.current
      if let stubs = caller.environment.httpStubs { return ProtocolTarget(scope: caller, answers: stubs) }
      let scope = state.withLock { $0.scope }
      return ProtocolTarget(scope: scope, answers: scope?.environment.httpStubs)
    }
  }
}

/// The requests of `URLSession.shared` would be sent.
package struct SharedSessionError: DescribedError {
  /// What to do instead.
  package var description: String {
    """
    The stubs cannot answer URLSession.shared with this version of Foundation, so the test was not run: its requests would be \
    sent. Let the code ask for Env.urlSession(), which needs no interception.
    """
  }
}
