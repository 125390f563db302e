// audit:allow-file scheduling – jobs of the main actor go to the main queue.

#if !canImport(Darwin) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
  import Dispatch
  import Foundation
  import GlobalEnvironment

  /// Executors of our own, in front of the two that the process has.
  ///
  /// From Swift 6.3 the runtime takes its executors from a factory, and accepts another factory at any time. Then every job
  /// passes our executors: those of the main actor, yields, actors' turns.
  struct ExecutorsInFront: JobSeam {
    func install() {
      _createExecutors(factory: Factory.self)
    }

    var successor: String? {
      let (main, global) = (MainActor.executor, Task<Never, Never>.defaultExecutor)
      if main !== Factory.main { return String(reflecting: type(of: main)) }
      if global !== Factory.global { return String(reflecting: type(of: global)) }
      return HookBelow.hidesJobs ? RuntimeHooks.other : nil
    }

    var replacement: String? { successor }

    var showsYields: Bool { true }

    var isLast: Bool { !HookBelow.isSet }

    func run(_ job: UnownedJob, at place: JobPlace) {
      switch place {
      case .mainQueue: job.runSynchronously(on: Factory.main.asUnownedSerialExecutor())
      case .elsewhere: job.runSynchronously(on: Factory.global.asUnownedTaskExecutor())
      }
    }

    func enqueue(_ job: UnownedJob, at place: JobPlace) {
      switch place {
      // Under our own identity, so that a call within the main actor finds itself there.
      case .mainQueue: DispatchQueue.main.async { run(job, at: .mainQueue) }
      case .elsewhere: Factory.originals.global.enqueue(ExecutorJob(job))
      }
    }
  }

  private enum Factory: ExecutorFactory {
    static let originals = (main: MainActor.executor, global: Task<Never, Never>.defaultExecutor)
    static let main = MainInFront()
    static let global = GlobalInFront()

    static var mainExecutor: any MainExecutor {
      _ = originals
      return main
    }
    static var defaultExecutor: any TaskExecutor {
      _ = originals
      return global
    }
  }

  /// The runtime's hook below our executors: what another library sets there gets the jobs of tasks before them.
  private enum HookBelow {
    /// `nonisolated(unsafe)` holds because the address is found once, and the word there is only ever loaded atomically.
    nonisolated(unsafe) private static let variable: UnsafePointer<UInt>? =
      // audit:allow process – this is how the hooks of the runtime are found
      dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook").map {
        UnsafePointer($0.assumingMemoryBound(to: UInt.self))
      }

    static var isSet: Bool { variable.map { AtomicWord.load($0) != 0 } ?? false }

    /// Whether a hook is set that keeps a new task to itself. One that sends all to the main actor shows it to us.
    static var hidesJobs: Bool {
      isSet && EnvironmentScope.root.run { !TaskFamilies.isKnown(Task.detached {}) }
    }
  }

  private func show(_ job: consuming ExecutorJob, at place: JobPlace) {
    let isTask = job.kind == .task
    let job = UnownedJob(job)
    if !Jobs.take(job, isTask: isTask, at: place) { Jobs.seam.enqueue(job, at: place) }
  }

  private final class MainInFront: MainExecutor {
    func enqueue(_ job: consuming ExecutorJob) { show(job, at: .mainQueue) }

    func run() throws { try Factory.originals.main.run() }

    func stop() { Factory.originals.main.stop() }

    var isMainExecutor: Bool { true }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  }

  private final class GlobalInFront: TaskExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) { show(job, at: .elsewhere) }

    // `Task.sleep`, which stays in real time.

    func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      Jobs.noteSleep(for: clock.now.duration(to: instant) as? Duration)
      guard let original = Factory.originals.global as? any SchedulingExecutor else {
        return Factory.originals.global.enqueue(job)
      }
      original.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }
#endif
