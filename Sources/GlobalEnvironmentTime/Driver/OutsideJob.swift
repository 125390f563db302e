// audit:allow-file scheduling – jobs run on real queues.

import Dispatch
import GlobalEnvironment

/// A job outside of runs for which one may wait, from the moment when it becomes ready until it has run.
///
/// It is of a task that a test has made there, such as the worker of a fixture that a trait has made: then runs of that test may
/// wait for it. Or it is what a run has left, such as the worker of a singleton: then any run may.
final class OutsideJob: CalmWork {
  /// The test that has made the task; nil for what a run has left.
  let maker: CodeOfTest?
  /// The address of the job: that of its task, or of the actor whose turn it is.
  let task: UInt
  private let thread = AtomicWord(0)

  private init(_ job: UnownedJob, of maker: CodeOfTest?) {
    (self.maker, task) = (maker, unsafeBitCast(job, to: UInt.self))
  }

  /// Enqueues a job for which a run may wait; false for others, which are left to the caller.
  ///
  /// - Parameters:
  ///   - isTask: Whether it is a task; else it is a yield of the running one, or a turn of an actor.
  ///   - note: What is noted of that task.
  ///   - isOfRun: Whether a run has had it until now.
  static func send(
    _ job: UnownedJob, isTask: Bool, _ note: TaskFamilies.Note, isOfRun: Bool = false, to place: JobPlace
  ) -> Bool {
    guard Jobs.seam.isLast else { return false }
    if isOfRun || note.family?.driver != nil {
      OutsideJob(job, of: nil).send(job, to: place)
      return true
    }
    guard isTask, let maker = CodeOfTest(note) else { return false }
    // Not the test's own.
    if case .test(let task) = note, task.id == unsafeBitCast(job, to: UInt.self) { return false }
    OutsideJob(job, of: maker).send(job, to: place)
    return true
  }

  private func send(_ job: UnownedJob, to place: JobPlace) {
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

/// Which tasks and actors that runs have left make no pause: runs wait for such a one for half a second.
///
/// Many that have a little to do at once, as workers have when hundreds of tests run, are none of these.
struct RestlessWork: Sendable {
  private static let mostLooks = 25

  /// For each that had a job at the last look: the number of that, and in how many looks in a row it has been another.
  private var seen: [UInt: (number: UInt64, looks: Int)] = [:]

  func contains(_ task: UInt) -> Bool { seen[task].map { $0.looks > Self.mostLooks } ?? false }

  /// Notes that none has a job: all pause.
  mutating func forgetAll() { if !seen.isEmpty { seen = [:] } }

  /// Notes what has a job, a fiftieth of a second after the look before.
  mutating func look(at jobs: [(task: UInt, number: UInt64)]) {
    let before = seen
    seen = [:]
    for (task, number) in jobs {
      let last = before[task]
      seen[task] = (number, (last?.looks ?? 0) + (last.map { $0.number != number } == true ? 1 : 0))
    }
  }
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
