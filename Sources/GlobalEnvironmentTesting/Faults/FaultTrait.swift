import Foundation
import GlobalEnvironment
public import GlobalEnvironmentMocks
public import Testing

extension Trait where Self == EnvironmentTrait {

  /// Runs each test many times, in virtual time, with one fault of the world in each run.
  ///
  /// ```swift
  /// @Test(.faults(.each)) func keepsTheNote() async throws {
  ///   Env.stub(.put("/notes/1"), .status(204))
  ///   let model = NoteModel()
  ///   await model.save("Milk")
  ///   #expect(model.isShownAsSaved == Env.files().exists(model.file))
  /// }
  /// ```
  ///
  /// The environment is that of the traits around it, made new for each run; without any, or where they only change that of
  /// the live world, it is a mock. Live endpoints in it do not fail. A first run lists the calls that the test makes of it.
  /// A test that fails has one issue: the smallest set of faults with which it does.
  ///
  /// - Parameters:
  ///   - choice: Which faults.
  ///   - patience: Real time after which a run is given up when nothing can run and nothing is due.
  ///   - limit: How many jobs may run, or timers and loops fire, while nothing else happens, before that counts as endless.
  public static func faults(_ choice: FaultChoice, patience: Duration = .seconds(3), limit: Int = 5_000) -> Self {
    EnvironmentTrait(
      kind: FaultScoping(
        source: .choice(choice.kind), limits: VirtualTimeLimits(patience: patience, rounds: limit)))
  }

  /// Runs each test once for each seed, in virtual time, with the faults that the seed draws: none, one or several.
  ///
  /// It stops at the first seed that fails, and names the smallest part of its faults with which the test still does. With
  /// the trait `.virtualTime(seeds:)` beside it, that trait's seeds are used, and each chooses what runs next, too.
  ///
  /// - Parameters:
  ///   - seeds: The seeds.
  ///   - rates: The chance with which a fault strikes a call that it fits, from 0 to 1, where it is not the usual one: 1 or
  ///     3 in a hundred, 10 for an endpoint of your own.
  ///   - patience: Real time after which a run is given up when nothing can run and nothing is due.
  ///   - limit: How many jobs may run, or timers and loops fire, while nothing else happens, before that counts as endless.
  public static func faults(
    seeds: Range<Int>, rates: [EnvironmentFault: Double] = [:], patience: Duration = .seconds(3), limit: Int = 5_000
  ) -> Self {
    EnvironmentTrait(
      kind: FaultScoping(
        source: .seeds(seeds, rates), limits: VirtualTimeLimits(patience: patience, rounds: limit)))
  }

  /// Makes the compiler say what is missing. Never called: a call does not compile.
  @available(*, unavailable, message: "say which faults: .faults(.each), or .faults(seeds: 0..<100)")
  public static var faults: Self { faults(.each) }
}

/// Runs each test under faults of the world: `.faults(_:)` and `.faults(seeds:)`.
struct FaultScoping: RunsInVirtualTime {
  enum Source: Sendable {
    case choice(FaultChoice.Kind)
    case seeds(Range<Int>, [EnvironmentFault: Double])
  }

  let source: Source
  let limits: VirtualTimeLimits

  /// Runs `function` in virtual time, once for each plan.
  ///
  /// - Throws: What `function` throws without faults, or under the one plan that was asked for.
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Each run makes the environment again, with the faults that the traits around this one place.
    if !Self.isUnderWay { FaultRun.current?.removeFaultsByHand() }
    try await run(test, testCase, function)
  }

  /// Does what the trait does, for a call inside of a test.
  func run(
    _ test: Test, _ testCase: Test.Case?, _ function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if Self.isUnderWay { return try await function() }
    let running = TestScopes.traitBegan(for: test, family: nil)
    defer { TestScopes.traitEnded(for: test, running) }
    let hunt = FaultHunt(
      source: source, orders: test.traits(VirtualTimeScoping.self).lazy.compactMap(\.seeds).first,
      variables: .init(of: .live),
      command: "swift test --filter \(VirtualTimeScoping.filter(for: test.id))", isOneOfMany: test.isParameterized)
    let report = try await Self.$isUnderWay.withValue(true) {
      try await hunt.run { seed, run, isQuiet in
        await TestTrials(test: test, testCase: testCase, seed: seed, limits: limits)
          .run(run, isQuiet: isQuiet, function)
      }
    }
    report.record(in: test)
    if let error = report.error { throw error }
  }

  /// Whether a trait around this one runs the test under faults already.
  @TaskLocal private static var isUnderWay = false
}

extension FaultReport {
  fileprivate func record(in test: Test) {
    for (name, text) in attachments { Attachment.record(text, named: name) }
    if let message { Issue.record(Comment(rawValue: message), sourceLocation: location ?? test.sourceLocation) }
    if let warning { Frameworks.warn(warning, at: test.sourceLocation) }
  }
}
