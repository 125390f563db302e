import Foundation
import GlobalEnvironment
import Testing

/// Watches what code on queues and threads reads while tests have environments of their own, and later, as a test may have
/// left such code behind.
final class OutsideWatch: Sendable {
  static let shared = OutsideWatch()
  /// The family of the scopes that such code reads.
  static let family = ScopeFamily()

  private struct State {
    /// The running tests that have an environment of their own.
    var tests: Set<RunningTest> = []
    /// The name of the last one that has ended.
    var last: String?
    var exclusive = 0
    var allowed: Set<String> = []
    /// When each thing was told last.
    var told: [Told: UInt] = [:]
    /// What is not told yet.
    var uses: [Use] = []
    /// When the running test of XCTest began.
    var xctest = OutsideWatch.moment
    /// What such code reads, and the revision of the process's environment from which it was made.
    var seen: (scope: EnvironmentScope, revision: UInt)?

    var isWatching: Bool { !tests.isEmpty || last != nil }

    /// The running test that `family` belongs to.
    func test(of family: ScopeFamily) -> RunningTest? {
      // audit:allow chance – a family is part of one test at most
      tests.first { test in test.family.map(family.isPart) ?? false }
    }

    /// Whether to tell something now: not where it was told after `moment`.
    mutating func tell(_ use: Told, unlessAfter moment: UInt = 0) -> Bool {
      if let last = told[use], last > moment { return false }
      told[use] = OutsideWatch.moment
      return true
    }

    /// Whether to tell, at the end of a test, what was done while tests ran: not where one of them ran when that was told before.
    /// It is not known which of them has done it: one tells it, and the others do not.
    mutating func tell(_ use: Use, atEndOf test: RunningTest? = nil) -> Bool {
      if use.told.report.deed.isWarning { return true }
      return tell(use.told, unlessAfter: (use.tests + [test].compactMap { $0 }).map(\.began).min() ?? .max)
    }

    /// When something happens now, in words.
    var time: String? {
      OutsideWatch.time(of: tests.map(\.name)) ?? last.map { "after \($0) had ended" }
    }
  }

  private let state = Locked(State())

  private static let moments = Locked<UInt>(0)

  /// Tells this moment from others: it is greater than those before.
  static var moment: UInt {
    moments.withLock { moment in
      moment += 1
      return moment
    }
  }

  // MARK: What is allowed

  func allow(_ endpoint: String) {
    // Released after the lock.
    _ = state.withLock { state in
      state.allowed.insert(endpoint)
      return state.seen.take()
    }
  }

  // MARK: Tests

  /// Records that a test with an environment of its own begins, or a part of one.
  ///
  /// - Parameters:
  ///   - reportsAtEnd: Whether its end is known as soon as it comes, so that it can record what it is given.
  ///   - began: When the whole test began; now, unless given.
  func testBegan(
    _ name: String, family: ScopeFamily?, reportsAtEnd: Bool = true, began: UInt? = nil
  ) -> RunningTest {
    let test = RunningTest(name: name, family: family, reportsAtEnd: reportsAtEnd, began: began)
    state.withLock { _ = $0.tests.insert(test) }
    return test
  }

  /// Records that such a test ends. Returns the messages of the time in which it ran that no other test has recorded.
  func testEnded(_ test: RunningTest) -> [Note] {
    // All of them: what they hold is released after the lock.
    let (uses, new) = state.withLock { state in
      state.tests.remove(test)
      if test.family != nil { state.last = test.name }
      let isMine = { (use: Use) in use.tests.isEmpty || use.tests.contains(test) }
      let mine = state.uses.isEmpty ? [] : state.uses.filter(isMine)
      if !mine.isEmpty { state.uses.removeAll(where: isMine) }
      return (mine, mine.filter { state.tell($0, atEndOf: test) })
    }
    // Where its end comes unnoticed, another test runs by now.
    return withExtendedLifetime(uses) { new.map { note(on: $0, namingTests: !test.reportsAtEnd) } }
  }

  /// The messages that no test has recorded: when the process ends, those of the last tests without a trait, whose end is
  /// not reported.
  func unrecorded() -> [Note] {
    let uses = state.withLock { state in
      defer { state.uses = [] }
      return state.uses.filter { state.tell($0) }
    }
    return uses.map { note(on: $0, namingTests: true) }
  }

  /// Records that a test of XCTest begins, which may report what others have reported.
  func xctestBegan() { state.withLock { $0.xctest = Self.moment } }

  /// When the running test of XCTest began.
  var xctest: UInt { state.withLock { $0.xctest } }

  /// Records that a test of XCTest with an environment of its own has ended.
  func xctestEnded(_ name: String) {
    state.withLock { $0.last = name }
  }

