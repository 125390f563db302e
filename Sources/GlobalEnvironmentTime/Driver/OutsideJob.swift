// audit:allow-file scheduling – jobs run on real queues.

import Dispatch
import GlobalEnvironment

/// A job of a task that a test has made outside of a run, from the moment when it becomes ready until it has run.
///
/// A run of the same test may wait for it: for the worker of a fixture, which a trait has made. So time does not move meanwhile.
final class OutsideJob: CalmWork {
  /// The test that has made the task.
  let maker: CodeOfTest
  private let thread = AtomicWord(0)

  /// Nil for a job of a run, of the test's own task, and of a task that no test has made.
  init?(_ job: UnownedJob, _ note: TaskFamilies.Note) {
    guard Jobs.seam.isLast, let maker = CodeOfTest(note) else { return nil }
    if case .test(let task) = note, task.id == unsafeBitCast(job, to: UInt.self) { return nil }
    self.maker = maker
  }

  /// Enqueues the job.
  func send(_ job: UnownedJob, to place: JobPlace) {
    Calm.begin(self)
    let queue = place == .mainQueue ? DispatchQueue.main : .global()
    queue.async { [self] in
      thread.store(ThreadState.current)
      Jobs.seam.runOutside(job, at: place)
      thread.store(0)
      Calm.end(self)
    }
  }

  var steps: Int { 0 }
  var shownTasks: UInt { 0 }
  var hasMetOthers: Bool { false }
  var threadOfJob: UInt { thread.load() }
  var needsMainQueue: Bool { false }
}

/// Which test has made something.
struct CodeOfTest: Sendable {
  /// The task in which the framework runs the test: its address. Nil where that is not known.
  private let task: UInt?
  /// The family in which it was made, if it was in one.
  private let family: ScopeFamily?

  /// What the running code makes.
  init() { (task, family) = (TestTask.current?.id, ScopeFamily.current) }

  /// What has made a task outside of runs.
  init?(_ note: TaskFamilies.Note) {
    (task, family) = (note.test?.id, note.family)
    if task == nil && family == nil || family?.run != nil { return nil }
  }

  /// Whether both are of one test, and the other one was made in the same family or around it.
  func isPart(of other: CodeOfTest) -> Bool {
    if let task, task == other.task { return true }
    return other.family.map { family?.isPart(of: $0) == true } ?? false
  }
}
