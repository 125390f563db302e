import Benchmark
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the audit costs that reads the index of this package, 80,000 places in 470 files; what its start alone costs; and
/// what it costs to look first whether the package, which has not changed, must be built.
///
/// Both are measured as the program's own processor time. Build them first, in the package's folder: `swift build` for the
/// index, and `swift build -c release --product environment-audit`.
let benchmarks: @Sendable () -> Void = {
  let package = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
  let time = BenchmarkMetric.custom("Processor time (µs)", polarity: .prefersSmaller, useScalingFactor: false)
  let index = ["--index-store-path", ".build/debug/index/store", "--sources"]
  let rows = [
    ("of this package", index + ["Sources"]), ("of one file", index + ["Sources/environment-flight"]),
    ("of this package, built before", []),
  ]
  for (name, arguments) in rows {
    Benchmark("audit \(name)", configuration: .init(metrics: [.wallClock, time], maxDuration: .seconds(5))) {
      benchmark in
      let tool = Process()
      tool.executableURL = package.appending(path: ".build/release/environment-audit")
      tool.currentDirectoryURL = package
      tool.arguments = arguments
      (tool.standardOutput, tool.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      let before = childrensMicroseconds()
      do {
        try tool.run()
      } catch {
        return benchmark.error("\(error.localizedDescription) Build the audit first, as its row says.")
      }
      tool.waitUntilExit()
      // 1 where something is found.
      guard tool.terminationStatus < 2 else {
        return benchmark.error("The audit could not run. Build the package first.")
      }
      benchmark.measurement(time, childrensMicroseconds() - before)
    }
  }
}

/// The processor time of all child processes that have ended.
private func childrensMicroseconds() -> Int {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
  #else
    getrusage(RUSAGE_CHILDREN, &usage)
  #endif
  return (Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)) * 1_000_000
    + Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
}
