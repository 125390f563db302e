import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Synchronization

/// Registers in how many orders the same body runs: one, or what a test sees depends on the machine.
func registerOrders() {
  let configuration = Benchmark.Configuration(
    metrics: [.orders], units: [.orders: .count], warmupIterations: 0, scalingFactor: .one, maxDuration: .seconds(60),
    maxIterations: 3)

  Benchmark("Orders of 300 runs", configuration: configuration) { benchmark in
    benchmark.measurement(.orders, await orders(of: 300))
  }

  Benchmark("Orders of 300 runs, 100 at once", configuration: configuration) { benchmark in
    benchmark.measurement(.orders, await orders(of: 300, atOnce: 100))
  }

  Benchmark("Orders of 300 runs, beside a main actor that spins", configuration: configuration) { benchmark in
    await besideBusyMainActor { benchmark.measurement(.orders, await orders(of: 300)) }
  }

  Benchmark("Orders of 300 runs, beside two busy loops", configuration: configuration) { benchmark in
    let isOver = Atomic(false)
    // On threads of their own: tasks would leave no thread to other tasks.
    for _ in 0..<2 { Thread.detachNewThread { while !isOver.load(ordering: .relaxed) {} } }
    benchmark.measurement(.orders, await orders(of: 300))
    isOver.store(true, ordering: .relaxed)
  }

  Benchmark("Orders of 30 seeds, at most, beside a main actor that spins", configuration: configuration) { benchmark in
    await besideBusyMainActor {
      var most = 0
      for seed in 0..<30 { most = max(most, await orders(of: 10, atOnce: 5, seed: seed)) }
      benchmark.measurement(.orders, most)
    }
  }
}

extension BenchmarkMetric {
  /// How many orders were seen.
  fileprivate static let orders = BenchmarkMetric.custom("Orders", useScalingFactor: false)
}

private func besideBusyMainActor(_ body: () async -> Void) async {
  let other = Task.detached { await spinOnMainActor() }
  await body()
  other.cancel()
  await other.value
}

@MainActor private func spinOnMainActor() async {
  while !Task.isCancelled { await Task.yield() }
}

/// Returns in how many orders the parts of one body come, in `count` runs.
private func orders(of count: Int, atOnce width: Int = 1, seed: Int? = nil) async -> Int {
  var orders: Set<[Int]> = []
  for _ in 0..<count / width {
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<width { group.addTask { await order(seed: seed) } }
      for await order in group { orders.insert(order) }
    }
  }
  return orders.count
}

/// Returns the order in which tasks of all kinds come that are ready at the same time.
private func order(seed: Int?) async -> [Int] {
  do {
    return try await withVirtualTime(seed: seed) {
      let log = Log()
      let worker = Worker()
      try await withThrowingDiscardingTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            for round in 1...3 {
              try await Env.sleep(for: .seconds(number % 3))
              log.note(10 * number + round)
              await Task.yield()
              await worker.work()
              await Task { @MainActor in log.note(100 + 10 * number + round) }.value
              await Task.detached { log.note(200 + 10 * number + round) }.value
            }
          }
        }
      }
      return log.entries
    }
  } catch {
    preconditionFailure("\(error)")
  }
}

private final class Log: Sendable {
  private let state = Mutex<[Int]>([])

  var entries: [Int] { state.withLock { $0 } }

  func note(_ entry: Int) { state.withLock { $0.append(entry) } }
}

private actor Worker {
  func work() {}
}
