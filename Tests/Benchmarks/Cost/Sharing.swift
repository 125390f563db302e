import Benchmark
import Dispatch
import GlobalEnvironment

/// Registers what each of two threads pays for a date while the other reads, too.
///
/// A million reads each, so that starting the second thread does not count. As long as the threads do not slow each other
/// down, the time is that of the row with one thread.
func registerSharing() {
  var configuration = Benchmark.defaultConfiguration
  configuration.scalingFactor = .mega
  configuration.warmupIterations = 1

  Benchmark("Two threads read textbook global", configuration: configuration) { benchmark in
    onTwoThreads(benchmark.scaledIterations) { for _ in $0 { blackHole(readTextbookGlobal()) } }
  } setup: {
    writeTextbookGlobal()
  }

  Benchmark("Two threads read Env, no scope", configuration: configuration) { benchmark in
    onTwoThreads(benchmark.scaledIterations) { for _ in $0 { blackHole(readEnv()) } }
  } setup: {
    writeEnv()
  }

  Benchmark("Two threads read own endpoint, no scope", configuration: configuration) { benchmark in
    onTwoThreads(benchmark.scaledIterations) { for _ in $0 { blackHole(readOwnEndpoint()) } }
  }

  // One addition that the threads share, and no lock.
  Benchmark("Two threads read Env, live and recorded", configuration: configuration) { benchmark in
    onTwoThreads(benchmark.scaledIterations) { for _ in $0 { blackHole(Env.date()) } }
  } setup: {
    record()
  }

  // Finding the scope retains it: two threads of one scope contend for its reference count. Two tests, each in a scope of
  // its own, do not.
  Benchmark("Two threads read Env, in one scope", configuration: configuration) { benchmark in
    withEnvironment(Environment { $0.date = fixedDate }) {
      let scope = EnvironmentScope.current
      onTwoThreads(benchmark.scaledIterations) { reads in
        scope.run { for _ in reads { blackHole(readEnv()) } }
      }
    }
  }
}

/// Runs `body` on two threads at once.
///
/// Threads rather than tasks: the library's own wait blocks one of the few threads that tasks have.
private func onTwoThreads(_ reads: Range<Int>, _ body: @Sendable (Range<Int>) -> Void) {
  DispatchQueue.concurrentPerform(iterations: 2) { _ in body(reads) }
}