  /// The last test that had an environment of its own and has ended: it may have left work behind.
  var last: String? { state.withLock { $0.last } }

  /// Whether tests with an environment of their own run.
  var hasTests: Bool { state.withLock { !$0.tests.isEmpty } }

  /// Whether the running code, which belongs to no test, may come from one that has an environment of its own: one that
  /// runs, or one that has left it behind. Nothing but tasks is left behind on the main thread and its queue, where the process
  /// begins and ends.
  private var mayComeFromTest: Bool {
    let mayBeLeftBehind = !Thread.isMainThread && !MainQueue.isCurrent || XCTestThreads.shared.isInEarlierTask
    return state.withLock { !$0.tests.isEmpty || $0.last != nil && mayBeLeftBehind }
  }

  /// Whether the running code is that of a thread or a queue while a test of XCTest runs that has no environment: its own, or
  /// what an earlier test has left behind.
  private var isBesideXCTest: Bool { XCTestFailures.isInTest && !hasTests }

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
    guard mayComeFromTest else { return nil }
    let (isAllowed, seen, allowed) = state.withLock { ($0.exclusive > 0, $0.seen, $0.allowed) }
    if isAllowed { return nil }
    if let seen, seen.revision == revision { return seen.scope }
    let scope = EnvironmentScope.root.run { made(of: Env, allowed) }
    let old = state.withLock { state in
      defer { state.seen = (scope, revision) }
      return state.seen
    }
    return withExtendedLifetime(old) { scope }
  }

  // MARK: What is reported

  func note(_ endpoint: String, isRefused: Bool) {
    if state.withLock({ !$0.isWatching || $0.allowed.contains(endpoint) }) { return }
    if !isBesideXCTest {
      add(.called(endpoint, isRefused: isRefused))
    } else if isRefused {
      // What is not refused is most likely the test's own, and the test has the process's environment.
      reportInXCTest(endpoint)
    }
  }

  /// Makes the running test of XCTest fail, once for each endpoint and each function that calls it.
  private func reportInXCTest(_ endpoint: String) {
    let (caller, test) = (CallStack.current().caller, XCTestFailures.testName)
    let report = Report(deed: .called(endpoint, isRefused: true), caller: caller)
    let last = state.withLock { $0.tell(Told(report: report, owner: $0.xctest)) ? $0.last : nil }
    guard let last else { return }
    let name = endpoint.endpointName.dropFirst(3)
    let place = XCTestThreads.shared.isInEarlierTask ? "in a task that was made earlier" : "on a queue or a thread"
    XCTestFailures.record(
      """
      \(endpoint) was called \(caller.map { "by \($0), " } ?? "")\(place), while \(test) ran, which has no \
      environment of its own. It got an empty mock, not this machine's, as an earlier test may have left this work behind: \
      \(last) and others had environments of their own. Wait for such work in its test. If it is that of \(test), let that \
      have the environment that it needs: useEnvironment(.live), or useEnvironment(.mock). \
      To allow it to all, call CodeOutsideTests.mayUse(\\\(name)).
      """,
      at: nil
    )
  }

  /// Lets a test report an assignment of `Env`; false where the running code cannot come from a test.
  func noteAssignment() -> Bool { !isBesideXCTest && mayComeFromTest && add(.assigned) }

  /// Lets a running test report a message: the test whose environment this code is in, if there is one. If a test that has
  /// ended left this code behind, the next test reports it. False where the code cannot come from a test.
  func note(_ message: String, at place: SourcePlace?) -> Bool {
    mayComeFromTest && add(.misused(message, at: place?.location))
  }

  /// Lets the running test of `family` report a message when it ends; false where there is none, or it does not report.
  func note(_ message: String, at place: SourcePlace?, for family: ScopeFamily) -> Bool {
    let isRunning = state.withLock { $0.test(of: family)?.reportsAtEnd == true }
    return isRunning && add(.misused(message, at: place?.location), in: family)
  }

  @discardableResult
  private func add(_ deed: Deed, in family: ScopeFamily? = ScopeFamily.current) -> Bool {
    let stack = CallStack.current()
    let report = Report(deed: deed, caller: stack.caller)
    return state.withLock { state in
      guard state.isWatching else { return false }
      let owner = family.flatMap(state.test)
      let told = Told(report: report, owner: deed.isWarning ? 0 : owner?.began ?? 0)
      // What makes a test fail may make a later one fail, too.
      if deed.isWarning, !state.tell(told) { return true }
      let tests = owner.map { [$0] } ?? Array(state.tests)
      if state.uses.contains(where: { $0.told == told && $0.tests == tests }) { return true }
      guard let time = state.time else { return false }
      state.uses.append(Use(told: told, stack: stack, tests: tests, time: time))
      return true
    }
  }
}
