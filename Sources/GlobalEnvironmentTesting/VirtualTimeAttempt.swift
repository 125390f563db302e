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
  ///   - isFirst: Whether that other run comes later, unless this one can never end.
  ///   - outer: The stubs of the scope around the test, which are not ended with it.
  static func made(
    of test: Test, _ testCase: Test.Case?, order: RunOrder = .arrival, limits: VirtualTimeLimits,
    isReplay: Bool = false, isFirst: Bool = false, unless outer: HTTPStubs? = HTTPStubs.current,
    onBegin: (VirtualTimeRun) -> Void = { _ in },
    _ function: @concurrent @Sendable () async throws -> Void
  ) async -> VirtualTimeAttempt {
    let run = VirtualTimeRun(order: order, limits: limits, place: nil)
    onBegin(run)
    EndlessTests.begin(run, of: test.id, name: test.name)
    let family = ScopeFamily(in: .current)
    let leaveFamily = TestTask.enter(family)
    defer { leaveFamily() }
    let issues = Locked<[String]>([])
    let end = Locked<(result: Result<Void, any Error>, isAttached: Bool)>((.success(()), false))
    defer { EndlessTests.end(run) }
    let counted = CountedIssues()
    let looking = IssueHandlingTrait.compactMapIssues { issue in
      // One that belongs to no test is handed to every test that looks; it is recorded without us.
      if Test.current?.id != test.id { return nil }
      // Without its text, which may contain an address in memory.
      if counted.contain(issue) { issues.withLock { $0.append("\(issue.sourceLocation.map { "\($0)" } ?? "")") } }
      // A run that can never end is the last: nothing else can report it.
      return isReplay && !(isFirst && issue.error is StuckError) ? nil : issue
    }
    // It throws what its body throws, which is nothing.
    try? await looking.provideScope(for: test, testCase: testCase) {
      await counted.watch {
        var (result, isAttached) = (Result<Void, any Error>.success(()), false)
        do {
          // A test that can never end has an issue at least.
          let giveUp = { (error: StuckError) in
            isAttached = true
            Issue.record(error, sourceLocation: test.sourceLocation)
            if !isReplay { attachTimeline(of: run) }
            EndlessTests.giveUp(run)
          }
          try await run.perform(in: family, onHopeless: giveUp) {
            try await TestStubs.ending(with: test.name, unless: outer, perform: function)
          }
        } catch {
          result = .failure(error)
        }
        // It has ended after all, and its error has been recorded.
        if isAttached, case .failure(is StuckError) = result { result = .success(()) }
        end.replace(with: (result, isAttached))
      }
    }
    TestEnd(name: test.name, location: test.sourceLocation).end(family)
    let (result, isAttached) = end.withLock { $0 }
    return VirtualTimeAttempt(run: run, result: result, issues: issues.withLock { $0 }, isAttached: isAttached)
  }

  var hasFailed: Bool {
    if case .failure = result { return true }
    return !issues.isEmpty
  }

  /// Whether it has failed as another one has: at a place in common, or both by what was thrown.
  func fails(like other: VirtualTimeAttempt) -> Bool {
    if !Set(issues).isDisjoint(with: other.issues) { return true }
    guard case .failure = result, case .failure = other.result else { return false }
    return true
  }

  /// What was different in an earlier run of the same seed; nil where the same things happened in the same order.
  func difference(from first: VirtualTimeAttempt) -> String? {
    let (was, now) = (first.run.time.text.split(separator: "\n"), run.time.text.split(separator: "\n"))
    if was != now {
      let same = zip(was, now).prefix { $0 == $1 }.count
      let event = { (lines: [Substring]) in lines.indices.contains(same) ? "had «\(lines[same])»" : "had ended" }
      return "After \(same) equal events of the timeline, the first run \(event(was)), the second \(event(now))."
    }
    if run.order != first.run.order {
      return "The timelines are equal, but what could run took its turns in another order."
    }
    if issues == first.issues, "\(result)" == "\(first.result)" { return nil }
    return "The timelines and the order of turns are equal, but not what failed."
  }

  /// Attaches the timeline of a run that has failed, and throws what the test threw.
  func conclude() throws {
    if hasFailed, !isAttached { Self.attachTimeline(of: run) }
    try result.get()
  }

  static func attachTimeline(of run: VirtualTimeRun) {
    if run.time.text.isEmpty { return }
    Attachment.record(run.time.text, named: "timeline.txt")
    Attachment.record(run.time.svg, named: "timeline.svg")
  }
}
