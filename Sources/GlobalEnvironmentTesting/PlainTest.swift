import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// A test of Swift Testing, or one case of it, with the environment that it has made without a trait: it has assigned `Env`,
/// or its target declares one. It belongs to a ``TestTask``.
final class PlainTest: Sendable {
  let test: Test
  let id: Test.ID
  /// When it began.
  let began = OutsideWatch.moment
  /// Whether it stands for all cases of the test, as nothing distinguishes them.
  let isShared: Bool

  private struct State {
    /// The case, once code of the test has asked for its environment; nothing tells it before.
    var testCase: Test.Case?
    var caseID: String?
    /// Held until the test has ended.
    var scope: EnvironmentScope?
    /// What it is watched as.
    var running: [RunningTest] = []
  }

  private let state: Locked<State>

  init(_ test: Test, _ testCase: Test.Case? = nil, isShared: Bool = false) {
    (self.test, self.isShared) = (test, isShared)
    id = test.id
    state = Locked(State(testCase: testCase))
  }

  // MARK: The case

  /// Records the case that the asking code belongs to.
  func note(_ testCase: Test.Case) { state.withLock { if $0.testCase == nil { $0.testCase = testCase } } }

  /// What distinguishes the case from others of its test; nil where nothing does, and until its code has asked.
  var caseID: String? {
    let (known, testCase) = state.withLock { ($0.caseID, $0.testCase) }
    guard known == nil, let testCase, testCase.isParameterized else { return known }
    let found = Self.caseID(of: testCase)
    state.replace(\.caseID, with: found)
    return found
  }

  /// Returns the identities of the arguments, and the number that distinguishes equal ones.
  ///
  /// Swift Testing does not publish them, so a mirror reads them, which is slow; only unknown tasks need that. If Swift Testing
  /// keeps them in another way one day, such tasks share an environment, and a test that assigns it there has an issue.
  static func caseID(of testCase: Any) -> String? {
    guard let kind = Mirror(reflecting: testCase).descendant("_kind", "parameterized") else { return nil }
    let mirror = Mirror(reflecting: kind)
    guard let arguments = mirror.descendant("arguments"), let number = mirror.descendant("discriminator") else {
      return nil
    }
    var parts = ["\(number)"]
    for argument in Mirror(reflecting: arguments).children {
      guard let id = Mirror(reflecting: argument.value).descendant("id") else { return nil }
      // As long as the argument: a number stands for it.
      // audit:allow chance – it is compared within this process only.
      parts.append((id as? any Hashable).map { "\($0.hashValue)" } ?? "\(id)")
    }
    return parts.joined(separator: " ")
  }

  // MARK: The environment

  /// Whether it holds `scope` until it ends.
  func holds(_ scope: EnvironmentScope) -> Bool { state.withLock { $0.scope === scope } }

  /// Whether it has made an environment, and has not ended.
  var hasScope: Bool { state.withLock { $0.scope != nil } }

  /// Keeps `scope`, unless there is another: two tasks of one test may get here at once, and the first wins. Returns the one
  /// that is kept.
  func keep(_ scope: EnvironmentScope) -> EnvironmentScope {
    state.withLock { state in
      if let first = state.scope { return first }
      state.scope = scope
      return scope
    }
  }

  /// Releases the scope.
  func releaseScope() { state.replace(\.scope, with: nil) }

  /// Lets code on queues and threads be watched until it ends, as its environment is of `family`.
  func watch(_ family: ScopeFamily) {
    let running = OutsideWatch.shared.testBegan(test.name, family: family, reportsAtEnd: false, began: began)
    state.withLock { $0.running.append(running) }
  }

  /// Takes what it was watched as, once.
  func takeRunning() -> [RunningTest] { state.replace(\.running, with: []) }

  /// Takes over what another one of the same case has made.
  func takeOver(from other: PlainTest) {
    let taken = other.state.withLock { other in
      defer { (other.scope, other.running) = (nil, []) }
      return other
    }
    state.replace(with: taken)
  }
}

extension TestTask {
  /// What is known of its test: only such are given to tasks.
  var plain: PlainTest { unsafeDowncast(test, to: PlainTest.self) }
}
