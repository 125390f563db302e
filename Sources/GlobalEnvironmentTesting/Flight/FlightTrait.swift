import Foundation
import GlobalEnvironment
public import GlobalEnvironmentFlight
import GlobalEnvironmentMocks
public import Testing

extension Trait where Self == EnvironmentTrait {

  /// Runs each test in the world that a flight has recorded, in virtual time.
  ///
  /// ```swift
  /// @Test(.flight("crash.flight")) func reproduces() async throws {
  ///   let model = FeedModel()
  ///   await model.refresh()
  ///   #expect(await model.state == .shown)
  /// }
  /// ```
  ///
  /// Each endpoint answers as it did then: requests by what they ask and in their order, files and defaults as they were
  /// found and changed, chance, identifiers and dates in their order. Where the program asks something else, a mock answers,
  /// and, unless differences are ignored, an issue says what it asks, and what the flight has next. After the end of the
  /// flight, the mock answers; only a request without a stub is an issue then, so stub those that a fixed program sends.
  ///
  /// - Parameters:
  ///   - file: The path of the flight; a relative one begins in the folder of the test's source file.
  ///   - differences: What to do where the program asks something else than it did then.
  ///   - asksAll: Whether it is an issue when the program never asks something that it asked then.
  ///   - secrets: The texts that the recorder hid and the program has again (`FlightSecret.text`).
  public static func flight(
    _ file: String, differences: FlightDifferences = .reported, asksAll: Bool = false,
    hiding secrets: [FlightSecret] = []
  ) -> Self {
    EnvironmentTrait(
      kind: FlightScoping(file: file, differences: differences, asksAll: asksAll, secrets: secrets))
  }
}

/// Runs each test in the world that a flight has recorded: `.flight(_:)`.
private struct FlightScoping: TestScoping {
  let file: String
  let differences: FlightDifferences
  let asksAll: Bool
  let secrets: [FlightSecret]

  /// Runs `function` in virtual time; throws `FlightError` where the flight cannot be read.
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let location = test.sourceLocation
    let replay = try FlightReplay(file, beside: location.pathOfFile, differences, hiding: secrets)
    if VirtualTimeRun.isUnderWay { Issue.record(Self.nestedTime, sourceLocation: location) }
    let running = TestScopes.traitBegan(for: test, family: nil)
    defer { TestScopes.traitEnded(for: test, running) }
    let outer = HTTPStubs.current
    let attempt = await EnvironmentScope(replay.environment(), in: ScopeFamily(in: .current)).run {
      await VirtualTimeAttempt.made(of: test, testCase, limits: .standard, unless: outer) {
        replay.begin()
        try await function()
        if asksAll { replay.reportUnasked() }
      }
    }
    try attempt.conclude()
  }

  private static let nestedTime: Comment =
    "A flight brings a virtual time of its own. Take .virtualTime away from the test and the suites around it."
}
