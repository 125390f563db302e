import Benchmark
import GlobalEnvironment

/// Registers what a write of one endpoint costs.
func registerWriting() {
  Benchmark("Write textbook global") { benchmark in
    for _ in benchmark.scaledIterations { writeTextbookGlobal() }
  }

  // A scope keeps its snapshots until it ends: a new one for every thousand writes bounds them. Binding the scope and
  // freeing what it kept are measured, too, because somebody has to pay for them.
  Benchmark("Write Env, in a scope") { benchmark in
    withEnvironment(Environment()) {
      for _ in benchmark.scaledIterations { writeEnv() }
    }
  }
}
