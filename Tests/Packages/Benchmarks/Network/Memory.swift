import Benchmark
import GlobalEnvironment
import GlobalEnvironmentMocks
import Resident

/// Registers what stays in memory of requests.
///
/// Only on Linux, where the kernel tells a process its resident size in a file.
func registerMemory() {
  #if os(Linux)
    // A mock lists its newest 10,000 requests: those are there before.
    Benchmark("Memory kept by 100,000 requests of a mock", configuration: .residentGrowth()) { benchmark in
      let requests = requests(1_000)
      let environment = mock(stubs: 1_000)
      await send(20_000, of: requests, in: environment)
      let before = residentSize()
      await send(100_000, of: requests, in: environment)
      benchmark.measurement(.residentGrowth, max(0, residentSize() - before))
    }
  #endif
}
