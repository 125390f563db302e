import Benchmark
import CountedAllocations
import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight

/// Where the benchmark library looks for the rows: how many times a thousand calls allocate memory.
///
/// A program of its own, as counting takes its time. The first row shows that it counts. Linux only.
let benchmarks: @Sendable () -> Void = {
  let allocations = BenchmarkMetric.custom("Allocations by a thousand calls", useScalingFactor: false)
  Benchmark.defaultConfiguration = .init(
    metrics: [allocations], units: [allocations: .count], warmupIterations: 2, scalingFactor: .one,
    maxDuration: .seconds(1), maxIterations: 10)

  @Sendable func count(_ benchmark: Benchmark, _ body: () -> Void) {
    let before = counted_allocations()
    for _ in 0..<1_000 { body() }
    benchmark.measurement(allocations, Int(counted_allocations() - before))
  }

  Benchmark("An array") { benchmark in
    count(benchmark) { blackHole([Int](repeating: 1, count: 100)) }
  }

  Benchmark("Date, no scope") { benchmark in
    count(benchmark) { blackHole(Env.date()) }
  }

  Benchmark("Date, in a scope") { benchmark in
    withEnvironment(.live) { count(benchmark) { blackHole(Env.date()) } }
  }

  Benchmark("Date, recorded") { benchmark in
    count(benchmark) { blackHole(Env.date()) }
  } setup: {
    let file = Env.files().folder(.temporary).appending(component: "benchmark-\(Env.processIdentifier()).flight")
    Env = Env.recorded(by: FlightRecorder(at: file))
    try? Environment.live.files().remove(file)
  }
}
