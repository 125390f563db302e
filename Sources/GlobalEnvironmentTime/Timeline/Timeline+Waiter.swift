import GlobalEnvironment

extension Timeline {
  /// Something that waits for its deadline.
  struct Waiter: Sendable {
    enum Action: Sendable {
      case work(@Sendable () -> Void)
      /// Without a continuation as long as the task has not suspended.
      case sleep(UnsafeContinuation<Void, any Error>?, SleepingTask)
    }

    var action: Action
    var since = Duration.zero
    var origin: Origin
    /// Called when a sleep is over, just before its task is woken.
    var onWake: (@Sendable () -> Void)?

    var isSleep: Bool {
      if case .sleep = action { true } else { false }
    }
    /// Whether a task has begun to sleep on another thread, and may still go on without a job, if it is woken now.
    var isAboutToSuspend: Bool {
      if case .sleep(nil, _) = action { true } else { false }
    }
    /// Whether a child task sleeps, which is not the one that waits for the end of a timeout.
    var isSleepOfChild: Bool { isSleep && !isAboutToSuspend && origin.role == .body }
    /// Whether another task than a child sleeps.
    var isSleepOfOther: Bool { isSleep && !isAboutToSuspend && origin.role == .other }
    var place: SourcePlace? { origin.place }
    var task: String? { origin.task }
  }

  /// The code that asked to wait, and where: one object that many waiters share, to keep each of them small.
  ///
  /// `@unchecked` holds because nothing is set after the initialiser, and any thread may read a weak reference.
  final class Origin: @unchecked Sendable {
    let place: SourcePlace?
    let task: String?
    let role: Role
    /// Whether work runs in the background rather than on the main queue.
    let isInBackground: Bool
    /// The scope that work runs in. Weak, since the scope's environment holds the time, which holds the work.
    private(set) weak var scope: EnvironmentScope?

    /// Who waits.
    enum Role {
      /// A child task, as the body of a run is one.
      case body
      /// The child task in which `Env.timeout` waits for its end.
      case timeout
      case other

      /// The running task, if it does not wait for the end of a timeout.
      static var current: Role { JobFlags.isCurrentTaskChild ? .body : .other }
    }

    /// Whether the body of a run may go on when the wait ends.
    var isOfBody: Bool { role != .other }

    init(place: SourcePlace?, task: String?, role: Role, isInBackground: Bool, scope: EnvironmentScope?) {
      self.place = place
      self.task = task
      self.role = role
      self.isInBackground = isInBackground
      self.scope = scope
    }

    /// Where the wait was asked for, to be compared; all of nil where that is unknown.
    struct Line: Hashable {
      var file: UnsafePointer<UInt8>?
      var line: UInt?
      var column: UInt?
    }

    var line: Line { Line(file: place?.fileID.utf8Start, line: place?.line, column: place?.column) }

    func isOf(
      _ place: SourcePlace?, _ task: String?, _ role: Role, _ isInBackground: Bool, _ scope: EnvironmentScope?
    ) -> Bool {
      place?.line == self.place?.line && place?.column == self.place?.column
        && place?.fileID.utf8Start == self.place?.fileID.utf8Start
        && place?.filePath.utf8Start == self.place?.filePath.utf8Start
        && task == self.task && role == self.role && isInBackground == self.isInBackground
        && scope === self.scope
    }
  }
}

extension Timeline.Waiter {
  /// Runs the work, or wakes the task.
  func fire() {
    switch action {
    case .work(let work):
      // Where the scope has ended, the work runs in that of the code that advances time.
      let current = EnvironmentScope.current
      guard let scope = origin.scope, scope !== current else { return work() }
      scope.run(work)
    case .sleep(let continuation, _):
      onWake?()
      continuation?.resume()
    }
  }

  /// Releases the work, or wakes the task with an error.
  func cancel(because error: any Error = CancellationError()) {
    guard case .sleep(let continuation, _) = action else { return }
    onWake?()
    continuation?.resume(throwing: error)
  }

  /// Releases the work, or cancels the task and wakes it.
  func cancelTask() {
    // One that has not suspended yet may be gone already.
    if case .sleep(_?, let task) = action { task.cancel() }
    cancel()
  }
}

extension Timeline {
  /// What happens to a sleep that a cancelled task begins.
  enum SleepRejection {
    case atOnce
    /// After a while of real time, since it ignores that it is cancelled and begins again and again.
    case later
    /// It never ends, as the run is over.
    case never
  }

  /// Sleeps of cancelled tasks that begin again and again.
  struct RepeatedCancelledSleeps {
    /// How often one may begin at one moment. Many, as new tasks look like one task when they reuse its memory.
    var limit = 10_000
    /// Where they begin, and in which tasks.
    var descriptions: Set<String> = []
    /// How often one has begun above the limit.
    var count = 0
    var isRunOver = false
  }
}
