import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// One run of a test in virtual time, and its outcome.
struct VirtualTimeAttempt: Sendable {
  let run: VirtualTimeRun
  let result: Result<Void, any Error>
  private let issues: [String]
  /// Whether the timeline is attached to the test already.
  private let isAttached: Bool

  /// Runs `function` once.
  ///
  /// - Parameters:
  ///   - isReplay: Whether its issues are known from another run, and not to be recorded again.
  ///   - outer: The stubs of the scope around the test, which are not ended with it.
  static func made(
    of test: Test, seed: Int?, limits: VirtualTimeLimits, isReplay: Bool = false,
    unless outer: HTTPStubs? = HTTPStubs.current, onBegin: (VirtualTimeRun) -> Void = { _ in },
    _ function: @concurrent @Sendable () async throws -> Void
  ) async -> VirtualTimeAttempt {
    let run = VirtualTimeRun(seed: seed, limits: limits, place: nil)
    onBegin(run)
    EndlessTests.begin(run, of: test.id, name: test.name)
    let family = ScopeFamily(in: .current)
    let leaveFamily = TestTask.enter(family)
    defer { leaveFamily() }
    let issues = Locked<[String]>([])
    var result = Result<Void, any Error>.success(())
    var isAttached = false
    defer { EndlessTests.end(run) }
    // Only to look at the issues: what does not match is recorded as usual.
    await withKnownIssue(isIntermittent: true) {
      // A test that can never end has an issue at least: recorded in a task of its own, which knows the test.
      let hopeless = AsyncStream.makeStream(of: StuckError.self)
      // No task of the test: the run need not wait for it.
      let report = EnvironmentScope.root.run {
        Task {
          var isTold = false
          for await error in hopeless.stream {
            isTold = true
            Issue.record(error, sourceLocation: test.sourceLocation)
            if !isReplay { attachTimeline(of: run) }
            EndlessTests.giveUp(run)
          }
          return isTold
        }
      }
      do {
        try await run.perform(in: family, onHopeless: { hopeless.continuation.yield($0) }) {
          try await TestStubs.ending(with: test.name, unless: outer, perform: function)
        }
      } catch {
        result = .failure(error)
      }
      hopeless.continuation.finish()
      isAttached = await report.value
      // It has ended after all, and its error has been recorded.
      if isAttached, case .failure(is StuckError) = result { result = .success(()) }
    } matching: { issue in
      // Without its text, which may contain an address in memory.
      if issue.counts { issues.withLock { $0.append("\(issue.sourceLocation.map { "\($0)" } ?? "")") } }
      return isReplay
    }
    TestEnd(name: test.name, location: test.sourceLocation).end(family)
    return VirtualTimeAttempt(run: run, result: result, issues: issues.withLock { $0 }, isAttached: isAttached)
  }

  var hasFailed: Bool {
    if case .failure = result { return true }
    return !issues.isEmpty
  }

  /// Whether the same things happened in the same order, with the same outcome.
  func isSame(as other: VirtualTimeAttempt) -> Bool {
    run.order == other.run.order && run.time.text == other.run.time.text && issues == other.issues
      && "\(result)" == "\(other.result)"
  }

  /// Attaches the timeline of a run that has failed, and throws what the test threw.
  func conclude() throws {
    if hasFailed, !isAttached { Self.attachTimeline(of: run) }
    try result.get()
  }

  static func attachTimeline(of run: VirtualTimeRun) {
    Attachment.record(run.time.text, named: "timeline.txt")
    Attachment.record(run.time.svg, named: "timeline.svg")
  }
}
