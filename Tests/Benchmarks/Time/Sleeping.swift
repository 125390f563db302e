import Benchmark
import GlobalEnvironment
import GlobalEnvironmentMocks

/// Registers what tasks cost that sleep in a time which moves by itself.
func registerSleeping() {
  var configuration = Benchmark.defaultConfiguration
  configuration.metrics = [.wallClock]
  configuration.warmupIterations = 100
  configuration.maxIterations = 10_000

  Benchmark("A virtual time with nothing to do", configuration: configuration) { _ in
    await sleep(for: [])
  }

  Benchmark("A virtual time with one sleep", configuration: configuration) { _ in
    await sleep(for: [span])
  }

  // Before each deadline nothing may be left to run.
  for count in [1_000, 10_000, 100_000] {
    Benchmark("\(count.grouped) tasks sleep, each to a deadline of its own") { benchmark, delays in
      await benchmark.measure(count) { await sleep(for: delays) }
    } setup: {
      distinctDelays(count)
    }
  }

  let count = 100_000
  Benchmark("\(count.grouped) tasks sleep, all to one deadline") { benchmark in
    await benchmark.measure(count) { await sleep(for: Array(repeating: span, count: count)) }
  }

  Benchmark("\(count.grouped) tasks of one group sleep, each to a deadline of its own") { benchmark, delays in
    await benchmark.measure(count) { await sleepInGroup(for: delays) }
  } setup: {
    // The first child ends first: a group looks for a child that ends among all that it still has, from the oldest on.
    distinctDelays(count).sorted()
  }
}

/// Sleeps in a virtual time for each of `delays`, all at once.
private func sleep(for delays: [Duration]) async {
  do {
    try await withVirtualTime {
      let tasks = delays.map { delay in Task { try await Env.sleep(for: delay) } }
      for task in tasks { try await task.value }
    }
  } catch {
    preconditionFailure("\(error)")
  }
}

/// Does the same in the children of one task.
private func sleepInGroup(for delays: [Duration]) async {
  do {
    try await withVirtualTime {
      try await withThrowingDiscardingTaskGroup { group in
        for delay in delays { group.addTask { try await Env.sleep(for: delay) } }
      }
    }
  } catch {
    preconditionFailure("\(error)")
  }
}
