import Benchmark
import Foundation
import GlobalEnvironment
import Textbook

/// Registers what one thread pays for a date.
func registerReading() {
  Benchmark("Date() alone") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Date()) }
  }

  Benchmark("Read textbook global") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(readTextbookGlobal()) }
  } setup: {
    writeTextbookGlobal()
  }

  Benchmark("Read Env, no scope") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(readEnv()) }
  } setup: {
    writeEnv()
  }

  // The best case of the textbook, with its exclusivity check out of the loop, and the same for `Env`.
  Benchmark("Read textbook global, inlined in a loop") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Textbook.unsafeGlobal.date()) }
  } setup: {
    writeTextbookGlobal()
  }

  Benchmark("Read Env, no scope, inlined in a loop") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Env.date()) }
  } setup: {
    writeEnv()
  }

  // Only the reads are measured, not the binding of the scope around them.
  Benchmark("Read Env, in a scope") { benchmark in
    withEnvironment {
      $0.date = fixedDate
    } perform: {
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(readEnv()) }
      benchmark.stopMeasurement()
    }
  }

  Benchmark("Read Env, in a scope, async") { benchmark in
    await withEnvironment {
      $0.date = fixedDate
    } perform: {
      // After a suspension the scope must be found again, perhaps on another thread.
      await Task.yield()
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(readEnv()) }
      benchmark.stopMeasurement()
    }
  }

  // An endpoint that is declared outside the package: its live value, and one that was assigned.
  Benchmark("Read own endpoint, no scope") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(readOwnEndpoint()) }
  }

  Benchmark("Read own endpoint, in a scope, assigned") { benchmark in
    withEnvironment {
      $0.today = fixedDate
    } perform: {
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(readOwnEndpoint()) }
      benchmark.stopMeasurement()
    }
  }

  // Code that no scope reaches, while one is alive elsewhere.
  Benchmark("Read Env, beside a scope") { benchmark in
    let scope = withEnvironment(Env) { EnvironmentScope.current }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(readEnv()) }
    benchmark.stopMeasurement()
    withExtendedLifetime(scope) {}
  } setup: {
    writeEnv()
  }

  // An object that keeps its environment: in the root, as in every app, and that of a scope whose body has ended.
  Benchmark("Read captured, no scope") { benchmark in
    let reader = CapturedReader()
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(reader.date()) }
    benchmark.stopMeasurement()
  } setup: {
    writeEnv()
  }

  benchmarkCaptured("Read captured, of a scope") { $0.date() }
  benchmarkCaptured("Read own endpoint, captured, of a scope") { $0.today() }
  benchmarkCaptured("Read captured by a list, of a scope") { $0.listedDate() }
  benchmarkCaptured("Call captured with an argument, of a scope") { $0.variable() }

  Benchmark("Read mutex-guarded struct") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(readGuardedGlobal()) }
  } setup: {
    Textbook.guardedGlobal.date = fixedDate
  }

  Benchmark("Read task-local box") { benchmark in
    Textbook.$taskLocal.withValue(Textbook.Box(Environment { $0.date = fixedDate })) {
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(readTaskLocal()) }
      benchmark.stopMeasurement()
    }
  }
}

/// Registers what a read through the environment of an ended scope costs.
private func benchmarkCaptured<Value>(_ name: String, _ read: @escaping @Sendable (CapturedReader) -> Value) {
  Benchmark(name) { benchmark in
    let reader = withEnvironment {
      $0.date = fixedDate
      $0.environmentVariable = { _ in nil }
    } perform: {
      CapturedReader()
    }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(read(reader)) }
    benchmark.stopMeasurement()
  }
}
