import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the requests of one URL session go: to which stubs, and in which scope.
///
/// `@unchecked` holds because nothing is set after the initialiser, and any thread may read a weak reference.
final class SessionRoute: @unchecked Sendable {
  /// The protocol class of the session, which has this route and no other.
  let protocolClass: StubProtocol.Type
  /// The tasks of the session.
  let tasks = TasksOfSession()
  // Weak: the scope holds the mock, which holds the session. A session that outlives its test must not keep the test's
  // environment.
  private weak var scope: EnvironmentScope?
  private weak var answers: (any RequestAnswering)?

  private static let all = Locked<[SessionRoute]>([])

  /// Makes a route into the current scope, with a protocol class of its own.
  ///
  /// Both stay for the life of the process, about 1 KB: nothing shows when the last configuration that names the class has
  /// gone.
  ///
  /// - Parameter answers: What answers the requests; nil for a route whose requests all fail.
  static func make(to answers: (any RequestAnswering)?) -> SessionRoute {
    let scope = EnvironmentScope.current
    return all.withLock { all in
      let route = SessionRoute(number: all.count, scope, answers)
      all.append(route)
      return route
    }
  }

  static func numbered(_ number: Int) -> SessionRoute? {
    all.withLock { $0.indices.contains(number) ? $0[number] : nil }
  }

  private init(number: Int, _ scope: EnvironmentScope, _ answers: (any RequestAnswering)?) {
    protocolClass = routedProtocol(number: number)
    self.scope = scope
    self.answers = answers
  }

  /// Where a request goes that is sent now.
  var target: ProtocolTarget { ProtocolTarget(scope: scope, answers: answers, tasks: tasks) }
}
