import Benchmark
import GlobalEnvironment

/// Registers what a write of one endpoint costs.
func registerWriting() {
  Benchmark("Write textbook global") { benchmark in
    for _ in benchmark.scaledIterations { writeTextbookGlobal() }
  }

  // As a test sets up its world: several writes, which nobody reads before the next one. A scope keeps two snapshots of them.
  // Binding the scope and freeing what it kept are measured, too, because somebody has to pay for them.
  Benchmark("Write Env, in a scope") { benchmark in
    withEnvironment(Environment()) {
      for _ in benchmark.scaledIterations { writeEnv() }
    }
  }

  Benchmark("Write Env, in a scope, ten times in each") { benchmark in
    for _ in 0..<benchmark.scaledIterations.count / 10 {
      withEnvironment(Environment()) { for _ in 0..<10 { writeEnv() } }
    }
  }

  // Each snapshot that was read is kept until the scope ends: see the limit of that memory.
  Benchmark("Write Env and read it, in a scope") { benchmark in
    withEnvironment(Environment()) {
      for _ in benchmark.scaledIterations {
        writeEnv()
        blackHole(readEnv())
      }
    }
  }
}
