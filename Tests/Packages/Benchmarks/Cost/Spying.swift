import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

/// Registers what a call costs that somebody sees, in a mock: it is recorded with its moment in virtual time.
func registerSpying() {
  Benchmark("Call endpoint, in a mock") { benchmark in
    withEnvironment(.mock) {
      Env.today = fixedDate
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(readOwnEndpoint()) }
      benchmark.stopMeasurement()
    }
  }

  Benchmark("Call endpoint, in a mock, with a spy on it") { benchmark in
    withEnvironment(.mock) {
      Env.today = fixedDate
      let spy = Env.spy(on: \.today)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(readOwnEndpoint()) }
      benchmark.stopMeasurement()
      blackHole(spy.count)
    }
  }

  Benchmark("Call made-up function, in a mock") { benchmark in
    withEnvironment(.mock) {
      let spy = Spy<Int, Int>(1)
      benchmark.startMeasurement()
      for number in benchmark.scaledIterations { blackHole(spy.call(number)) }
      benchmark.stopMeasurement()
    }
  }
}
