import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// Watches what code on queues and threads reads while tests have environments of their own.
final class OutsideWatch: Sendable {
  static let shared = OutsideWatch()

  private struct State {
    /// The running tests that have an environment of their own: their names, and how many of each run.
    var tests: [Test.ID: (count: Int, name: String)] = [:]
    var exclusive = 0
    var isAllAllowed = false
    var allowed: Set<String> = []
    var told: Set<String> = []
    /// Not recorded yet.
    var notes: [Note] = []
    /// What such code reads, and the revision of the process's environment from which it was made.
    var seen: (scope: EnvironmentScope, revision: UInt)?
  }

  /// A message that one of the running tests records when it ends.
  struct Note: Sendable {
    let message: String
    /// Whether it leaves the test passed.
    let isWarning: Bool
    fileprivate let tests: Set<Test.ID>
  }

  private let state = Locked(State())

  // MARK: What is allowed

  func allow(_ endpoint: String) {
    let seen = state.withLock { state in
      state.allowed.insert(endpoint)
      return state.seen.take()
    }
    // Let go of after the lock is.
    withExtendedLifetime(seen) {}
  }

  func allowAll() {
    state.withLock { $0.isAllAllowed = true }
  }

  // MARK: Tests

  /// Notes that a test begins that has an environment of its own.
  func testBegan(_ test: Test) {
    state.withLock { $0.tests[test.id, default: (0, test.name)].count += 1 }
  }

  /// Notes that such a test ends.
  ///
  /// - Returns: The messages of the time in which it ran that no other test has recorded.
  func testEnded(_ test: Test) -> [Note] {
    state.withLock { state in
      let count = state.tests[test.id].map(\.count) ?? 0
      state.tests[test.id]?.count = count - 1
      if count <= 1 { state.tests[test.id] = nil }
      let isMine = { (note: Note) in note.tests.contains(test.id) }
      defer { state.notes.removeAll(where: isMine) }
      return state.notes.filter(isMine)
    }
  }

  /// Whether a test uses the process's environment by `.exclusive`.
  var isAllowed: Bool { state.withLock { $0.exclusive > 0 } }

  /// Runs `body`. Meanwhile such code may use the process's environment.
  func allowed(_ body: () async throws -> Void) async rethrows {
    state.withLock { $0.exclusive += 1 }
    defer { state.withLock { $0.exclusive -= 1 } }
    try await body()
  }

  // MARK: What is seen

  /// The scope that such code reads; nil where that is the root.
  func scope() -> EnvironmentScope? {
    let revision = EnvironmentScope.root.revision
    let (isWatched, seen, allowed) = state.withLock { state in
      (!state.tests.isEmpty && state.exclusive == 0 && !state.isAllAllowed, state.seen, state.allowed)
    }
    guard isWatched else { return nil }
    if let seen, seen.revision == revision { return seen.scope }
    let scope = EnvironmentScope.root.run { made(of: Env, allowed) }
    let old = state.withLock { state in
      defer { state.seen = (scope, revision) }
      return state.seen
    }
    return withExtendedLifetime(old) { scope }
  }

  private func made(of base: Environment, _ allowed: Set<String>) -> EnvironmentScope {
    var environment = base
    let changed = base.endpoints(changedSince: .live)
    let mock = Environment.mock
    /// Replaces a live endpoint that is not allowed. One that was assigned stays.
    func refuse<Value>(_ endpoint: WritableKeyPath<Environment, Value>, _ harmless: Value) -> String? {
      let name = Environment.name(of: endpoint)
      if allowed.contains(name) || changed.contains(where: { name == "Env.\($0)" }) { return nil }
      environment[keyPath: endpoint] = harmless
      return name
    }
    let refused = [
      refuse(\.files, mock.files), refuse(\.defaults, mock.defaults), refuse(\.secrets, mock.secrets),
      refuse(\.urlSession, mock.urlSession), refuse(\.openURL) { _ in false },
      refuse(\.http) { _ in throw OutsideTestsError() },
    ].compactMap { $0 }
    // Weak, as this holds the scope that holds them.
    environment.announceCalls(in: .root) { [weak self] in self?.note($0, isRefused: refused.contains($0)) }
    environment.announceReadsOfOwnEndpoints { [weak self] name, _ in self?.note(name, isRefused: false) }
    return EnvironmentScope(environment, in: ScopeFamily()) { TestScopes.reportWriteOutsideTests() }
  }

  private func note(_ endpoint: String, isRefused: Bool) {
    state.withLock { state in
      guard !state.tests.isEmpty, !state.allowed.contains(endpoint) else { return }
      guard state.told.insert(endpoint).inserted else { return }
      let names = state.tests.values.map(\.name).sorted()
      let some = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
      let message = """
        \(endpoint) was called where no test is known, on a queue, on a thread or in a callback, while \(some) ran. It got \
        \(isRefused ? "an empty mock, not this machine's" : "the process's value, not a test's"). Carry the test's environment \
        there: let scope = EnvironmentScope.current; queue.async { scope.run { … } }. To allow it, say CodeOutsideTests.\(endpoint.contains(",") ? "mayUseAll()" : "mayUse(\\\(endpoint.dropFirst(3)))").
        """
      state.notes.append(Note(message: message, isWarning: !isRefused, tests: Set(state.tests.keys)))
    }
  }
}

/// A request of code that belongs to no test.
struct OutsideTestsError: Error, CustomStringConvertible {
  let description = """
    Env.http was called where no test is known, while tests run. Carry the test's environment there: \
    let scope = EnvironmentScope.current; queue.async { scope.run { … } }.
    """
}
