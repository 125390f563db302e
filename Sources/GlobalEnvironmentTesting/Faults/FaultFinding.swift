import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The smallest plan under which a test fails, and how to see it again.
struct FaultFinding: Sendable {
  let plan: FaultPlan
  let trial: FaultTrial
  /// Whether a second run did the same.
  let isRepeatable: Bool
  /// Other plans under which it fails.
  let others: [FaultPlan]
  let table: FaultTable

  /// All that a reader needs to know about it, and up to `count` of the other plans; `command` runs this test alone.
  func message(toRun command: String, seed: Int?, listing count: Int) -> String {
    var lines = ["With \(plan.entries.count == 1 ? "one fault" : "\(plan.entries.count) faults"), this test fails:"]
    lines += plan.sentence.split(separator: "\n").map { "  \($0)" }
    lines += trial.shownFailures
    if trial.failures.contains(where: { $0.text.hasPrefix("The test threw") }) { lines.append(Self.adviceOnThrowing) }
    let time = ", with .virtualTime (XCTest: withVirtualTime { … }), before its first call"
    lines.append("In a test of its own\(plan.needsTrait ? "" : time):")
    lines += plan.swift.split(separator: "\n").map { "  \($0)" }
    lines.append("Or alone:")
    lines.append(plan.command(command, seed: seed))
    if !others.isEmpty {
      lines.append("It fails in \(others.count + 1) of \(table.runs) runs, also with:")
      lines += others.prefix(count).map { "  \($0.text)" }
      if others.count > count { lines.append("  … and \(others.count - count) more, see faults.txt") }
    }
    lines.append(table.text(rows: 12))
    if !isRepeatable { lines.append(Self.uncontrolled) }
    return lines.joined(separator: "\n")
  }

  private static let adviceOnThrowing =
    "    Let the test catch what may fail, with try?, and expect what must be true whatever fails."

  static let uncontrolled = """
    Run a second time, the same plan did something else: there is something at work that neither virtual time nor the \
    environment controls, such as real queues and threads, or state that outlives a run.
    """
}

extension FaultPlan {
  /// What runs a test under this plan.
  func command(_ command: String, seed: Int?) -> String {
    let variables = [seed.map { "ENV_SEED=\($0)" }, entries.isEmpty ? nil : "ENV_FAULTS='\(text)'", command]
    return "  \(variables.compactMap(\.self).joined(separator: " "))"
  }
}

extension FaultTrial {
  /// The first failures, each on a line.
  fileprivate var shownFailures: [String] {
    failures.prefix(3).map { "    \($0.text)\($0.location.map { " (\($0.fileID):\($0.line))" } ?? "")" }
  }

  /// All that a reader needs to know about a run without faults that fails although others do not.
  func messageWithoutFaults(toRun command: String, seed: Int?, isRepeatable: Bool = true) -> String {
    var lines = ["Without any fault, this test fails, but not in each run:"]
    if let seed { lines = ["Seed \(seed) fails by its order, without any fault:"] }
    lines += shownFailures
    if let seed { lines.append("Alone:\n  ENV_SEED=\(seed) \(command)") }
    if seed == nil || !isRepeatable { lines.append(FaultFinding.uncontrolled) }
    return lines.joined(separator: "\n")
  }
}

/// How many runs there were, by the call that failed last in each.
struct FaultTable: Sendable {
  private var rows: [(call: FaultCall, runs: Int, failed: Int)] = []
  private var indices: [FaultCall: Int] = [:]
  private var calm = 0

  /// What is not tried, and why.
  var leftOut: [FaultExemption] = []

  /// How many runs there were under faults.
  private(set) var runs = 0

  mutating func note(_ plan: FaultPlan, _ trial: FaultTrial) {
    runs += 1
    guard let call = plan.entries.last?.call else { return calm += 1 }
    let index = indices[call] ?? rows.count
    if index == rows.count {
      rows.append((call, 0, 0))
      indices[call] = index
    }
    rows[index].runs += 1
    if trial.hasFailed { rows[index].failed += 1 }
  }

  /// How often each call was hit, for the first `count` calls.
  func text(rows count: Int = .max) -> String {
    var lines = ["Runs under faults: \(runs)"] + leftOut.map { "  left out: \($0)" }
    lines += rows.prefix(count).map { "  \($0.call): \($0.runs)\($0.failed > 0 ? ", \($0.failed) failed" : "")" }
    if calm > 0 { lines.append("  without a fault: \(calm)") }
    if rows.count > count { lines.append("  … and \(rows.count - count) more calls") }
    return lines.joined(separator: "\n")
  }
}
