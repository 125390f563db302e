// audit:allow-file clock, scheduling – a test that never ends is reported in real time.

import Dispatch
import Foundation
import GlobalEnvironmentMocks
import Testing

/// The tests that never end, although their issues have been recorded: they wait for something that never happens.
///
/// Swift Testing cannot leave a test behind, and would wait for it forever. So the process ends, and fails, once no other
/// test is running and the process has done nothing for long.
enum EndlessTests {
  private struct State {
    /// Their names, by identity.
    var tests: [AnyHashable: String] = [:]
    var isWatching = false
  }

  private static let state = Locked(State())

  /// For how long the process must have done nothing, in seconds of real time.
  private static let patience = 30

  /// Lets the process end when only the test of that identity, and others like it, are left.
  static func insert(_ id: some Hashable & Sendable, name: String) {
    let mustWatch = state.withLock { state in
      state.tests[id] = name
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if mustWatch { watch(quietSeconds: 0, from: .now) }
  }

  /// Removes a test that has ended after all.
  static func remove(_ id: some Hashable & Sendable) {
    state.withLock { _ = $0.tests.removeValue(forKey: id) }
  }

  private static func watch(quietSeconds: Int, from last: ProcessorTime) {
    let tests = state.withLock { $0.tests }
    if quietSeconds >= patience, !tests.isEmpty, TestScopes.testsUnderWay.allSatisfy({ tests[$0] != nil }) {
      let names = tests.values.sorted().joined(separator: ", ")
      let message = """
        GlobalEnvironment: \(names): has not ended although it was given up, and nothing has gone on in this process for \
        \(patience) seconds. The process ends here.\n
        """
      Environment.live.standardError(message)
      exit(EXIT_FAILURE)  // audit:allow process – this ends what nothing else can end
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) {
      let now = ProcessorTime.now
      watch(quietSeconds: now.isQuiet(since: last) ? quietSeconds + 1 : 0, from: now)
    }
  }
}
