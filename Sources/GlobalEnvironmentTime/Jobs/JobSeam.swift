// audit:allow-file scheduling – turns of real queues go by.

import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentAtomics

/// A place in front of the concurrency runtime's executors, where each job is seen before it is enqueued.
///
/// Two implementations: executors of our own where the toolchain lets a program replace them, the runtime's hooks elsewhere.
protocol JobSeam: Sendable {
  /// Puts itself in place, for the rest of the process.
  func install()

  /// What has replaced this seam for good, for a message; nil while the seam is in place, where it puts itself if it can.
  var successor: String? { get }

  /// What has replaced this seam since it was put in place, for a message; nil where nothing has.
  var replacement: String? { get }

  /// Whether a task that yields is shown when it is ready again.
  var showsYields: Bool { get }

  /// Runs a job on the thread of the caller: as one of the main actor on the main queue, as any other elsewhere.
  func run(_ job: UnownedJob, at place: JobPlace)

  /// Whether no other library stands behind, which would get the jobs that no run takes.
  var isLast: Bool { get }

  /// Enqueues a job as if nothing stood in front.
  func enqueue(_ job: UnownedJob, at place: JobPlace)
}

extension JobSeam {
  /// Runs a job of no run on the thread of the caller, as the runtime's own executors do.
  func runOutside(_ job: UnownedJob, at place: JobPlace) {
    place == .mainQueue ? run(job, at: place) : job.runSynchronously(on: .anyThread)
  }
}

extension UnownedSerialExecutor {
  /// Under two words of zero the runtime runs what belongs to no actor, as compiled code says where it leaves one; see
  /// `SerialExecutorRef` in the runtime's `Executor.h`.
  static let anyThread = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
}

/// Where a job may run.
enum JobPlace: Sendable {
  /// On the main queue: it belongs to the main actor.
  case mainQueue
  /// On any thread but that of the main queue.
  case elsewhere
}

/// The functions to which each job is shown.
struct JobReceiver: Sendable {
  /// Takes a job, or returns false to let it go its usual way.
  var take: @Sendable (UnownedJob, _ isTask: Bool, JobPlace) -> Bool
  /// Notes that the running task begins a `Task.sleep`.
  var noteSleep: @Sendable (Duration?) -> Void
  /// Returns the family for which this thread runs a job; nil while it runs none.
  var ownerHere: @Sendable () -> JobOwner?
}

/// The family for which a thread runs a job.
struct JobOwner {
  var family: ScopeFamily
  /// Whether the running task may be of another family, as in a turn of an actor, which runs whatever is ready there.
  var isUncertain: Bool
}

/// The seam of this process.
package enum Jobs {
  /// The name of the environment variable that asks for the runtime's hooks where both exist; for the tests of this package.
  package static let hooksVariable = "GLOBAL_ENVIRONMENT_HOOKS"

  static let seam: any JobSeam = {
    #if canImport(Darwin) || compiler(<6.3) || compiler(>=6.4)
      RuntimeHooks()
    #else
      if Environment.live.environmentVariable(hooksVariable) == nil { ExecutorsInFront() } else { RuntimeHooks() }
    #endif
  }()

  /// Whether a task that yields is shown when it is ready again.
  package static var showYields: Bool { seam.showsYields }

  private static let receiver = WriteOnce<JobReceiver>()

  /// Shows each job to `receiver` from now on, for the rest of the process. Call it once.
  static func install(_ receiver: JobReceiver) {
    self.receiver.set(receiver)
    TaskFamilies.prepare()
    seam.install()
    PrivateLayouts.prepare()
    TaskFamilies.begin()
  }

  /// Shows a job to the receiver; false for one that goes its usual way.
  static func take(_ job: UnownedJob, isTask: Bool, at place: JobPlace) -> Bool {
    if let trial = LayoutTrial.running {
      trial.take(job)
      return true
    }
    guard PrivateLayouts.found != nil else {
      // Where the runtime is not known, no run takes anything. But what a test detaches is still the test's.
      _ = TaskFamilies.family(of: job, taskID(of: job))
      return false
    }
    return receiver.withValue { $0.take(job, isTask, place) } ?? false
  }

  /// Shows that the running task begins a `Task.sleep`; of no duration where that is not one of seconds.
  static func noteSleep(for duration: Duration?) {
    receiver.withValue { $0.noteSleep(duration) }
  }

  /// The family for which this thread runs a job; nil while it runs none.
  static var ownerHere: JobOwner? { receiver.withValue { $0.ownerHere() } ?? nil }

  /// Calls `done` after some turns of the main queue and of tasks of each priority: a task that has yielded unseen has
  /// very likely continued by then.
  ///
  /// All that ask while turns pass wait for the next ones together.
  static func passTurns(then done: @escaping @Sendable () -> Void) {
    let isFirst = askers.withLock { askers in
      askers.waiting.append(done)
      defer { askers.isPassing = true }
      return !askers.isPassing
    }
    if isFirst { passTurns() }
  }

  private static let askers = Locked<(waiting: [@Sendable () -> Void], isPassing: Bool)>(([], false))

  private static func passTurns() {
    let waiting = askers.withLock { askers in
      askers.isPassing = !askers.waiting.isEmpty
      defer { askers.waiting = [] }
      return askers.waiting
    }
    if waiting.isEmpty { return }
    passTurns(3) {
      for done in waiting { done() }
      passTurns()
    }
  }

  private static func passTurns(_ count: Int, then done: @escaping @Sendable () -> Void) {
    let priorities: [TaskPriority] = [.high, .medium, .low]
    // In the root scope. With XCTest, all threads see the scope of the test, and these tasks would belong to its run.
    EnvironmentScope.root.run {
      _ = Task.detached(priority: priorities[count % priorities.count]) {
        DispatchQueue.main.async { count > 1 ? passTurns(count - 1, then: done) : done() }
      }
    }
  }
}

/// The identity of the task that `job`, a reference to an object of the runtime, is a part of. It counts from 1.
func taskID(of job: UnownedJob) -> UInt64 {
  global_environment_task_of_job(unsafeBitCast(job, to: UnsafeRawPointer.self))
}

/// The identity of `task`, which is a reference to an object of the runtime as well.
func taskID(of task: Task<Void, Never>) -> UInt64 {
  withExtendedLifetime(task) { global_environment_task_of_job(unsafeBitCast(task, to: UnsafeRawPointer.self)) }
}

/// The address of the running task; nil outside of tasks.
var currentTask: UnsafeRawPointer? {
  withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
}

/// The identity of the running task; nil outside of tasks.
package var currentTaskID: UInt64? {
  let id = global_environment_current_task()
  return id == 0 ? nil : id
}
