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
    /// How often each endpoint was called since a test began, in each place.
    var looks: [Look: Int] = [:]
    /// The warnings that were told, and those that were noted. They are not noted again, however many tests run.
    var reported: Set<Report> = []
    var known: Set<Known> = []
    /// The running test of XCTest, and what it has reported.
    var xctest = RunningTest(name: "", family: nil)
    var reportedInXCTest: Set<Report> = []
    /// Not reported yet, each once.
    var uses: [Use] = []
    var pending: Set<Use> = []
    /// What such code reads, and the revision of the process's environment from which it was made.
    var seen: (scope: EnvironmentScope, revision: UInt)?

    var isWatching: Bool { !tests.isEmpty || last != nil }

    /// The running test that `family` belongs to.
    func test(of family: ScopeFamily) -> RunningTest? {
      // audit:allow chance – a family is part of one test at most
      tests.first { test in test.family.map(family.isPart) ?? false }
    }

    /// When something happens now, in words.
    var time: String? {
      OutsideWatch.time(of: tests.map(\.name)) ?? last.map { "after \($0) had ended" }
    }
  }

  /// How many calls of an endpoint in one place are looked at; after them, fewer and fewer. Finding a caller takes some
  /// microseconds, and finding its name takes milliseconds.
  private static let mostLooks = 16
  /// How many places are distinguished.
  private static let mostPlaces = 4_096

  private let state = Locked(State())
  private let told = ToldErrors()

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

  /// Records that a test with an environment of its own begins, or a part of `whole`.
  ///
  /// - Parameter reportsAtEnd: Whether its end is known as soon as it comes, so that it can record what it is given.
  func testBegan(
    _ name: String, family: ScopeFamily?, reportsAtEnd: Bool = true, in whole: (any EndingTest)? = nil
  ) -> RunningTest {
    let test = RunningTest(name: name, family: family, reportsAtEnd: reportsAtEnd, in: whole)
    state.withLock { state in
      state.tests.insert(test)
      state.looks = [:]
    }
    return test
  }

  /// Records that such a test ends. Returns the messages of the time in which it ran that no other test has recorded.
  func testEnded(_ test: RunningTest) -> [Note] {
    let uses = state.withLock { state in
      state.tests.remove(test)
      if test.family != nil { state.last = test.name }
      let isMine = { (use: Use) in use.tests.isEmpty || use.tests.contains(test) }
      let mine = state.uses.filter(isMine)
      state.uses.removeAll(where: isMine)
      state.pending.subtract(mine)
      return mine
    }
    // Where its end comes unnoticed, another test runs by now.
    let notes = notes(on: uses, of: test, namingTests: !test.reportsAtEnd)
    test.end()
    told.forgetEndedTests()
    return notes
  }

  /// The messages that no test has recorded: when the process ends, those of the last tests without a trait, whose end is
  /// not reported.
  func unrecorded() -> [Note] {
    notes(
      on: state.withLock { state in
        defer { (state.uses, state.pending) = ([], []) }
        return state.uses
      }, namingTests: true)
  }

  /// - Parameters:
  ///   - test: The test that has ended.
  ///   - isNamingTests: Whether each message says which tests ran, as none of them may record it.
  private func notes(on uses: [Use], of test: RunningTest? = nil, namingTests isNamingTests: Bool = false) -> [Note] {
    var callers: [[UInt]: String?] = [:]
    var here: Set<Report> = []
    return uses.compactMap { use in
      let caller = callers[use.stack.addresses] ?? use.stack.caller
      callers[use.stack.addresses] = .some(caller)
      let report = Report(deed: use.deed, caller: caller)
      let isNew =
        use.deed.isWarning
        ? state.withLock { $0.reported.insert(report).inserted }
        : told.tell(report, of: use.tests + [test].compactMap { $0 }, besides: &here)
      guard isNew else { return nil }
      let note = note(on: report, use.time, at: CallerPlace.innermost(of: use.stack.addresses)?.location)
      return isNamingTests && !note.message.contains(use.time) ? note.happening(use.time) : note
    }
  }

  /// Records that a test of XCTest begins, which may report what others have reported.
  func xctestBegan() {
    let before = state.withLock { state in
      state.looks = [:]
      state.reportedInXCTest = []
      defer { state.xctest = RunningTest(name: "", family: nil) }
      return state.xctest
    }
    before.end()
  }

  /// The running test of XCTest, for its parts.
  var xctest: RunningTest { state.withLock { $0.xctest } }

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
    let isBesideXCTest = isBesideXCTest
    // It is most likely the test's own, and the test has the process's environment.
    if isBesideXCTest, !isRefused { return }
    let isNew = state.withLock { state in
      guard state.isWatching, !state.allowed.contains(endpoint) else { return false }
      let isFull = state.looks.count >= Self.mostPlaces
      let look = Look(endpoint: endpoint, address: isFull ? 0 : TestHooks.stackAddress)
      let count = state.looks[look, default: 0] + 1
      state.looks[look] = count
      return count <= Self.mostLooks || count.nonzeroBitCount == 1
    }
    guard isNew else { return }
    if isBesideXCTest { reportInXCTest(endpoint) } else { add(.called(endpoint, isRefused: isRefused)) }
  }

  /// Makes the running test of XCTest fail, once for each endpoint and each function that calls it.
  private func reportInXCTest(_ endpoint: String) {
    let (caller, test) = (CallStack.current().caller, XCTestFailures.testName)
    let report = Report(deed: .called(endpoint, isRefused: true), caller: caller)
    let last = state.withLock { $0.reportedInXCTest.insert(report).inserted ? $0.last : nil }
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
    return state.withLock { state in
      guard state.isWatching else { return false }
      // What makes a test fail may make a later one fail, too.
      if deed.isWarning {
        let known = Known(deed: deed, stack: stack)
        if state.known.contains(known) { return true }
        if state.known.count < Self.mostPlaces { state.known.insert(known) }
      }
      guard let time = state.time else { return false }
      let tests = family.flatMap(state.test).map { [$0] } ?? Array(state.tests)
      let use = Use(deed: deed, stack: stack, tests: tests, time: time)
      if state.pending.insert(use).inserted { state.uses.append(use) }
      return true
    }
  }
}
