import Benchmark
import GlobalEnvironment
import GlobalEnvironmentMocks
import InTurn
import Resident
import Synchronization

/// Registers what tasks cost that sleep in a time which moves by itself.
func registerSleeping() {
  var configuration = Benchmark.defaultConfiguration
  configuration.metrics = [.wallClock]
  configuration.warmupIterations = 100
  configuration.maxIterations = 10_000

  Benchmark("A virtual time with nothing to do", configuration: configuration) { _ in
    await runInVirtualTime {}
  }

  Benchmark("A virtual time with one sleep", configuration: configuration) { _ in
    await sleep(for: [span])
  }

  configuration.metrics = [.wallClock, .cpuTotal]
  configuration.maxIterations = 50
  Benchmark("1,000 virtual times with nothing to do, in turn", configuration: configuration) { _ in
    for _ in 0..<1_000 { await runInVirtualTime {} }
  }

  Benchmark("1,000 virtual times with nothing to do, at once", configuration: configuration) { _ in
    await withDiscardingTaskGroup { group in
      for _ in 0..<1_000 { group.addTask { await runInVirtualTime {} } }
    }
  }

  Benchmark("10,000 sleeps of one task") { benchmark in
    await benchmark.measure(10_000) { await sleepInTurn(10_000) }
  }

  Benchmark("10,000 sleeps of the main actor") { benchmark in
    await benchmark.measure(10_000) { await sleepOnMainActor(10_000) }
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
  Benchmark("\(count.grouped) tasks that suspend once, without a virtual time") { benchmark in
    await benchmark.measure(count) { await suspend(count) }
  }

  // The same work in the order of the sleepers above: what is woken lies all over the memory.
  Benchmark("\(count.grouped) tasks that suspend once, woken in no order, without a virtual time") { benchmark, order in
    await benchmark.measure(count) { await suspend(count, wokenInOrder: order) }
  } setup: {
    shuffledIndices(count)
  }

  Benchmark(
    "\(count.grouped) tasks that sleep, relative to tasks that suspend once, woken in no order",
    configuration: .inTurn(rounds: 15)
  ) { benchmark, sleepers in
    await benchmark.compare {
      await sleep(for: sleepers.delays)
    } to: {
      await suspend(count, wokenInOrder: sleepers.order)
    }
  } setup: {
    (delays: distinctDelays(count), order: shuffledIndices(count))
  }

  Benchmark("\(count.grouped) tasks sleep, all to one deadline") { benchmark in
    await benchmark.measure(count) { await sleep(for: Array(repeating: span, count: count)) }
  }

  Benchmark("\(count.grouped) tasks of one group sleep, each to a deadline of its own") { benchmark, delays in
    await benchmark.measure(count) { await sleepInGroup(for: delays) }
  } setup: {
    // The first child ends first: a group looks for a child that ends among all that it still has, from the oldest on.
    distinctDelays(count).sorted()
  }

  #if os(Linux)
    Benchmark("Memory of \(count.grouped) tasks that suspend once", configuration: .residentGrowth()) { benchmark in
      let before = residentSize()
      await suspend(count) { benchmark.measurement(.residentGrowth, residentSize() - before) }
    }

    Benchmark("Memory of \(count.grouped) tasks that sleep", configuration: .residentGrowth()) { benchmark, delays in
      let before = residentSize()
      benchmark.measurement(.residentGrowth, await sleep(for: delays, measuring: residentSize) - before)
    } setup: {
      distinctDelays(count)
    }
  #endif
}

/// Registers a day in which something happens each second.
func registerDay() {
  let day = 24 * 60 * 60
  Benchmark("A day of a timer every second") { benchmark in
    await benchmark.measure(day) {
      await runInVirtualTime {
        var ticks = 0
        for await _ in Env.timer(every: .seconds(1)) {
          ticks += 1
          if ticks == day { break }
        }
      }
    }
  }

  Benchmark("A day of a block every second") { benchmark in
    await benchmark.measure(day) {
      await runInVirtualTime {
        let repetition = Env.scheduler().schedule(every: .seconds(1)) {}
        try await Env.sleep(for: .seconds(day))
        repetition.cancel()
      }
    }
  }
}

private func runInVirtualTime<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async -> Value {
  do {
    return try await withVirtualTime { try await body() }
  } catch {
    preconditionFailure("\(error)")
  }
}

private func sleepInTurn(_ count: Int) async {
  await runInVirtualTime {
    for _ in 0..<count { try await Env.sleep(for: .seconds(1)) }
  }
}

private func sleepOnMainActor(_ count: Int) async {
  await runInVirtualTime { @MainActor in
    for _ in 0..<count { try await Env.sleep(for: .seconds(1)) }
  }
}

/// Starts tasks that each wait for a continuation, and lets them go on when all of them wait.
private func suspend(_ count: Int, wokenInOrder order: [Int]? = nil, whenAllWait: () -> Void = {}) async {
  let room = WaitingRoom(count)
  let tasks = (0..<count).map { _ in Task { await room.wait() } }
  await room.isFull()
  whenAllWait()
  room.open(inOrder: order)
  for task in tasks { await task.value }
}

/// Where tasks wait until all have come.
private final class WaitingRoom: Sendable {
  private struct State {
    var waiting: [UnsafeContinuation<Void, Never>] = []
    var host: UnsafeContinuation<Void, Never>?
  }

  private let count: Int
  private let state = Mutex(State())

  init(_ count: Int) {
    self.count = count
  }

  func wait() async {
    await withUnsafeContinuation { continuation in
      let host = state.withLock { state in
        state.waiting.append(continuation)
        return state.waiting.count == count ? state.host.take() : nil
      }
      host?.resume()
    }
  }

  func isFull() async {
    await withUnsafeContinuation { continuation in
      let isFull = state.withLock { state in
        if state.waiting.count < count { state.host = continuation }
        return state.waiting.count == count
      }
      if isFull { continuation.resume() }
    }
  }

  func open(inOrder order: [Int]?) {
    let waiting = state.withLock { $0.waiting }
    for index in order ?? Array(waiting.indices) { waiting[index].resume() }
  }
}

/// Sleeps in a virtual time for each of `delays`, all at once.
///
/// - Returns: What `measuring` returns while all sleep.
@discardableResult
private func sleep(for delays: [Duration], measuring: @escaping @Sendable () -> Int = { 0 }) async -> Int {
  await runInVirtualTime {
    let tasks = delays.map { delay in Task { try await Env.sleep(for: delay) } }
    // Less than any of them sleeps for.
    try await Env.sleep(for: .nanoseconds(1))
    let measured = measuring()
    for task in tasks { try await task.value }
    return measured
  }
}

/// Does the same in the children of one task.
private func sleepInGroup(for delays: [Duration]) async {
  await runInVirtualTime {
    try await withThrowingDiscardingTaskGroup { group in
      for delay in delays { group.addTask { try await Env.sleep(for: delay) } }
    }
  }
}
