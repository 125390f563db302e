import GlobalEnvironment

extension TimelineDriver {
  /// Has each job of the process shown here from now on; done once.
  package static let install: Void = Jobs.install(
    JobReceiver(take: take, noteSleep: { running?.noteRealSleep(for: $0) }))

  /// Takes a job that belongs to a run in virtual time, or to a timeline that is being moved.
  ///
  /// A task belongs to the run or test whose code made it, wherever it is resumed from. What is no task, as an actor's turn,
  /// belongs to the code that runs on this thread.
  ///
  /// - Returns: False for the job of anybody else, which goes its usual way.
  @Sendable private static func take(_ job: UnownedJob, isTask: Bool, at place: JobPlace) -> Bool {
    let running = running
    guard isTask else { return running?.submit(job, of: nil, at: place) ?? false }
    let id = taskID(of: job)
    let family = TaskFamilies.family(of: job, id)
    if let driver = family?.driver { return driver.submit(job, of: id, at: place) }
    // A timeline that somebody moves has what it wakes run one at a time, as long as that is of the same test.
    guard let running, !running.isRun, running.family === family else { return false }
    return running.submit(job, of: id, at: place)
  }
}

extension ScopeFamily {
  /// What runs the tasks that are made in its scopes, if it is that of a run.
  var driver: TimelineDriver? {
    // Nothing else is ever given to a family as its run.
    run.map { unsafeDowncast($0, to: TimelineDriver.self) }
  }
}
