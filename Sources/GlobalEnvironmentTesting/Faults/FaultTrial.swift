import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import GlobalEnvironmentRedaction
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One run of a test's body under one plan, from its first life to its last, and its outcome.
struct FaultTrial: Sendable {
  /// Where and why the test has failed, in order.
  let failures: [Failure]
  /// The calls that it made.
  let made: [FaultRun.Made]
  /// The faults that happened.
  let struck: [FaultPlan.Entry]
  /// The faults of the plan whose call did not come.
  let pending: [FaultPlan.Entry]
  /// The faults of the plan that do not fit their calls, in words.
  let misfits: [String]
  /// The time of the last life, whose timeline shows what happened.
  let time: VirtualTime
  /// What the body threw.
  let error: (any Error)?

  /// Whether its failures have been recorded, although it was to be quiet.
  var isRecorded = false

  struct Failure: Equatable, Sendable {
    let text: String
    let location: SourceLocation?

    /// The failure of a run that was given up and has ended well after all.
    static let endless = Failure(text: "The program went on without end, although it was cancelled.", location: nil)
  }

  var hasFailed: Bool { !failures.isEmpty }

  init(of run: FaultRun, in time: VirtualTime, failures: [Failure], error: (any Error)? = nil) {
    var failures = failures
    // What `#require` throws is an issue already.
    let isKnown = error is ExpectationFailedError && !failures.isEmpty
    // Nor is the end of a test a failure that has cancelled itself, or was cancelled from outside.
    if let error, !isKnown, !run.hasCancelled(with: error), !Task.isCancelled {
      // It may name the address that was asked.
      let words = Hider(HiddenNames(hiding: []), as: "…").text("\(error)")
      failures.append(Failure(text: "The test threw: \(words)", location: nil))
    }
    if run.isGivenUp, failures.isEmpty { failures.append(.endless) }
    self.failures = failures
    made = run.made
    struck = run.struck
    pending = run.pending
    misfits = run.misfits
    self.time = time
    self.error = error
  }

  /// Whether the same calls were made, with the same outcome.
  func isSame(as other: FaultTrial) -> Bool {
    made.map(\.call) == other.made.map(\.call) && struck == other.struck
      && failures.map(\.location) == other.failures.map(\.location)
  }
}

extension FaultRun {
  /// Whether `error` is only the end of a test whose task a fault has cancelled.
  fileprivate func hasCancelled(with error: any Error) -> Bool {
    guard struck.contains(where: { $0.fault == .cancelled }) else { return false }
    return error is CancellationError || (error as? URLError)?.code == .cancelled
  }

  /// Ends this life when its time is given up, and the body of that run when a fault kills it.
  func follow(_ time: VirtualTimeRun) {
    onKill { time.cancelBody() }
    time.onGivenUp { self.giveUp() }
  }

  /// Runs one life after another, until one is not killed. `live` runs one, and returns how long it took by its time.
  static func live<Life>(
    _ first: FaultRun, _ live: (FaultRun) async -> (Life, elapsed: Duration)
  ) async -> (Life, FaultRun) {
    var run = first
    // This ends: a plan has only so many faults, and only a few that kill are drawn.
    while true {
      let (life, elapsed) = await live(run)
      guard run.isKilled, !Task.isCancelled else { return (life, run) }
      run = FaultRun(after: run, elapsed: elapsed)
    }
  }
}
