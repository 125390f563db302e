import Benchmark

/// Where the benchmark library looks for the rows.
///
/// Every row runs in a process of its own, so nothing that one leaves in the root reaches the next. `Time` is for one read
/// or one write, in whole nanoseconds; `Throughput` says the same with more digits. Take ratios from it, at p0 when others
/// use the machine, too: the best iteration is the one that nobody disturbed.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    // No instructions: the library reads their counters inside the measured time, which is too short to hide that. Where
    // the machine counts them, `--metric instructions` shows them on their own.
    metrics: [.wallClock, .throughput],
    units: [.throughput: .count],
    warmupIterations: 100,
    scalingFactor: .kilo,
    maxDuration: .seconds(1),
    maxIterations: .max
  )
  registerLimits()
  registerReading()
  registerSharing()
  registerWriting()
  registerBinding()
  registerGrowth()
  registerSpying()
  registerMemory()
  registerRecording()
}
