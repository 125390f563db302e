public import Benchmark
import Foundation

extension BenchmarkMetric {
  /// What one thing takes of another's time, in percent.
  public static let relative = BenchmarkMetric.custom("Relative (%)", useScalingFactor: false)

  /// What one thing takes of the processor time of another, in percent: the work of all threads.
  public static let relativeProcessorTime = BenchmarkMetric.custom("Relative CPU (%)", useScalingFactor: false)
}

extension Benchmark.Configuration {
  /// Measures two things in turn: machines whose speed changes change both.
  public static func inTurn(rounds: Int) -> Benchmark.Configuration {
    Benchmark.Configuration(
      metrics: [.relative, .relativeProcessorTime], units: [.relative: .count, .relativeProcessorTime: .count],
      warmupIterations: 1, maxDuration: .seconds(20), maxIterations: rounds)
  }
}

extension Benchmark {
  /// Measures `body` and then `other`, and reports what the first takes in percent of what the second takes.
  public func compare(_ body: () async -> Void, to other: () async -> Void) async {
    let (cost, otherCost) = (await cost(of: body), await cost(of: other))
    measurement(.relative, Int((100 * cost.time / otherCost.time).rounded()))
    measurement(.relativeProcessorTime, Int((100 * cost.processorTime / otherCost.processorTime).rounded()))
  }
}

/// The time and the processor time that `body` takes, in seconds.
private func cost(of body: () async -> Void) async -> (time: Double, processorTime: Double) {
  let (start, used) = (ContinuousClock.now, processorTime)
  await body()
  return (start.duration(to: .now) / .seconds(1), processorTime - used)
}

/// The processor time of all threads of this process so far, in seconds.
private var processorTime: Double {
  Double(clock()) / Double(CLOCKS_PER_SEC)
}
