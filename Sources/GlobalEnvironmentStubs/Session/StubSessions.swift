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
  private let made = Locked<[ObjectIdentifier: Made]>([:])

  package init(of answers: any RequestAnswering) {
    self.answers = answers
  }

  /// The session of the current scope, the same each time.
  package var current: URLSession {
    let scope = EnvironmentScope.current
    let id = ObjectIdentifier(scope)
    let known = made.withLock { $0 }
    if let known = known[id], known.scope === scope { return known.session }
    let route = SessionRoute.make(to: answers)
    let session = commonSession(.stubbed(along: route))
    // Outside the lock, where asking for a scope may release it; what is removed is released there, too.
    let ended = known.filter { $0.value.scope == nil }
    let winner = made.withLock { made -> URLSession in
      // An earlier scope may have had the same identity.
      if let first = made[id], first.scope === scope { return first.session }
      for (id, gone) in ended where made[id]?.session === gone.session { made[id] = nil }
      made[id] = Made(scope: scope, session: session)
      return session
    }
    if winner === session, Self.isFarFromItsProtocol, let time = scope.environment.virtualTime,
      time.driver.isRun
    {
      route.tasks.hold(time.driver, for: session)
    }
    return withExtendedLifetime(known) { winner }
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
      configuration.connectionProxyDictionary = closedProxies
    #endif
    return configuration
  }
}
