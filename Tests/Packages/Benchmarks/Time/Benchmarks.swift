import Benchmark
import Foundation

/// Where the benchmark library looks for the rows.
///
/// Every row runs in a process of its own. `Time` is for all blocks or tasks of a row together; what one of them costs is
/// in the column of its own, in whole nanoseconds. Take ratios from it, at p0 when others use the machine, too: the best
/// iteration is the one that nobody disturbed.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .each],
    units: [.each: .count],
    warmupIterations: 1,
    scalingFactor: .one,
    maxDuration: .seconds(5),
    maxIterations: 50
  )
  registerScheduling()
  registerCancelling()
  registerRepeating()
  registerSleeping()
  registerDay()
  registerOrders()
}

extension BenchmarkMetric {
  /// What one of many costs.
  static let each = BenchmarkMetric.custom("Time for each (ns)", useScalingFactor: false)
}

extension Int {
  /// This number as the rows are called: 1,000,000.
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}

extension Benchmark {
  /// Measures `body`, which does `count` things, as a whole and for each of them.
  func measure(_ count: Int, _ body: () -> Void) {
    let start = ContinuousClock.now
    startMeasurement()
    body()
    stopMeasurement()
    report(start.duration(to: .now), for: count)
  }

  /// Measures `body`, which does `count` things, as a whole and for each of them.
  func measure(_ count: Int, _ body: () async -> Void) async {
    let start = ContinuousClock.now
    startMeasurement()
    await body()
    stopMeasurement()
    report(start.duration(to: .now), for: count)
  }

  private func report(_ duration: Duration, for count: Int) {
    measurement(.each, Int(duration / .nanoseconds(count)))
  }
}
