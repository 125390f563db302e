import GlobalEnvironmentAtomics

/// What a test-support module adds to the core, which imports no test framework.
package protocol TestFramework: SendableMetatype {

  /// Returns the scope of the test that runs here, or of the one whose code made the running task; nil outside any test, and
  /// for a read of a test that has no scope yet.
  static func scope(for access: TestHooks.Access) -> EnvironmentScope?

  /// The family for a scope made outside any scope, as by `withEnvironment`; nil where none is needed.
  static var newFamily: ScopeFamily? { get }

  /// Returns what the running code has to do to get a mock; nil for what a test does that is no XCTest.
  static var adviceForMock: String? { get }

  /// Returns the innermost function of the program's own among those that continue at these addresses; nil where it has no
  /// names.
  static func nameOfCaller(_ addresses: [UInt]) -> String?

  /// Returns the file and the line of that function where it continues: `Search.swift:31`; nil where that is not known.
  static func placeOfCaller(_ addresses: [UInt]) -> String?

  /// Reports that the live world is about to be reached, if a test that has no environment has asked for that.
  static func noteReach(of endpoint: String)

  /// The same, for an endpoint that is asynchronous.
  static func noteReach(ofAsync endpoint: String) async

  /// The environment for a body in virtual time of a test that has none; nil elsewhere.
  static var environmentForVirtualTime: Environment? { get }

  /// Gives the running test a warning, which does not make it fail.
  static func warn(_ message: String, at place: SourcePlace?)

  /// Runs a body, and returns whether the running test has failed meanwhile.
  static func hasIssues(_ body: @Sendable () async -> Void) async -> Bool

  /// Returns the scope for a read that would use up the stack, in place of its own; ends the process where no scope can
  /// answer.
  static func scope(of read: TestHooks.RunawayRead, _ own: EnvironmentScope) -> EnvironmentScope

  /// The scope in which what a test leaves in its environment is released, outside of the test's own.
  static var scopeOfReleases: EnvironmentScope { get }

  /// The test whose code runs here, as the framework knows it; nil where that is unknown.
  static var test: (any Sendable)? { get }

  /// Makes the running test fail with a message; where none is known, that of `maker`, which has made what was misused.
  static func report(_ message: String, at place: SourcePlace?, madeBy maker: TestHooks.Maker?)
}

/// The test framework of this process, if it runs tests.
package enum TestHooks {

  /// What the caller will do with a scope.
  package enum Access: Sendable {
    case read, write
    /// Only find out which one it is.
    case look
    /// The same, for a task that is made here.
    case makeTask
    /// Keep it, to run code in it later.
    case hold

    /// Whether nothing is changed or kept: a test that has no scope yet needs none for that.
    package var isReading: Bool { self == .read || isLooking }

    package var isLooking: Bool { self == .look || self == .makeTask }
  }

  /// A read that would use up the stack, or the memory of its task.
  package enum RunawayRead: Sendable {
    /// The first one after reads that had room; the next one might use up the memory.
    case first, firstInTask
    /// What the same calls read while they return.
    case next
    /// One through a captured environment, which no other scope can answer.
    case captured
  }

  /// Whether there is hardly room left on the stack of this thread.
  package static var isStackUsedUp: Bool { global_environment_stack_is_used_up() }

  /// Where the running call stands on the stack of this thread, which grows downwards.
  package static var stackAddress: UInt { global_environment_stack_address() }

  private static let installed = WriteOnce<any TestFramework.Type>()

  /// The test framework of this process; nil where that runs no tests.
  package static var framework: (any TestFramework.Type)? { installed.value }

  /// Finds the scope in which the running task was made, for one that has not inherited it: a detached one.
  private static let taskScope = WriteOnce<@Sendable (Access) -> EnvironmentScope?>()

  /// Puts `framework` in place for the whole process, for good.
  package static func install(_ framework: any TestFramework.Type) {
    installed.set(framework)
    global_environment_test_hooks_store(1)
  }

  /// Puts in place, for good, what finds the scope in which the running task was made.
  package static func installTaskScope(_ find: @escaping @Sendable (Access) -> EnvironmentScope?) {
    taskScope.set(find)
    global_environment_test_hooks_store(1)
  }

  /// Whether any of them are in place: one load, since each read in a scope asks.
  static var areAny: Bool { global_environment_test_hooks_load() != 0 }

  static func scope(for access: Access) -> EnvironmentScope? {
    guard areAny else { return nil }
    return if let framework { framework.scope(for: access) } else { scopeOfTask(for: access) }
  }

  /// Returns the scope in which the running task was made; nil where there is none.
  ///
  /// To write, or to hold a scope, a test with a suite's scope around it gets one of its own: then this is nil as well.
  package static func scopeOfTask(for access: Access) -> EnvironmentScope? { taskScope.value?(access) }

  /// Ends the process of a test, with a message, where hardly any stack is left.
  static func checkStack() {
    if areAny, isStackUsedUp { _ = framework?.scope(of: .captured, .root) }
  }

  /// Called before a live endpoint changes files or settings, hands out secrets or a session.
  static func noteReach(of endpoint: StaticString) {
    if areAny { framework?.noteReach(of: "\(endpoint)") }
  }

  /// Called before a live endpoint sends a request or opens an address.
  static func noteReach(ofAsync endpoint: StaticString) async {
    if areAny { await framework?.noteReach(ofAsync: "\(endpoint)") }
  }

  /// Runs `body`, and returns whether the running test has failed meanwhile; false where none runs, or it is not watched.
  package static func hasIssues(watched isWatched: Bool, _ body: @Sendable () async -> Void) async -> Bool {
    guard isWatched, let framework else {
      await body()
      return false
    }
    return await framework.hasIssues(body)
  }

  /// Returns what to do where a mock is missing.
  ///
  /// - Parameter inTest: The advice for code of a test.
  /// - Returns: `inTest`, or another advice for an XCTest, and where no test is known, which may have a mock.
  package static func adviceForMock(inTest: String) -> String { framework?.adviceForMock ?? inTest }

  /// The test whose code makes something, for the time when that is misused where no test is known: on a queue.
  package struct Maker: Sendable {
    /// Its family, which holds no scope.
    package let family: ScopeFamily?
    /// The test, as the framework knows it.
    package let test: (any Sendable)?

    /// The test of the code that asks.
    package static var current: Maker? {
      guard let framework else { return nil }
      return Maker(family: ScopeFamily.current, test: framework.test)
    }
  }

  /// Reports that this package was misused: to the running test, or on standard error where no test framework is linked.
  package static func report(_ message: String, at place: SourcePlace? = nil) {
    report(message, at: place, madeBy: nil)
  }

  /// Reports the misuse of something; where no test is known, to the one whose code made it.
  package static func report(_ message: String, at place: SourcePlace?, madeBy maker: Maker?) {
    if let framework {
      framework.report(message, at: place, madeBy: maker)
    } else {
      let prefix = place.map { "\($0): " } ?? ""
      writeToStandardError("\(prefix)GlobalEnvironment: \(message)\n")
    }
  }
}
