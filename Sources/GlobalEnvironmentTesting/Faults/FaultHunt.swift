import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// Runs one test under all the plans that were asked for.
struct FaultHunt: Sendable {
  let source: FaultScoping.Source
  /// The seeds of the order of what may run next; nil for first come, first served.
  let orders: Range<Int>?
  let variables: Variables
  /// What runs this test alone.
  let command: String
  /// Whether a list that is too long for a message is attached to the test.
  var hasAttachments = true
  /// Whether the test has several cases. Each makes its own calls, and `ENV_FAULTS` may name a call of only one case.
  var isOneOfMany = false

  /// What the environment variables ask for.
  struct Variables: Sendable {
    /// That of `ENV_FAULTS`.
    var plan: String?
    /// That of `ENV_SEED`.
    var seed: String?
  }

  /// Runs the test once, in the order that a seed chooses.
  typealias Runner = (_ seed: Int?, _ run: FaultRun, _ isQuiet: Bool) async -> FaultTrial

  /// Runs the test, until one of its runs is cancelled; throws ``LaunchOverrideError`` when `ENV_SEED` cannot be read.
  func run(_ run: Runner) async throws -> FaultReport {
    var cancelled: FaultTrial?
    var hasFailed = false
    var report = try await search { seed, faults, isQuiet in
      // What runs in a cancelled task shows nothing.
      if let cancelled { return cancelled }
      let plan = FaultPlan(faults.pending)
      // The faults of a run without a plan may be drawn by a seed, which has words already.
      let trial =
        if plan.entries.isEmpty, LastWords.areSet {
          await run(seed, faults, isQuiet)
        } else {
          await LastWords.during(words(plan, seed: seed)) { await run(seed, faults, isQuiet) }
        }
      if trial.hasFailed { hasFailed = true } else if Task.isCancelled { cancelled = trial }
      return trial
    }
    // A failure that came before stays one.
    if let cancelled, !hasFailed || report.isSilent {
      report = FaultReport()
      report.error = cancelled.error
    }
    return report
  }

  /// What is said when the process ends in a run.
  private func words(_ plan: FaultPlan, seed: Int?) -> String {
    let lines = plan.sentence.split(separator: "\n").map { "  \($0)" }
    return """
      error: The process ended while this test ran:
      \(([plan.command(command, seed: seed)] + lines).joined(separator: "\n"))

      """
  }

  private func search(_ run: Runner) async throws -> FaultReport {
    let seed = try VirtualTimeScoping.replayedSeed(variables.seed)
    let first = orders.flatMap { seed ?? $0.first }
    if let plan = variables.plan { return await only(plan, from: "ENV_FAULTS") { await run(first, $0, $1) } }
    switch source {
    case .choice(.only(let plan)): return await only(plan, from: "The plan") { await run(first, $0, $1) }
    case .choice(.each(let depth, let exemptions)):
      guard let orders else {
        return report(await FaultSearch.each(depth: depth, except: exemptions) { await run(nil, $0, $1) }, seed: nil)
      }
      var latest = FaultReport(message: orders.isEmpty ? Self.noSeed : nil)
      for order in seed.map({ $0..<($0 + 1) }) ?? orders {
        let result = await FaultSearch.each(depth: depth, except: exemptions) { await run(order, $0, $1) }
        latest = report(result, seed: order)
        if case .failedWithoutFaults(let trial) = result {
          // Its issues have been recorded, but do not say in which order.
          if order != first { latest.message = trial.messageWithoutFaults(toRun: command, seed: order) }
          break
        }
        if latest.message != nil || latest.error != nil { break }
      }
      return latest
    case .seeds(let seeds, let rates):
      return await drawn(seed.map { $0..<($0 + 1) } ?? orders ?? seeds, rates, run)
    }
  }

  // MARK: Seeds

  private func drawn(_ seeds: Range<Int>, _ rates: [EnvironmentFault: Double], _ run: Runner) async -> FaultReport {
    guard let first = seeds.first else { return FaultReport(message: Self.noSeed) }
    let wrongRates = rates.filter { !(0...1).contains($0.value) }
    if let wrong = wrongRates.min(by: { $0.key.rawValue < $1.key.rawValue }) {
      return FaultReport(
        message: "The rate of \(wrong.key.rawValue) is \(wrong.value). A rate is a chance: write a number from 0 to 1.")
    }
    let calm = await run(orders == nil ? nil : first, FaultRun(), false)
    if calm.hasFailed { return FaultReport(of: calm) }
    var table = FaultTable()
    for seed in seeds where !Task.isCancelled {
      let drawn = RandomFaults(seed: seed, rates: rates)
      let order = orders == nil ? nil : seed
      let finding = await LastWords.during(words(FaultPlan(), seed: seed)) {
        await FaultSearch.drawn(&table, by: drawn.fault(at:of:)) { await run(order, $0, $1) }
      }
      guard let finding else { continue }
      var calm = finding.plan.entries.isEmpty ? finding.trial : nil
      // Failures that cannot be taken back would be recorded once more.
      // What runs in a cancelled task shows nothing about the order.
      if calm == nil, !finding.trial.isRecorded, !Task.isCancelled {
        let trial = await run(order, FaultRun(), true)
        if !Task.isCancelled { calm = trial }
      }
      if let calm, calm.hasFailed {
        return FaultReport(
          of: finding,
          message: calm.messageWithoutFaults(toRun: command, seed: order, isRepeatable: finding.isRepeatable))
      }
      return FaultReport(of: finding, message: "Seed \(seed). \(message(finding, seed: order))")
    }
    return FaultReport()
  }

