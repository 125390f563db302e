import Benchmark
import GlobalEnvironment
import Resident

/// Registers what stays in memory after writing.
///
/// Only on Linux, where the kernel tells a process its resident size in a file.
func registerMemory() {
  #if os(Linux)
    let growth = BenchmarkMetric.custom("Resident growth (bytes)", useScalingFactor: false)
    var configuration = Benchmark.Configuration(
      metrics: [growth],
      units: [growth: .count],
      warmupIterations: 0,
      scalingFactor: .one,
      maxDuration: .seconds(60),
      maxIterations: 3
    )

    Benchmark("Memory kept by one root assignment", configuration: configuration) { benchmark in
      let assignments = 100_000
      let bytes = residentGrowth { for _ in 0..<assignments { writeEnv() } }
      benchmark.measurement(growth, bytes / assignments)
    }

    // The first rounds only fill the allocator's pools, which the later ones reuse.
    configuration.warmupIterations = 1
    Benchmark("Memory kept by 100,000 scopes of 10 assignments", configuration: configuration) { benchmark in
      let bytes = residentGrowth {
        for _ in 0..<100_000 {
          withEnvironment(Environment()) { for _ in 0..<10 { writeEnv() } }
        }
      }
      benchmark.measurement(growth, bytes)
    }
  #endif
}
