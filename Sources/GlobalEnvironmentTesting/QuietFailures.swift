import GlobalEnvironment
import GlobalEnvironmentMocks

/// The failures of an ``EnvironmentTestCase`` that runs under faults: one list, as XCTest runs one test at a time.
enum QuietFailures {
  private struct State {
    /// Nil where failures are recorded.
    var messages: [String]?
    /// The life of the program that runs.
    var life: FaultRun?
  }

  private static let state = Locked(State())

  /// Begins to keep failures, or lets them be recorded; forgets those that it has kept.
  static func begin(isQuiet: Bool) {
    state.replace(with: State(messages: isQuiet ? [] : nil))
  }

  /// Drops failures once this life has been killed: a killed program has no more.
  static func follow(_ life: FaultRun) {
    state.replace(\.life, with: life)
  }

  /// Lets failures be recorded again, and returns those that it has kept.
  static func end() -> [String] { state.replace(with: State()).messages ?? [] }

  /// Keeps a failure, or drops it; false where the caller records it.
  static func keep(_ message: String) -> Bool {
    if state.withLock({ $0.life })?.isKilled == true { return true }
    return state.withLock { state in
      state.messages?.append(message)
      return state.messages != nil
    }
  }
}
