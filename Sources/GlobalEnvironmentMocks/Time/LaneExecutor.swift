/// Runs a task and its children on the lane, also where the runtime shows no job: `Task.yield()` in an actor.
final class LaneExecutor: TaskExecutor {
  private let owner: Lane.Owner

  init(for owner: Lane.Owner) {
    self.owner = owner
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Lane.submit(for: owner) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
