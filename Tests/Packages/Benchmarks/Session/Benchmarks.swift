import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import InTurn
import Resident

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the benchmark library looks for the rows.
///
/// Every row runs in a process of its own. Compare rows with as many senders at p0: the best iteration is the one that
/// nobody disturbed.
let benchmarks: @Sendable () -> Void = {
  // As many for each sender.
  let count = 3_840
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .each],
    units: [.each: .count],
    warmupIterations: 1,
    scalingFactor: .one,
    maxDuration: .seconds(10),
    maxIterations: 50
  )
  for senders in [1, 40, 64] {
    Benchmark("A request through a bare URLProtocol, \(senders) at once") { benchmark in
      await benchmark.measure(count) { await send(count, through: bareSession, senders) }
    }
    Benchmark("A request through a bare URLProtocol that a cancellation cannot hang, \(senders) at once") { benchmark in
      await benchmark.measure(count) { await send(count, through: steppingAsideSession, senders) }
    }
    Benchmark("A request through a mock's URL session, \(senders) at once") { benchmark in
      await benchmark.measure(count) {
        await withEnvironment(stubbedMock()) { await send(count, through: Env.urlSession(), senders) }
      }
    }
  }
  for (stubs, senders) in [(100, 1), (1_000, 1), (1_000, 64)] {
    Benchmark("A request through a mock's URL session, \(stubs) stubs, \(senders) at once") { benchmark in
      let mock = stubbedMock(beside: stubs - 1)
      await benchmark.measure(count) {
        await withEnvironment(mock) { await send(count, through: Env.urlSession(), senders) }
      }
    }
  }
  for (stubs, senders) in [(1, 1), (1_000, 1), (1, 40), (1, 64), (1_000, 64)] {
    Benchmark(
      "A mock's URL session, relative to a bare URLProtocol, \(stubs) stubs, \(senders) at once",
      configuration: .inTurn(rounds: 100)
    ) { benchmark in
      // Which threads wake on which core changes both by a factor of three.
      let mock = stubbedMock(beside: stubs - 1)
      await benchmark.compare {
        await withEnvironment(mock) { await send(count / 4, through: Env.urlSession(), senders) }
      } to: {
        await send(count / 4, through: bareSession, senders)
      }
    }
  }
  Benchmark("A request that a closure answers, through a mock's URL session") { benchmark in
    await benchmark.measure(count) {
      await withEnvironment(stubbedMock(byClosure: true)) { await send(count, through: Env.urlSession(), 1) }
    }
  }

  Benchmark("The first URL session of a scope") { benchmark in
    let mock = Environment.mock
    benchmark.measure(1_000) {
      for _ in 0..<1_000 { withEnvironment(mock) { blackHole(Env.urlSession()) } }
    }
  }

  #if os(Linux)
    Benchmark("Memory kept by 100,000 requests of 100 mocks", configuration: .residentGrowth(warmups: 1)) { benchmark in
      let bytes = await residentGrowth {
        for _ in 0..<100 { await withEnvironment(stubbedMock()) { await send(1_000, through: Env.urlSession(), 40) } }
      }
      benchmark.measurement(.residentGrowth, bytes)
    }
    Benchmark("Memory kept by one scope that asked for a URL session", configuration: .residentGrowth(warmups: 1)) {
      benchmark in
      let scopes = 10_000
      let bytes = residentGrowth { for _ in 0..<scopes { withEnvironment(.mock) { blackHole(Env.urlSession()) } } }
      benchmark.measurement(.residentGrowth, bytes / scopes)
    }
  #endif
}

extension BenchmarkMetric {
  /// What one of many costs.
  static let each = BenchmarkMetric.custom("Time for each (ns)", useScalingFactor: false)
}

extension Benchmark {
  /// Measures `body`, which does `count` things, as a whole and for each of them.
  fileprivate func measure(_ count: Int, _ body: () async -> Void) async {
    let start = ContinuousClock.now
    startMeasurement()
    await body()
    stopMeasurement()
    measurement(.each, Int(start.duration(to: .now) / .nanoseconds(count)))
  }

  /// Measures `body`, which does `count` things, as a whole and for each of them.
  fileprivate func measure(_ count: Int, _ body: () -> Void) {
    let start = ContinuousClock.now
    startMeasurement()
    body()
    stopMeasurement()
    measurement(.each, Int(start.duration(to: .now) / .nanoseconds(count)))
  }
}
