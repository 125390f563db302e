// Only on Linux, where the kernel tells a process its resident size in a file.
#if os(Linux)
  public import Benchmark
  import Foundation

  extension BenchmarkMetric {
    /// By how much the resident memory grows, in bytes.
    public static let residentGrowth = BenchmarkMetric.custom("Resident growth (bytes)", useScalingFactor: false)
  }

  extension Benchmark.Configuration {
    /// Measures memory: three rounds, after `warmups` that fill the allocator's pools.
    public static func residentGrowth(warmups: Int = 0) -> Benchmark.Configuration {
      Benchmark.Configuration(
        metrics: [.residentGrowth], units: [.residentGrowth: .count], warmupIterations: warmups, scalingFactor: .one,
        maxDuration: .seconds(120), maxIterations: 3)
    }
  }

  /// Returns by how many bytes the process's resident memory is larger after `body`; zero when it is smaller.
  public func residentGrowth(_ body: () -> Void) -> Int {
    let before = residentSize()
    body()
    return max(0, residentSize() - before)
  }

  /// Returns by how many bytes the process's resident memory is larger after `body`; zero when it is smaller.
  public func residentGrowth(_ body: () async -> Void) async -> Int {
    let before = residentSize()
    await body()
    return max(0, residentSize() - before)
  }

  /// Returns the resident memory of this process in bytes, from the second field of `/proc/self/statm` (proc(5)).
  public func residentSize() -> Int {
    guard let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " "),
      fields.count > 1, let pages = Int(fields[1])
    else { preconditionFailure("Cannot read this process's resident size from /proc/self/statm.") }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
#endif
