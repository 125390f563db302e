import Benchmark
import GlobalEnvironment
import GlobalEnvironmentMocks
import Resident
import Synchronization

/// Registers what a block costs from being scheduled at a random deadline to having run.
func registerScheduling() {
  for count in [1_000, 10_000, 100_000, 1_000_000] {
    Benchmark("Schedule and run \(count.grouped) blocks") { benchmark, delays in
      let time = VirtualTime(startingAt: .distantPast)
      let runs = Counter()
      benchmark.measure(count) {
        for delay in delays { time.schedule(after: delay) { runs.increment() } }
        time.advance(by: span)
      }
      precondition(runs.count == count)
    } setup: {
      randomDelays(count)
    }
  }

  for count in [1_000, 10_000] {
    Benchmark("Schedule and run \(count.grouped) blocks, sorted array") { benchmark, delays in
      var scheduler = SortedArrayScheduler()
      let runs = Counter()
      benchmark.measure(count) {
        for delay in delays { scheduler.schedule(after: delay) { runs.increment() } }
        scheduler.advance(by: span)
      }
      precondition(runs.count == count)
    } setup: {
      randomDelays(count)
    }
  }
}

/// Registers what taking blocks back costs, and what stays in memory of them.
func registerCancelling() {
  let count = 1_000_000

  Benchmark("Schedule \(count.grouped) blocks, then cancel them") { benchmark, delays in
    let time = VirtualTime(startingAt: .distantPast)
    benchmark.measure(count) {
      let blocks = delays.map { delay in time.schedule(after: delay) {} }
      for block in blocks { block.cancel() }
    }
    precondition(time.pending.isEmpty)
  } setup: {
    randomDelays(count)
  }

  var configuration = Benchmark.defaultConfiguration
  #if os(Linux)
    configuration.metrics.append(.residentGrowth)
    configuration.units[.residentGrowth] = .count
  #endif
  Benchmark("Schedule \(count.grouped) blocks, each cancelled at once", configuration: configuration) {
    benchmark, delays in
    let time = VirtualTime(startingAt: .distantPast)
    let scheduleAndCancel = {
      // Each block captures something of its own, which must go as well.
      for delay in delays {
        let captured = Counter()
        time.schedule(after: delay) { captured.increment() }.cancel()
      }
    }
    #if os(Linux)
      benchmark.measurement(.residentGrowth, residentGrowth { benchmark.measure(count, scheduleAndCancel) })
    #else
      benchmark.measure(count, scheduleAndCancel)
    #endif
    precondition(time.pending.isEmpty)
  } setup: {
    randomDelays(count)
  }
}

/// Registers what a timer costs for each time that it fires.
func registerRepeating() {
  var configuration = Benchmark.defaultConfiguration
  configuration.warmupIterations = 0
  configuration.maxIterations = 1

  Benchmark("A year of a timer every second", configuration: configuration) { benchmark in
    let seconds = 365 * 24 * 60 * 60
    let time = VirtualTime(startingAt: .distantPast)
    let runs = Counter()
    time.schedule(every: .seconds(1)) { runs.increment() }
    benchmark.measure(seconds) { time.advance(by: .seconds(seconds)) }
    precondition(runs.count == seconds)
  }
}

/// Counts how often something was done, from any thread.
private final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func increment() {
    value.wrappingAdd(1, ordering: .relaxed)
  }
}
