import Benchmark
import Dispatch
import Foundation
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

  // Both threads count references to what the closure captures, as with any closure that two threads call.
  Benchmark("Limit: two threads call one closure that captures", configuration: configuration) { benchmark in
    let kept = Kept(capturing: fixedDate())
    onTwoThreads(benchmark.scaledIterations) { for _ in $0 { blackHole(call(kept)) } }
  }

  // One addition that the threads share, and no lock.
  Benchmark("Two threads read Env, live and recorded", configuration: configuration) { benchmark in
    onTwoThreads(benchmark.scaledIterations) { for _ in $0 { blackHole(Env.date()) } }
  } setup: {
    record()
  }

  // Nothing is retained: what binds a scope holds it. In a process of tests, where a scope may end meanwhile, it is.
  Benchmark("Two threads read Env, in one scope", configuration: configuration) { benchmark in
    withEnvironment(Environment { $0.date = fixedDate }) {
      let scope = EnvironmentScope.current
      onTwoThreads(benchmark.scaledIterations) { reads in
        scope.run { for _ in reads { blackHole(readEnv()) } }
      }
    }
  }
}

private final class Kept: Sendable {
  let date: @Sendable () -> Date

  init(capturing date: Date) {
    self.date = { date }
  }
}

@inline(never) private func call(_ kept: Kept) -> Date { kept.date() }

/// Runs `body` on two threads at once.
///
/// Threads rather than tasks: the library's own wait blocks one of the few threads that tasks have.
private func onTwoThreads(_ reads: Range<Int>, _ body: @Sendable (Range<Int>) -> Void) {
  DispatchQueue.concurrentPerform(iterations: 2) { _ in body(reads) }
}
