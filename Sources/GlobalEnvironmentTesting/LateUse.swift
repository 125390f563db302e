import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The uses of a test's environment after the test has ended.
final class LateUse: Sendable {
  private struct State {
    /// The tasks that have their issue, by hash value; nil for code outside of tasks.
    var reported: Set<Int?> = []
    /// How often each cancelled task has used it.
    var cancelledUses: [Int: Int] = [:]
  }

  private let state = Locked(State())
  private let family: ScopeFamily
  private let name: String
  private let location: SourceLocation?
  /// Where tasks slept when the test ended, by hash value.
  private let sleeping: [Int: SourcePlace]

  /// How often a cancelled task may use it before it ends. One that ignores its cancellation never stops.
  private static let usesOnTheWayOut = 1_000

  /// Prepares for late uses of the scopes of `family`, whose test ends now.
  init(of family: ScopeFamily, name: String, location: SourceLocation?) {
    (self.family, self.name, self.location) = (family, name, location)
    sleeping = family.sleeping
  }

  /// Reports that the running code does `what`, once for each task; not for a cancelled task that is ending.
  func report(_ what: String) {
    let (task, isCancelled) = withUnsafeCurrentTask { ($0?.hashValue, $0?.isCancelled == true) }
    let isNew = state.withLock { state in
      if let task, isCancelled {
        state.cancelledUses[task, default: 0] += 1
        if state.cancelledUses[task, default: 0] <= Self.usesOnTheWayOut { return false }
      }
      return state.reported.insert(task).inserted
    }
    guard isNew else { return }
    let message = "\(what) in the environment of \(name), which has ended: \(cause(task, isCancelled))"
    if let location {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
    } else {
      GlobalEnvironmentTesting.report(message, at: nil)
    }
  }

  /// What caused it, and how to fix it.
  private func cause(_ task: Int?, _ isCancelled: Bool) -> String {
    let object = "an object that was made there, for a static variable for instance, is used again"
    guard let task else {
      return """
        code that the test started on a queue or a thread still goes on, or \(object). Wait for the one in the test; make the \
        other new for each test.
        """
    }
    guard (Jobs.familyOfCurrentTask ?? TestTask.current?.family)?.isPart(of: family) == true else {
      return "\(object). Make a new one for each test."
    }
    let place = sleeping[task].map { ", which slept at \($0) when the test ended," } ?? ""
    return """
      a task that the test started\(place) still runs\(isCancelled ? " although it has been cancelled" : ""). \
      \(isCancelled ? "End its loop when Task.isCancelled." : "Wait for it in the test, or cancel it there.")
      """
  }
}
