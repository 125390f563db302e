import Benchmark
import GlobalEnvironment
import Resident

/// Registers what stays in memory after writing.
///
/// Only on Linux, where the kernel tells a process its resident size in a file.
func registerMemory() {
  #if os(Linux)
    Benchmark("Memory kept by one root assignment", configuration: .residentGrowth()) { benchmark in
      let assignments = 100_000
      let bytes = residentGrowth { for _ in 0..<assignments { writeEnv() } }
      benchmark.measurement(.residentGrowth, bytes / assignments)
    }

    Benchmark(
      "Memory kept by 100,000 scopes of 10 assignments", configuration: .residentGrowth(warmups: 1)
    ) { benchmark in
      let bytes = residentGrowth {
        for _ in 0..<100_000 {
          withEnvironment(Environment()) { for _ in 0..<10 { writeEnv() } }
        }
      }
      benchmark.measurement(.residentGrowth, bytes)
    }
  #endif
}
