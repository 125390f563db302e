import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The uses of a test's environment, or of that of a body in it, after the end.
final class LateUse: Sendable {
  private struct State {
    /// The tasks that have their issue, by hash value; nil for code outside of tasks.
    var reported: Set<Int?> = []
    /// How often each cancelled task has used it.
    var cancelledUses: [Int: Int] = [:]
    /// Weak, as it holds what makes its late scopes, which holds this.
    weak var family: ScopeFamily?
  }

  private let state: Locked<State>
  private let end: TestEnd
  /// Where tasks slept when the test ended, by hash value.
  private let sleeping: [Int: SourcePlace]

  /// How often a cancelled task may use it before it ends. One that ignores its cancellation never stops.
  private static let usesOnTheWayOut = 1_000

  /// Prepares for late uses of the scopes of `family`, which ends now.
  init(of family: ScopeFamily, after end: TestEnd) {
    state = Locked(State(family: family))
    self.end = end
    sleeping = family.sleeping
  }

  /// Reports each use of `scope` from now on.
  func watch(_ scope: EnvironmentScope) {
    var environment = scope.environment
    // What an endpoint itself asks is not late use: it asks this scope, whose family has not ended.
    let quiet = EnvironmentScope(environment, in: ScopeFamily())
    environment.observeCalls(in: quiet) { endpoint in
      // A late request is reported by what would have answered it.
      if !["Env.http", "Env.httpBytes"].contains(endpoint) { self.report("\(endpoint) was called") }
    }
    environment.announceReadsOfOwnEndpoints { endpoint, _ in self.report("\(endpoint) was read") }
    scope.end(as: environment) { self.report("Env was assigned") }
  }

  /// Reports that the running code does `what`, once for each task; not for a cancelled task that is ending.
  func report(_ what: String) {
    // audit:allow chance – the identity of a task
    let (task, isCancelled) = withUnsafeCurrentTask { ($0?.hashValue, $0?.isCancelled == true) }
    let isNew = state.withLock { state in
      if let task, isCancelled {
        state.cancelledUses[task, default: 0] += 1
        if state.cancelledUses[task, default: 0] <= Self.usesOnTheWayOut { return false }
      }
      return state.reported.insert(task).inserted
    }
    guard isNew else { return }
    let stack = CallStack.current()
    let what = what == "Env.scheduler was called" && stack.isSleep ? "Env.sleep was called" : what
    let caller = stack.caller.map { ", by \($0)" } ?? ""
    let message = "\(what) in the environment of \(end.name), which has ended\(caller): \(cause(task, isCancelled))"
    if let location = end.location {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
    } else {
      GlobalEnvironmentTesting.report(message, at: nil)
    }
  }

  /// What caused it, and how to fix it.
  private func cause(_ task: Int?, _ isCancelled: Bool) -> String {
    let object = "an object that was made there, for a static variable for instance, is used again"
    let unit = end.unit
    guard let task else {
      return """
        code that the \(unit) started on a queue or a thread still runs, or \(object). Wait for such code in the \(unit), or \
        make such an object new for each test.
        """
    }
    let own = TaskFamilies.ofCurrentTask ?? TestTask.current?.family ?? TaskFamilies.ofCurrentTaskOnActor
    guard let family = state.withLock({ $0.family }), own?.isPart(of: family) == true else {
      return "\(object). Make a new one for each test."
    }
    let place = sleeping[task].map { ", which slept at \($0) when the \(unit) ended," } ?? ""
    return """
      a task that the \(unit) started\(place) still runs\(isCancelled ? " although it has been cancelled" : ""). \
      \(isCancelled ? "End its loop when Task.isCancelled." : "Wait for it in the \(unit), or cancel it there.")
      """
  }
}
