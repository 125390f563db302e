import Benchmark
import Foundation
import GlobalEnvironment
import Synchronization
import Textbook

/// The pattern as an app has it: in the module that reads it.
nonisolated(unsafe) private var ownGlobal = Environment()
/// The same behind a lock, from which a reader takes one closure.
private let guardedGlobal = Mutex(Environment())
/// A closure that is read without a lock: what any mutable global costs at least.
private let word = Atomic<UInt>(0)

private final class Kept: Sendable {
  let date: @Sendable () -> Date
  init(_ date: @escaping @Sendable () -> Date) { self.date = date }
}

/// An environment that a task finds, read in the module that declares it.
private enum Inherited {
  @TaskLocal static var kept = Kept(fixedDate)
}

@inline(never) private func readOwnGlobal() -> Date { ownGlobal.date() }
@inline(never) private func readInherited() -> Date { Inherited.kept.date() }
@inline(never) private func readGuarded() -> Date { guardedGlobal.withLock { $0.date }() }
@inline(never) private func readBehindWord() -> Date {
  // Set before the first read.
  let kept = Unmanaged<Kept>.fromOpaque(UnsafeRawPointer(bitPattern: word.load(ordering: .acquiring)).unsafelyUnwrapped)
  return kept._withUnsafeGuaranteedRef { $0.date() }
}

/// Registers what the rows of this target would cost at least: the same without this package.
func registerLimits() {
  Benchmark("Limit: a closure behind an atomic word") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(readBehindWord()) }
  } setup: {
    word.store(UInt(bitPattern: Unmanaged.passRetained(Kept(fixedDate)).toOpaque()), ordering: .releasing)
  }

  Benchmark("Limit: the textbook global, in the same module") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(readOwnGlobal()) }
  } setup: {
    ownGlobal.date = fixedDate
  }

  Benchmark("Limit: one closure out of a struct behind a mutex") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(readGuarded()) }
  } setup: {
    guardedGlobal.withLock { $0.date = fixedDate }
  }

  Benchmark("Limit: a task-local look-up and a closure") { benchmark in
    Inherited.$kept.withValue(Kept(fixedDate)) {
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(readInherited()) }
      benchmark.stopMeasurement()
    }
  }

  // A scope keeps what was read until it ends, so a write after a read needs fresh memory.
  Benchmark("Limit: memory for copies of the struct, filled, and freed a thousand at a time") { benchmark in
    let source = UnsafeMutablePointer<Environment>.allocate(capacity: 1)
    var copies: [UnsafeMutableRawPointer] = []
    copies.reserveCapacity(1_000)
    for _ in benchmark.scaledIterations {
      let copy = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Environment>.size, alignment: 8)
      copy.copyMemory(from: source, byteCount: MemoryLayout<Environment>.size)
      copies.append(copy)
    }
    for copy in copies { copy.deallocate() }
    source.deallocate()
  }

  Benchmark("Limit: a copy of the struct") { benchmark in
    let environment = Environment()
    for _ in benchmark.scaledIterations {
      let copy = UnsafeMutablePointer<Environment>.allocate(capacity: 1)
      copy.initialize(to: environment)
      blackHole(copy)
      copy.deinitialize(count: 1)
      copy.deallocate()
    }
  }

  Benchmark("Limit: bind a task-local") { benchmark in
    let box = Textbook.Box(Environment())
    for _ in benchmark.scaledIterations {
      Textbook.$taskLocal.withValue(box) { blackHole(1) }
    }
  }

  // What binding a changed environment takes by hand: a copy, an object that holds it, and the task-local.
  Benchmark("Limit: bind a task-local to a changed copy of the struct") { benchmark in
    for _ in benchmark.scaledIterations {
      var environment = ownGlobal
      environment.date = fixedDate
      Textbook.$taskLocal.withValue(Textbook.Box(environment)) { blackHole(1) }
    }
  }

  Benchmark("Limit: bind a task-local to a changed copy of the struct, async") { benchmark in
    for _ in benchmark.scaledIterations {
      var environment = ownGlobal
      environment.date = fixedDate
      await Textbook.$taskLocal.withValue(Textbook.Box(environment)) { await doNothing() }
    }
  }

  Benchmark("Limit: Calendar.current") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Calendar.current) }
  }

  Benchmark("Limit: Int.random(in:)") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Int.random(in: 1...6)) }
  }
}
