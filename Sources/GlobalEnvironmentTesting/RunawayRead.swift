import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Ends a read of `Env` that calls itself, before the stack overflows.
///
/// An endpoint such as `Env.date = { Env.date() + 60 }` calls itself again and again. When the stack is nearly used up,
/// another mock answers the next call, and the test has an issue. An asynchronous endpoint uses up the memory instead.
enum RunawayRead {
  private static let quiet = EnvironmentScope.root.run {
    var environment = Environment.mock
    // A request without a stub would be another issue.
    environment.http = { _ in throw URLError(.resourceUnavailable) }
    return EnvironmentScope(environment, in: ScopeFamily())
  }

  private static let reporting: EnvironmentScope = {
    var environment = quiet.environment
    environment.announceCalls(in: quiet, report)
    environment.announceReadsOfOwnEndpoints { endpoint, _ in report(endpoint) }
    return EnvironmentScope(environment, in: ScopeFamily())
  }()

  /// Returns the scope that the read gets.
  ///
  /// - Parameter isFirst: False for what the same calls read while they return.
  static func scope(isFirst: Bool) -> EnvironmentScope { isFirst ? reporting : quiet }

  private static func report(_ endpoint: String) {
    GlobalEnvironmentTesting.report(
      """
      \(endpoint) asks for itself, perhaps by way of another endpoint\
      \(CallStack.current().caller.map { ": see \($0)" } ?? ""). It would never end, so it has got the value of a mock. Take what was \
      there before and ask that: Env.date = { [before = Env.date] in before() + 60 }.
      """, at: nil)
  }
}
