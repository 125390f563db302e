import GlobalEnvironment

extension TimelineDriver {
  /// Shows each job of the process here from now on; done once.
  package static let install: Void = {
    Jobs.install(
      JobReceiver(take: take, noteSleep: { running?.noteRealSleep(for: $0) }, ownerHere: { running?.ownerHere }))
    LiveWait.install { ofRun?.beginStandingStill() }
  }()

  /// The family for which this driver runs its job.
  var ownerHere: JobOwner? {
    // A job that was left behind, on another thread, does not show any more.
    family.map {
      JobOwner(family: $0, isUncertain: !isOnJobThread || state.withLock { $0.isTurnOfActor || $0.isGuest })
    }
  }

  /// Takes a job that belongs to a run in virtual time, or to a timeline that is being moved.
  ///
  /// A task belongs to the run or test whose code made it, wherever it is resumed from. A task of no run that a run has woken
  /// goes on as its guest, since that may wait for it: the worker of a singleton, for instance. A job that is not a task, such
  /// as an actor's turn, belongs to the code that runs on this thread.
  ///
  /// - Returns: False for any other job, which goes its usual way.
  @Sendable private static func take(_ job: UnownedJob, isTask: Bool, at place: JobPlace) -> Bool {
    let running = running
    guard isTask else {
      if running?.submit(job, of: nil, at: place) == true { return true }
      return OutsideJob.send(job, isTask: false, TaskFamilies.noted ?? .nothing, to: place)
    }
    let id = taskID(of: job)
    let note = TaskFamilies.note(of: job, id)
    if let driver = note.family?.driver {
      if let running, running !== driver {
        running.noteSharedActor(with: driver)
        // Two threads that add at once may add one: only a change is looked for.
        running.shows.store(running.shows.load() &+ 1)
      }
      if driver.submit(job, of: id, at: place) { return true }
    }
    // While a test moves a timeline, the tasks of that test run one at a time.
    if let running, !running.isRun, running.family === note.family { return running.submit(job, of: id, at: place) }
    if note.isUncertain, let host = Guests.host(of: id), host.submit(job, of: id, at: place, asGuest: true) {
      return true
    }
    return OutsideJob.send(job, isTask: true, note, to: place)
  }
}

extension ScopeFamily {
  /// The driver that runs the tasks made in its scopes, if it is the family of a run.
  var driver: TimelineDriver? {
    // Nothing else is ever given to a family as its run.
    run.map { unsafeDowncast($0, to: TimelineDriver.self) }
  }
}
