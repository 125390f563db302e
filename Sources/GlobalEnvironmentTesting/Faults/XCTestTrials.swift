import GlobalEnvironment
import GlobalEnvironmentMocks
import XCTest

/// Runs a body in a test of XCTest under plans of faults.
struct XCTestTrials: Sendable {
  let limits: VirtualTimeLimits
  let place: SourcePlace

  /// Runs the body in a new environment. When it is quiet, failures are only collected, where the test case can do so.
  func run(
    _ first: FaultRun, seed: Int?, isQuiet: Bool, _ body: @concurrent @Sendable () async throws -> Void
  ) async -> FaultTrial {
    let before = XCTestFailures.count
    QuietFailures.begin(isQuiet: isQuiet)
    let (life, run) = await FaultRun.live(first) { run in
      QuietFailures.follow(run)
      return await live(run, seed: seed, body)
    }
    run.end()
    var failures = QuietFailures.end().map { FaultTrial.Failure(text: $0, location: nil) }
    // The failures of a test case that cannot collect them.
    let recorded = XCTestFailures.count - before
    if recorded > 0 { failures.append(.init(text: "The test recorded the failures above this one.", location: nil)) }
    // Under faults, a test that skips itself has nothing to check. Without any, it is skipped.
    let error = life.error is XCTSkip && !run.isCalm ? nil : life.error
    var trial = FaultTrial(of: run, in: life.time, failures: failures, error: error)
    trial.isRecorded = recorded > 0
    return trial
  }

  private struct Life: Sendable {
    let time: VirtualTime
    var error: (any Error)?
  }

  /// Runs one life.
  private func live(
    _ run: FaultRun, seed: Int?, _ body: @concurrent @Sendable () async throws -> Void
  ) async -> (Life, elapsed: Duration) {
    let outer = HTTPStubs.current
    let family = ScopeFamily(in: .current, adapt: { $0.adapt(to: run) })
    let name = XCTestFailures.testName
    // That with which the tests of the class begin; a mock where it has none.
    let environment = XCTestFailures.environment.flatMap { $0.isMock ? $0 : nil } ?? .mock
    return await EnvironmentScope(environment, in: family).run {
      let time = VirtualTimeRun(order: RunOrder(seed: seed), limits: limits, place: place)
      run.follow(time)
      EndlessTests.begin(time, of: name, name: name)
      defer { EndlessTests.end(time) }
      var life = Life(time: time.time)
      do {
        try await time.perform { error in
          XCTestFailures.record(error.description, at: place)
          EndlessTests.giveUp(time)
        } _: {
          try await TestStubs.ending(with: name, unless: outer, perform: body)
        }
      } catch {
        life.error = error
      }
      return (life, elapsed: time.time.now.offset)
    }
  }
}
