import Benchmark
import Foundation

/// Where the benchmark library looks for the rows.
///
/// Every row runs in a process of its own, and sends a thousand requests for each iteration. `Throughput` counts requests;
/// take it at p0 when others use the machine, too: the best iteration is the one that nobody disturbed.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput],
    units: [.throughput: .count],
    warmupIterations: 10,
    scalingFactor: .kilo,
    maxDuration: .seconds(3),
    maxIterations: .max
  )
  registerAnswering()
  registerRecording()
  registerMemory()
}
