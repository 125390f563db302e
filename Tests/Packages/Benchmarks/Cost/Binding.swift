import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

/// Registers what it costs to make an environment, and to bind a scope around nothing.
func registerBinding() {
  Benchmark("Bind a scope with one endpoint changed") { benchmark in
    for _ in benchmark.scaledIterations {
      withEnvironment {
        $0.date = fixedDate
      } perform: {
        blackHole(1)
      }
    }
  }

  Benchmark("Bind a scope with one endpoint changed, async") { benchmark in
    for _ in benchmark.scaledIterations {
      await withEnvironment {
        $0.date = fixedDate
      } perform: {
        await doNothing()
      }
    }
  }

  Benchmark("Bind a scope with an endpoint of one's own changed") { benchmark in
    for _ in benchmark.scaledIterations {
      withEnvironment {
        $0.today = fixedDate
      } perform: {
        blackHole(1)
      }
    }
  }

  Benchmark("Make a mock") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Environment.mock) }
  }

  Benchmark("Env.calendar(), live") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Env.calendar()) }
  }

  Benchmark("Env.calendar(), in a mock") { benchmark in
    withEnvironment(.mock) {
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(Env.calendar()) }
      benchmark.stopMeasurement()
    }
  }

  Benchmark("Env.random(in:)") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Env.random(in: 1...6)) }
  }
}