  private static let noSeed = "There is no seed to run this test with."
  private static let noCall = """
    This test makes no call that can fail, so .faults has tried nothing. Let the code call Env where it reaches the world, or \
    take the trait away.
    """

  // MARK: One plan

  private func only(_ text: String, from origin: String, _ run: FaultSearch.Runner) async -> FaultReport {
    let plan: FaultPlan
    do {
      plan = try FaultPlan(reading: text)
    } catch {
      return FaultReport(message: "\(origin) cannot be read: \(error)")
    }
    let trial = await run(FaultRun(plan), false)
    var report = FaultReport(of: trial)
    var complaints = trial.misfits
    // What no issue of the run has reported.
    if trial.failures.contains(.endless) { complaints.append(FaultTrial.Failure.endless.text) }
    if !trial.pending.isEmpty {
      let calls = trial.made.prefix(30).map { "  \($0.call.text)" }
      let isOwn = trial.pending.contains { $0.fault == .fails }
      let complaint = """
        \(origin) names \(trial.pending.count == 1 ? "a call" : "calls") that this test does not make: \
        \(trial.pending.map { "\($0.call)" }.joined(separator: "; ")). \
        \(isOwn ? "A read of your own endpoint counts only if that is declared with failing:. " : "")It makes these:
        \(calls.isEmpty ? "  none" : calls.joined(separator: "\n"))
        """
      if isOneOfCases { ProcessEnd.note(complaint, about: command) } else { complaints.append(complaint) }
    } else if isOneOfCases {
      ProcessEnd.note(nil, about: command)
    }
    if !complaints.isEmpty { report.message = complaints.joined(separator: "\n") }
    return report
  }

  /// Whether other cases of the test may make the call that `ENV_FAULTS` names.
  private var isOneOfCases: Bool { isOneOfMany && variables.plan != nil }

  private func report(_ result: FaultSearch.Result, seed: Int?) -> FaultReport {
    switch result {
    case .passed: FaultReport()
    case .passedWithoutCalls: FaultReport(warning: Self.noCall)
    case .failedWithoutFaults(let trial): FaultReport(of: trial)
    case .uncontrolled(let message): FaultReport(message: message)
    case .failed(let finding): FaultReport(of: finding, message: message(finding, seed: seed))
    }
  }

  private func message(_ finding: FaultFinding, seed: Int?) -> String {
    finding.message(toRun: command, seed: seed, listing: hasAttachments ? 8 : .max)
  }
}

extension FaultHunt.Variables {
  init(of environment: Environment) {
    plan = environment.environmentVariable("ENV_FAULTS").flatMap { $0.isEmpty ? nil : $0 }
    seed = environment.environmentVariable("ENV_SEED")
  }
}

/// What a test reports at the end of all runs.
struct FaultReport: Sendable {
  /// The one issue, if there is one.
  var message: String?
  /// What does not make the test fail.
  var warning: String?
  var location: SourceLocation?
  /// What the test throws.
  var error: (any Error)?
  /// Texts and pictures by their names.
  var attachments: [(name: String, text: String)] = []

  /// Whether it leaves the test as it is.
  var isSilent: Bool { message == nil && error == nil }

  init(message: String? = nil, warning: String? = nil) {
    (self.message, self.warning) = (message, warning)
  }

  /// The report of a run whose issues have been recorded.
  init(of trial: FaultTrial) {
    error = trial.hasFailed ? trial.error : nil
    if trial.hasFailed { attachments = Self.timeline(of: trial) }
  }

  init(of finding: FaultFinding, message: String) {
    self.message = message
    location = finding.trial.failures.lazy.compactMap(\.location).first
    let others = finding.others.map(\.text).joined(separator: "\n")
    attachments = Self.timeline(of: finding.trial)
    attachments.append(("faults.txt", "\(finding.table.text())\n\(others)"))
  }

  private static func timeline(of trial: FaultTrial) -> [(name: String, text: String)] {
    [("timeline.txt", trial.time.text), ("timeline.svg", trial.time.svg)]
  }
}
