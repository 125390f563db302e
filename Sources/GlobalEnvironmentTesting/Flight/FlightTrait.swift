import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentMocks
public import GlobalEnvironmentRedaction
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
  /// found and changed, chance, identifiers and dates in the order of their task. Where the program asks something else, a
  /// mock answers, and, unless differences are ignored, an issue says what it asks first, what the flight has next, and how
  /// many differences follow. After the end of the flight, the mock answers; only a request without a stub is an issue then,
  /// so stub those that a fixed program sends. A test that fails runs more than once, to find that out.
  ///
  /// - Parameters:
  ///   - file: The path of the flight; a relative one begins in the folder of the test's source file.
  ///   - differences: What to do where the program asks something else than it did then.
  ///   - asksAll: Whether it is an issue when the program never asks something that it asked then.
  ///   - secrets: The texts that the recorder hid and the program has again (`Secret.text`).
  public static func flight(
    _ file: String, differences: FlightDifferences = .reported, asksAll: Bool = false,
    hiding secrets: [Secret] = []
  ) -> Self {
    EnvironmentTrait(
      kind: FlightScoping(file: file, differences: differences, asksAll: asksAll, secrets: secrets))
  }

  // Without it, the compiler has no diagnostic for a file that is forgotten. It is never called: a call does not compile.

  /// Makes the compiler say what is missing.
  @available(*, unavailable, message: "name its file: .flight(\"crash.flight\")")
  public static var flight: Self { flight("") }
}

/// Runs each test in the world that a flight has recorded: `.flight(_:)`.
private struct FlightScoping: TestScoping {
  let file: String
  let differences: FlightDifferences
  let asksAll: Bool
  let secrets: [Secret]

  /// The most ways in which tasks are given lanes, in all, and without coming any further.
  private static let (most, mostInVain) = (200, 20)

  /// Runs `function` in virtual time. Where something differs, it runs again, without its issues, with other lanes for tasks
  /// that begin alike. The last run has all issues. The first of them says how many differences follow.
  ///
  /// - Throws: `FlightError` where the flight cannot be read; what `function` throws.
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let location = test.sourceLocation
    let loud = try FlightReplay(file, beside: location.pathOfFile, differences, hiding: secrets)
    if VirtualTimeRun.isUnderWay { Issue.record(Self.nestedTime, sourceLocation: location) }
    let running = TestScopes.traitBegan(for: test, family: nil)
    defer { TestScopes.traitEnded(for: test, running) }
    var guess: ReplayLanes.Guess = []
    var replay = loud.again(guess, isQuiet: true)
    var best: (guess: ReplayLanes.Guess, differing: (count: Int, before: Int))?
    var (tries, inVain) = (0, 0)
    while true {
      let quiet = await attempt(replay, test, testCase, function)
      let differing = replay.differing
      // A known issue is no failure.
      if !quiet.hasFailed, differing.count == 0 || differences == .ignored { return try quiet.conclude() }
      tries += 1
      let isBetter = best.map { differing.count == 0 || $0.differing.before < differing.before } ?? true
      inVain = isBetter ? 0 : inVain + 1
      if isBetter { best = (guess, differing) }
      guard tries < Self.most, inVain < Self.mostInVain, !Task.isCancelled, let other = replay.otherGuess else { break }
      (guess, replay) = (other, loud.again(other, isQuiet: true))
    }
    guard let best else { return }
    let count = best.differing.count - 1
    let words = [
      count > 0 ? "\(count) more difference\(count == 1 ? " follows" : "s follow")." : nil,
      tries > 1 ? "Tasks of the flight begin alike. Of \(tries) ways to tell them apart, none fits better." : nil,
    ].compactMap { $0 }
    let last = loud.again(best.guess, following: words.isEmpty ? nil : words.joined(separator: " "))
    try await attempt(last, test, testCase, function).conclude()
  }

  private func attempt(
    _ replay: FlightReplay, _ test: Test, _ testCase: Test.Case?,
    _ function: @concurrent @Sendable () async throws -> Void
  ) async -> VirtualTimeAttempt {
    let outer = HTTPStubs.current
    return await LastWords.during(LastWords.text("swift test --filter \(VirtualTimeScoping.filter(for: test.id))")) {
      await EnvironmentScope(replay.environment(), in: ScopeFamily(in: .current)).run {
        await VirtualTimeAttempt.made(
          of: test, testCase, limits: .standard, isReplay: replay.isQuiet, isFirst: true, unless: outer
        ) {
          replay.begin()
          try await function()
          if asksAll { replay.reportUnasked() }
        }
      }
    }
  }

  private static let nestedTime: Comment =
    "A flight brings a virtual time of its own. Take .virtualTime away from the test and the suites around it."
}
