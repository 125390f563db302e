import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Ends a read of `Env` that calls itself, before the stack overflows.
///
/// An endpoint such as `Env.date = { Env.date() + 60 }` calls itself again and again. When the stack is nearly full, the next
/// calls are noted. When an endpoint is called again within its own call, a mock answers, and the test has an issue that
/// names the circle. Where the mock of an own endpoint is in the circle, too, or a captured environment is, the process ends,
/// with the same words. An asynchronous endpoint uses up memory instead: when it has used 64 MB, a mock answers its next call.
/// One that calls itself in child tasks, or through a captured environment in asynchronous calls, is not found.
enum RunawayRead {
  private static let quiet = EnvironmentScope.root.run {
    var environment = Environment.mock
    // A request without a stub would be another issue.
    environment.http = { _ in throw URLError(.resourceUnavailable) }
    environment.httpBytes = { _, _ in throw URLError(.resourceUnavailable) }
    environment.announceReadsOfOwnEndpoints { endpoint, _ in
      guard TestHooks.isStackUsedUp else { return }
      // No mock can answer for an endpoint of the user's own, and the next call would use up the stack, too.
      fatalError(
        """
        \(endpoint) calls itself, and so does the mock that should have answered. Let its mock answer without a read of \
        that endpoint.
        """)
    }
    return EnvironmentScope(environment, in: ScopeFamily())
  }

  private static let reporting: EnvironmentScope = {
    var environment = quiet.environment
    environment.observeCalls(in: quiet) { report([$0]) }
    environment.announceReadsOfOwnEndpoints { endpoint, _ in report([endpoint]) }
    return EnvironmentScope(environment, in: ScopeFamily())
  }()

  /// The newest. They hold environments of tests, so there are few.
  private static let traces = Locked<[Trace]>([])
  private static let mostTraces = 4

  /// Returns the scope that the read gets in place of `scope`.
  static func scope(of read: TestHooks.RunawayRead, for scope: EnvironmentScope) -> EnvironmentScope {
    if read == .firstInTask { return reporting }
    if read == .captured { endCaptured() }
    let known = traces.withLock { traces in traces.last { $0.covers(scope) } }
    if read == .next { return known?.scope ?? quiet }
    let new = Trace(of: scope)
    let old = traces.withLock { traces in
      let old = traces
      traces = traces.filter { $0 !== known }.suffix(mostTraces - 1) + [new]
      return old
    }
    // Released after the lock.
    return withExtendedLifetime(old) { new.scope }
  }

  /// Ends the process: the functions of a captured environment are taken from it before they are called, so no mock can
  /// answer, and the next call would overflow the stack.
  private static func endCaptured() -> Never {
    fatalError(
      """
      The stack is used up: code in an environment calls itself without end, or an endpoint calls itself through a \
      captured environment: see \(CallStack.current().caller ?? "the stack"). Capture what was there before, and call that: \
      Env.date = { [before = Env.date] in before() + 60 }.
      """)
  }

  /// One call of an endpoint.
  private struct Call {
    var endpoint: String
    /// Where on the stack it began; nil for an asynchronous one, which may change its thread.
    var address: UInt?
  }

  /// Forgets the calls in the scopes of a test that has ended.
  static func forget(_ family: ScopeFamily) { forget { $0.isOf(family) } }

  /// Forgets some calls. What they hold is released outside of the lock.
  private static func forget(where isOver: (Trace) -> Bool) {
    _ = traces.withLock { traces -> [Trace] in
      if traces.isEmpty { return [] }
      defer { traces.removeAll(where: isOver) }
      return traces
    }
  }

  /// The calls of endpoints that begin in one scope, each within the one before.
  private final class Trace: Sendable {
    private let outer: EnvironmentScope
    private let revision: UInt
    /// Where the endpoints run.
    private let inner: EnvironmentScope
    private let calls = Locked<[Call]>([])
    /// Where they are called.
    private let announcing = Locked<EnvironmentScope?>(nil)

    init(of outer: EnvironmentScope) {
      self.outer = outer
      revision = outer.revision
      var environment = outer.environment
      inner = EnvironmentScope(watching: environment)
      // Weak, as this holds the scope that holds them.
      environment.observeCalls(in: inner) { [weak self] in self?.note($0, isOwn: false) }
      environment.announceReadsOfOwnEndpoints { [weak self] name, _ in self?.note(name, isOwn: true) }
      announcing.replace(with: EnvironmentScope(watching: environment))
    }

    var scope: EnvironmentScope { announcing.withLock { $0 } ?? quiet }

    func isOf(_ family: ScopeFamily) -> Bool { outer.family === family }

    func covers(_ scope: EnvironmentScope) -> Bool {
      // Scopes that are made in the inner one are of its family.
      scope.family === inner.family || scope === outer && scope.revision == revision
    }

    /// - Parameter isOwn: Whether it is an endpoint of the user's own. Of those only the read is seen, and not where a call
    ///   ends.
    private func note(_ endpoint: String, isOwn: Bool) {
      let isWithin = ScopeFamily.current === inner.family
      let here = TestHooks.stackAddress
      let isSynchronous = !["Env.http", "Env.httpBytes", "Env.openURL"].contains(endpoint)
      let circle = calls.withLock { calls -> ArraySlice<Call>? in
        // Those have returned: the stack grows downwards.
        if !isWithin, !isOwn { calls = [] } else { calls.removeAll { $0.address.map { $0 <= here } ?? false } }
        let first = calls.firstIndex { $0.endpoint == endpoint }
        calls.append(Call(endpoint: endpoint, address: isSynchronous ? here : nil))
        return first.map { calls[$0...] }
      }
      guard let circle else { return }
      RunawayRead.forget { $0 === self }
      report(circle.map(\.endpoint))
    }
  }

  /// - Parameter circle: Endpoints, each of which calls the next. The last one is the first again. A single one calls
  ///   itself, or calls others that are not known.
  private static func report(_ circle: [String]) {
    let names = circle.map(\.endpointName)
    let way =
      names.count > 2 ? " (\(names.joined(separator: " → ")))" : names.count == 1 ? ", perhaps by way of another" : ""
    let place = CallStack.current().caller.map { ": see \($0)" } ?? ""
    let name = names.first ?? "Env"
    let stored = Mirror(reflecting: Environment()).children.map { "Env.\($0.label ?? "")" } + ["Env"]
    let cure =
      stored.contains(String(name))
      ? "Env.date = { [before = Env.date] in before() + 60 }" : "\(name) = { [before = \(name)] … in before(…) }"
    GlobalEnvironmentTesting.report(
      """
      \(name) calls itself\(way)\(place). That would never end, so it returned the value of a mock. \
      Capture what was there before, and call that: \(cure).
      """, at: nil)
  }
}
