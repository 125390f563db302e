import Foundation
import GlobalEnvironment
public import Testing

extension Trait where Self == EnvironmentTrait {

  /// Runs each test in a virtual time that moves by itself to the next deadline whenever nothing can run.
  ///
  /// ```swift
  /// @Test(.virtualTime) func debounces() async throws {
  ///   model.type("s")                              // starts a task that sleeps for 300 ms, then searches
  ///   try await Env.sleep(for: .milliseconds(301))
  ///   #expect(model.results == ["swift"])
  /// }
  /// ```
  ///
  /// Of things that are due at the same moment, the one that began to wait first continues first. After 300 ms, that would be
  /// the test itself.
  ///
  /// Where neither a trait before it, nor the target, nor an assignment has made an environment, the test has a mock;
  /// `.environment(.live), .virtualTime` runs it in the live world, with a time of its own.
  ///
  /// See `withVirtualTime` for what it covers. When the test fails, its timeline is attached as text and as a picture.
  public static var virtualTime: Self {
    EnvironmentTrait(kind: VirtualTimeScoping(seeds: nil, limits: .standard))
  }

  /// Runs each test in virtual time: once, or once for each seed, which chooses what runs next of all that may run.
  ///
  /// With seeds, it stops at the first one that fails. That one is run again. If it fails again, it is named; if it does something
  /// else, it is told what, as something is at work that virtual time does not control. To run one seed alone, set the
  /// environment variable `ENV_SEED`:
  ///
  /// ```
  /// ENV_SEED=17 swift test --filter debounces
  /// ```
  ///
  /// A seed holds for one program with one version of Swift. Where a task that yields does not show, as with Swift 6.2 on Linux
  /// and on Apple's systems from 26.4, it holds for code without `Task.yield()`.
  ///
  /// The test is then run with fewer and fewer of the seed's choices, for twenty seconds at most. Those without which it passes
  /// are told: which function went on before which other one.
  ///
  /// Half of the seeds, the even ones, choose any task that may run, each as likely as the others. The odd ones continue
  /// with one task as long as they can, and switch at a few random moments: so they find races whose parts lie far apart.
  ///
  /// - Parameters:
  ///   - seeds: The seeds; without them, what may run first runs first.
  ///   - patience: Real time after which a test is given up when nothing can run and nothing is due.
  ///   - limit: How many jobs may run, or timers and loops fire, while nothing else happens, before that counts as endless.
  ///     Loops and timers outside of the body and its child tasks have a fifth; work that comes back while time stands still
  ///     has a tenth, and 100,000 at least.
  public static func virtualTime(
    seeds: Range<Int>? = nil, patience: Duration = .seconds(3), limit: Int = 1_000_000
  ) -> Self {
    EnvironmentTrait(
      kind: VirtualTimeScoping(seeds: seeds, limits: VirtualTimeLimits(patience: patience, rounds: limit)))
  }
}

/// Runs each test in a virtual time that moves by itself: `.virtualTime` and `.virtualTime(seeds:)`.
struct VirtualTimeScoping: TestScoping {
  let seeds: Range<Int>?
  let limits: VirtualTimeLimits

