import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// The URL sessions of one mock: one for each scope that asks.
package final class StubSessions: Sendable {
  private struct Made {
    weak var scope: EnvironmentScope?
    let session: URLSession
  }

  private let answers: any RequestAnswering
  private let made = Locked<[Made]>([])

  package init(of answers: any RequestAnswering) {
    self.answers = answers
  }

  /// The session of the current scope, the same each time.
  package var current: URLSession {
    let scope = EnvironmentScope.current
    if let session = made.withLock({ existing(for: scope, in: $0) }) { return session }
    let route = SessionRoute.make(to: answers, isConfigurable: false)
    let session = commonSession(.stubbed(along: route))
    // What is removed here is released outside the lock.
    let (winner, ended) = made.withLock { made -> (URLSession, [Made]) in
      if let first = existing(for: scope, in: made) { return (first, []) }
      let ended = made.filter { $0.scope == nil }
      made.removeAll { $0.scope == nil }
      made.append(Made(scope: scope, session: session))
      return (session, ended)
    }
    if winner === session, Self.isFarFromItsProtocol, let time = scope.environment.virtualTime,
      time.driver.isRun
    {
      route.tasks.hold(time.driver, for: session)
    }
    return withExtendedLifetime(ended) { winner }
  }

  /// Whether a protocol sees a task only after `resume()` has returned. On Linux it sees it before. There, sessions are
  /// watched only in the tests of this package that use the runtime's hooks.
  private static let isFarFromItsProtocol: Bool = {
    #if canImport(FoundationNetworking)
      Environment.live.environmentVariable(Jobs.hooksVariable) != nil
    #else
      true
    #endif
  }()

  private func existing(for scope: EnvironmentScope, in made: [Made]) -> URLSession? {
    made.first { $0.scope === scope }?.session
  }
}

extension URLSessionConfiguration {
  /// A configuration whose sessions send their requests along `route`, and store nothing.
  static func stubbed(along route: SessionRoute) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [route.protocolClass]
    // The stubs have cookies of their own. A cache or credentials would answer in their place.
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    #if canImport(FoundationNetworking)
      configuration.urlCache = AnsweringCache(for: route)
    #else
      configuration.urlCache = nil
      configuration.connectionProxyDictionary = nowhere
    #endif
    return configuration
  }

  #if !canImport(FoundationNetworking)
    /// Proxies on a port that is closed. What no protocol is asked about, such as a WebSocket, fails there rather than reach the
    /// network. By their names, as the constants of some are not there on all platforms.
    private static var nowhere: [AnyHashable: Any] {
      ["HTTP", "HTTPS", "SOCKS"].reduce(into: [:]) { settings, kind in
        settings["\(kind)Enable"] = 1
        settings["\(kind)Proxy"] = "127.0.0.1"
        settings["\(kind)Port"] = 1
      }
    }
  #endif
}
