// audit:allow-file clock, scheduling – a test that never ends is reported in real time.

import Dispatch
import Foundation
import GlobalEnvironmentMocks
import Testing

/// Finds tests that never end, although their issues have been recorded: they wait for something that never happens.
///
/// Swift Testing cannot leave a test behind, and would wait for it forever. So the process ends, and fails, once no other
/// test is running and the process has done nothing for long.
enum EndlessTests {
  /// One of the runs of a test, whose cases run in parallel.
  private struct Run {
    let test: AnyHashable
    let name: String
    var isEndless = false
  }

  private struct State {
    /// The runs in virtual time that have not ended.
    var runs: [ObjectIdentifier: Run] = [:]
    var isWatching = false
  }

  private static let state = Locked(State())

  /// For how long the process must have done nothing, in seconds of real time.
  private static let patience = 30

  /// Records that a run of the test of that identity begins.
  static func begin(_ run: VirtualTimeRun, of test: some Hashable & Sendable, name: String) {
    state.withLock { $0.runs[ObjectIdentifier(run)] = Run(test: test, name: name) }
  }

  /// Lets the process end when only this run, and others like it, are left. Nothing happens where it has ended after all.
  static func giveUp(_ run: VirtualTimeRun) {
    let mustWatch = state.withLock { state in
      guard state.runs[ObjectIdentifier(run)] != nil else { return false }
      state.runs[ObjectIdentifier(run)]?.isEndless = true
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if mustWatch { watch(quietSeconds: 0, from: .now) }
  }

  /// Records that a run has ended.
  static func end(_ run: VirtualTimeRun) {
    state.withLock { _ = $0.runs.removeValue(forKey: ObjectIdentifier(run)) }
  }

  /// The names of the endless tests; nil while another test runs, or when there are none.
  private static var names: Set<String>? {
    let runs = state.withLock { Array($0.runs.values) }
    let endless = runs.filter(\.isEndless)
    let tests = Set(endless.map(\.test)).subtracting(runs.lazy.filter { !$0.isEndless }.map(\.test))
    let isAlone = TestScopes.testsUnderWay.allSatisfy { tests.contains($0) }
    return endless.isEmpty || !isAlone ? nil : Set(endless.map(\.name))
  }

  private static func watch(quietSeconds: Int, from last: ProcessorTime) {
    if quietSeconds >= patience, let names {
      let names = names.sorted().joined(separator: ", ")
      Environment.live.standardError(
        """
        GlobalEnvironment: Given up, and still not ended: \(names). Nothing has run in this process for \(patience) seconds, \
        so it ends here.\n
        """)
      exit(EXIT_FAILURE)  // audit:allow process – this ends what nothing else can end
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) {
      let now = ProcessorTime.now
      watch(quietSeconds: now.isQuiet(since: last) ? quietSeconds + 1 : 0, from: now)
    }
  }
}
