import GlobalEnvironment
import GlobalEnvironmentMocks

/// Looks for the smallest plan of faults under which a test fails.
enum FaultSearch {
  /// Runs the test under a plan, and either records its issues or, when it is quiet, only collects them.
  typealias Runner = (_ run: FaultRun, _ isQuiet: Bool) async -> FaultTrial

  /// The outcome of a search.
  enum Result: Sendable {
    case passed
    /// No call can fail, so nothing was tried.
    case passedWithoutCalls
    /// The test fails without any fault; its issues have been recorded.
    case failedWithoutFaults(FaultTrial)
    /// The test makes other calls from run to run.
    case uncontrolled(String)
    case failed(FaultFinding)
  }

  // MARK: Each

  /// Runs the test once for each of its calls and each fault that fits it. Where a fault causes calls that did not come
  /// without it, up to `depth` more are tried, one after another.
  static func each(depth: Int, except exemptions: [FaultExemption] = [], _ run: Runner) async -> Result {
    var first = await run(FaultRun(), false)
    if first.hasFailed { return .failedWithoutFaults(first) }
    let second = await run(FaultRun(), true)
    if difference(first, second) != nil {
      // What the first run makes once for the process exists by now.
      first = second
      let difference = await difference(second, run(FaultRun(), true))
      if let difference, !Task.isCancelled { return .uncontrolled(difference) }
    }

    func plans(after plan: FaultPlan, calls: [FaultRun.Made]) -> [FaultPlan] {
      Self.plans(after: plan, calls: calls).filter { plan in
        !exemptions.contains { $0.contains(plan.entries[plan.entries.endIndex - 1]) }
      }
    }
    var table = FaultTable()
    table.leftOut = exemptions
    var known = Set(first.made.map(\.call))
    var failed: [(plan: FaultPlan, trial: FaultTrial)] = []
    var untried = plans(after: FaultPlan(), calls: first.made)
    var next: [FaultPlan] = []
    let depth = min(max(depth, 0), FaultChoice.deepest)
    for level in 0...depth {
      for plan in untried where !Task.isCancelled && !isKnown(plan, failed) {
        let trial = await run(FaultRun(plan), true)
        table.note(plan, trial)
        if trial.hasFailed {
          failed.append((plan, trial))
          if trial.isRecorded { return .failed(await finding(plan, trial, others: [], table, run)) }
        } else if level < depth {
          // Calls that this fault has caused: each is followed once.
          let new = trial.made.filter { !$0.isAftermath && known.insert($0.call).inserted }
          next += plans(after: plan, calls: Array(new.prefix(followed)))
        }
      }
      if next.isEmpty { break }
      (untried, next) = (next, [])
    }
    guard let worst = failed.first else { return known.isEmpty ? .passedWithoutCalls : .passed }
    return .failed(await finding(worst.plan, worst.trial, others: failed.dropFirst().map(\.plan), table, run))
  }

  /// Whether a plan ends with a fault that makes the test fail alone, at another call of the same kind.
  private static func isKnown(_ plan: FaultPlan, _ failed: [(plan: FaultPlan, trial: FaultTrial)]) -> Bool {
    guard plan.entries.count > 1, let last = plan.entries.last else { return false }
    return failed.contains { failed in
      guard failed.plan.entries.count == 1, let known = failed.plan.entries.first else { return false }
      return known.fault == last.fault && known.call.endpoint == last.call.endpoint && known.call.key == last.call.key
    }
  }

  /// How many of the calls that a fault has caused are tried.
  private static let followed = 100

  private static func plans(after plan: FaultPlan, calls: [FaultRun.Made]) -> [FaultPlan] {
    calls.flatMap { made in
      // Each restart makes new calls; killing at each of them would never end.
      made.kind.faults.filter { $0 != .killed || !plan.hasKill }.map {
        FaultPlan(plan.entries + [.init(made.call, $0)])
      }
    }
  }

  // MARK: Seeds

  /// Runs the test under the faults that `draw` chooses, and counts the run in `table`; nil where it passes.
  static func drawn(
    _ table: inout FaultTable, by draw: @escaping @Sendable (FaultCall, FaultyCall) -> EnvironmentFault?,
    _ run: Runner
  ) async -> FaultFinding? {
    let trial = await run(FaultRun(draw: draw), true)
    let plan = FaultPlan(trial.struck)
    table.note(plan, trial)
    guard trial.hasFailed else { return nil }
    return await finding(plan, trial, others: [], table, run)
  }

  // MARK: What was found

  /// Shrinks a plan under which the test fails, and runs it once more to see whether it does the same. In a cancelled task
  /// nothing is run, and what has run when it was cancelled shows nothing.
  private static func finding(
    _ plan: FaultPlan, _ trial: FaultTrial, others: [FaultPlan], _ table: FaultTable, _ run: Runner
  ) async -> FaultFinding {
    if trial.isRecorded {
      return FaultFinding(plan: plan, trial: trial, isRepeatable: true, others: others, table: table)
    }
    var (smallest, latest) = (plan, trial)
    if plan.entries.count > 1 {
      smallest.entries = await Shrinking.smallest(of: plan.entries) { entries in
        if Task.isCancelled { return false }
        let trial = await run(FaultRun(FaultPlan(entries)), true)
        guard trial.hasFailed, !Task.isCancelled else { return false }
        latest = trial
        return true
      }
    }
    let again = Task.isCancelled ? latest : await run(FaultRun(smallest), true)
    let isRepeatable = Task.isCancelled || again.isSame(as: latest)
    return FaultFinding(plan: smallest, trial: latest, isRepeatable: isRepeatable, others: others, table: table)
  }

  /// Describes where the calls of two runs without faults differ; nil where they do not.
  private static func difference(_ first: FaultTrial, _ second: FaultTrial) -> String? {
    let (first, second) = (first.made.map(\.call), second.made.map(\.call))
    guard first != second else { return nil }
    let index = zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset ?? min(first.count, second.count)
    func call(_ calls: [FaultCall]) -> String { calls.indices.contains(index) ? "\(calls[index])" : "no more call" }
    return """
      Without any fault, two runs of this test make different calls: at call \(index + 1), \(call(first)) in one, and \
      \(call(second)) in the next. So a call cannot be identified by its number. Something is at work that the \
      environment does not control: state that outlives a run, in a static or global variable, chance or time that is \
      not asked of Env, or the order of a set or a dictionary in which calls are made.
      """
  }
}
