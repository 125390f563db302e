import GlobalEnvironment
import Synchronization

extension Lane {

  /// One run, as the lane knows it.
  ///
  /// As the executor of the run's body and its child tasks it puts them on the lane, also where the runtime shows no job:
  /// `Task.yield()` in an actor.
  final class Owner: TaskExecutor {
    private let count = Atomic<UInt64>(0)
    private let home = Locked(Home())

    private struct Home {
      weak var run: VirtualTimeRun?
      weak var scope: EnvironmentScope?
    }

    /// Owns the jobs of which nobody can tell whose they are: those that the main actor's put on the lane.
    static let nobody = Owner()

    /// How many jobs it has put on the lane; only tells whether there were any since.
    var jobCount: UInt64 { count.load(ordering: .relaxed) }

    /// The run itself; for what has lost its task-locals, as a detached task.
    var run: VirtualTimeRun? { home.withLock { $0.run } }

    /// The scope of the run's body, for the same.
    var scope: EnvironmentScope? { home.withLock { $0.scope } }

    /// Whether the running task is the body or one of its child tasks.
    var isOfCurrentTask: Bool {
      withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
    }

    func begin(_ run: VirtualTimeRun, in scope: EnvironmentScope) {
      home.withLock { $0 = Home(run: run, scope: scope) }
    }

    func countJob() {
      count.add(1, ordering: .relaxed)
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Lane.submit(for: self) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}
