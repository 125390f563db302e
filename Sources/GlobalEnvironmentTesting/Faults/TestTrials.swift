import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// Runs a test of Swift Testing under plans of faults.
struct TestTrials: Sendable {
  let test: Test
  let testCase: Test.Case?
  /// Chooses the order of what may run next; nil for first come, first served.
  let seed: Int?
  let limits: VirtualTimeLimits

  /// Runs the body in a new environment. When it is quiet, its issues are only collected, and not recorded.
  func run(
    _ first: FaultRun, isQuiet: Bool, _ function: @concurrent @Sendable () async throws -> Void
  ) async -> FaultTrial {
    let issues = Locked<[Issue]>([])
    let (attempt, run) = await FaultRun.live(first) { run in
      let made = await self.attempt(run, isQuiet: isQuiet, issues, function)
      return (made, elapsed: made.run.time.now.offset)
    }
    run.end()
    let failures = issues.withLock { $0 }.map { issue in
      FaultTrial.Failure(text: "\(issue)", location: issue.sourceLocation)
    }
    let thrown: (any Error)? = if case .failure(let error) = attempt.result { error } else { nil }
    return FaultTrial(of: run, in: attempt.run.time, failures: failures, error: thrown)
  }

  /// Runs one life.
  private func attempt(
    _ run: FaultRun, isQuiet: Bool, _ issues: Locked<[Issue]>,
    _ function: @concurrent @Sendable () async throws -> Void
  ) async -> VirtualTimeAttempt {
    let outer = HTTPStubs.current
    let family = ScopeFamily(in: .current, adapt: { $0.adapt(to: run) })
    @Sendable func live() async -> VirtualTimeAttempt {
      await EnvironmentScope(newEnvironment(), in: family).run {
        await VirtualTimeAttempt.made(
          of: test, testCase, order: RunOrder(seed: seed), limits: limits, unless: outer, onBegin: run.follow, function)
      }
    }
    let attempt = Locked<VirtualTimeAttempt?>(nil)
    let counted = CountedIssues()
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
      // An issue that belongs to no test is handed to every test that looks; it is recorded without us.
      if Test.current?.id != test.id { return nil }
      // A killed program has no more issues.
      if run.isKilled { return nil }
      if counted.contain(issue) { issues.withLock { $0.append(issue) } }
      guard isQuiet else { return issue }
      // A run that can never end is the last: nothing else can report it.
      guard issue.error is StuckError else { return nil }
      var issue = issue
      issue.comments.append("It cannot be ended, under these faults: \(FaultPlan(run.struck).text)")
      return issue
    }
    // It throws what its body throws, which is nothing.
    try? await collecting.provideScope(for: test, testCase: testCase) {
      await counted.watch { attempt.replace(with: await live()) }
    }
    if let made = attempt.withLock({ $0 }) { return made }
    return await live()
  }

  /// The environment of the test, made again by the traits that made it, or by its target; a mock where that is live.
  private func newEnvironment() -> Environment {
    let recipe = EnvironmentRecipe.current
    if let made = try? recipe?.made(), made.isMock { return made }
    let target = TargetEnvironments.environment(ofModule: test.id.moduleName)
    let base = target.flatMap { $0.isMock ? $0 : nil } ?? .mock
    // Traits that only change endpoints of the live world change those of a mock instead.
    if let made = try? recipe?.made(of: base), !made.isLive { return made }
    return base
  }
}