  /// Runs `function` in virtual time, once or for each seed; as it is where a trait outside does so already.
  ///
  /// - Throws: What `function` throws; `StuckError` when it waits for something that never happens. Where it cannot even be
  ///   cancelled, that is recorded, and the process ends as soon as no other test runs.
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // A test with faults runs in virtual time many times, with these seeds.
    if !test.traits((any RunsInVirtualTime).self).isEmpty { return try await function() }
    // What was planned for the code before the test is not the test's own.
    PreTestScopes.end(for: test)
    if let scoping = EnvironmentScoping.whereNoneIsMade(for: test) {
      return try await scoping.provideScope(for: test, testCase: testCase) {
        try await provideScope(for: test, testCase: testCase, performing: function)
      }
    }
    let running = TestScopes.traitBegan(for: test, family: nil)
    defer { TestScopes.traitEnded(for: test, running) }
    let isSeededTwice = test.traits(VirtualTimeScoping.self).count { $0.seeds != nil } > 1
    if VirtualTimeRun.isUnderWay {
      // Seeds outside of these have told it, once for all of their runs.
      if seeds != nil, !isSeededTwice { Issue.record(Self.nestedSeeds, sourceLocation: test.sourceLocation) }
      return try await function()
    }
    guard let seeds else {
      return try await VirtualTimeAttempt.made(of: test, testCase, limits: limits, function).conclude()
    }
    let outer = HTTPStubs.current
    if isSeededTwice { Issue.record(Self.nestedSeeds, sourceLocation: test.sourceLocation) }
    if seeds.isEmpty { Issue.record("There is no seed to run this test with.", sourceLocation: test.sourceLocation) }
    let replayed = try Self.replayedSeed(Environment.live.environmentVariable("ENV_SEED"))
    for seed in replayed.map({ $0..<($0 + 1) }) ?? seeds {
      let command = Self.command(seed, for: test)
      let attempt = try await LastWords.during(LastWords.text(command)) {
        try await self.attempt(of: test, testCase, .seed(seed), unless: outer, function)
      }
      guard attempt.hasFailed else { continue }
      // A test that was cancelled says nothing about its seed.
      if Task.isCancelled { return try attempt.conclude() }
      func replay(_ order: RunOrder) async throws -> VirtualTimeAttempt {
        try await self.attempt(of: test, testCase, order, isReplay: true, unless: outer, function)
      }
      let again = try await replay(.seed(seed, notes: true))
      var verdict = Self.verdict(on: seed, attempt, again, test)
      if attempt.fails(like: again), let cause = try await LeastOrder.words(of: again, replay) {
        verdict += "\n\(cause)"
      }
      Issue.record(Comment(rawValue: verdict), sourceLocation: test.sourceLocation)
      return try attempt.conclude()
    }
  }

  /// Runs the test once, in an environment like the current one, made again by the target or the traits that made that.
  private func attempt(
    of test: Test, _ testCase: Test.Case?, _ order: RunOrder, isReplay: Bool = false, unless outer: HTTPStubs?,
    _ function: @concurrent @Sendable () async throws -> Void
  ) async throws -> VirtualTimeAttempt {
    let recipe = EnvironmentRecipe.current ?? EnvironmentRecipe(around: test)
    return try await withEnvironment(recipe.made()) {
      await VirtualTimeAttempt.made(
        of: test, testCase, order: order, limits: limits, isReplay: isReplay, unless: outer, function)
    }
  }

  private static let nestedSeeds: Comment = """
    Seeds have no effect inside a suite that runs in virtual time already. Give them to the suite, or take .virtualTime \
    from it.
    """

  private static func command(_ seed: Int, for test: Test) -> String {
    "ENV_SEED=\(seed) swift test --filter \(filter(for: test.id))"
  }

  /// What a failure is told with: the seed, if it fails again, and what differed then.
  private static func verdict(
    on seed: Int, _ attempt: VirtualTimeAttempt, _ again: VirtualTimeAttempt, _ test: Test
  ) -> String {
    let named = "Failed with seed \(seed). To run it alone: \(command(seed, for: test))"
    guard let difference = again.difference(from: attempt) else { return named }
    return """
      \(again.hasFailed ? named : "Failed with one of the seeds, but not when that ran again.")
      Run a second time, the same seed did something else. \(difference)
      There is nondeterminism that virtual time does not control, such as a task that other tests use at the same time, real \
      queues and threads, real input and output, or chance that is not asked of Env.
      """
  }

  /// Returns what `swift test --filter` takes for a test, as a shell reads it: `Module.Suite/test`.
  ///
  /// A shell would run what is between the backticks of a raw identifier. Dots replace them, and characters with a meaning
  /// in a shell or in a regular expression.
  static func filter(for test: Test.ID) -> String {
    let names = test.nameComponents.map { name in
      guard name.hasPrefix("`") else { return String(name.prefix { $0 != "(" }) }
      let text = name.dropFirst().prefix { $0 != "`" }
      return ".?" + text.map { #"'\.*+?()[]{}|^$"#.contains($0) ? "." : $0 } + ".?"
    }
    let filter = "\(test.moduleName).\(names.joined(separator: "/"))"
    return filter.allSatisfy { $0.isLetter || $0.isNumber || "_./".contains($0) } ? filter : "'\(filter)'"
  }

  /// The seed in the value of the environment variable `ENV_SEED`.
  static func replayedSeed(_ text: String?) throws -> Int? {
    guard let text else { return nil }
    guard let seed = Int(text), seed < .max else {
      throw LaunchOverrideError(variable: "ENV_SEED", value: text, reason: "it is not a seed. Write a whole number.")
    }
    return seed
  }
}

/// What runs its tests in virtual time itself, so that ``VirtualTimeScoping`` leaves them alone.
protocol RunsInVirtualTime: TestScoping {}
