public import Benchmark

extension BenchmarkMetric {
  /// What one thing takes of another's time, in percent.
  public static let relative = BenchmarkMetric.custom("Relative (%)", useScalingFactor: false)
}

extension Benchmark.Configuration {
  /// Measures two things in turn: machines whose speed changes change both.
  public static func inTurn(rounds: Int) -> Benchmark.Configuration {
    Benchmark.Configuration(
      metrics: [.relative], units: [.relative: .count], warmupIterations: 1, maxDuration: .seconds(20),
      maxIterations: rounds)
  }
}

extension Benchmark {
  /// Measures `body` and then `other`, and reports the time of the first in percent of that of the second.
  public func compare(_ body: () async -> Void, to other: () async -> Void) async {
    let (time, otherTime) = (await duration(of: body), await duration(of: other))
    measurement(.relative, Int((100 * (time / otherTime)).rounded()))
  }
}

private func duration(of body: () async -> Void) async -> Duration {
  let start = ContinuousClock.now
  await body()
  return start.duration(to: .now)
}
