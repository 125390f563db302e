import GlobalEnvironment

extension TimelineDriver {

  /// Keeps time from moving by itself, and from counting as stuck, until ``endOutside(_:)``: something of the real world is
  /// under way that will continue here.
  ///
  /// Time moves while `task`, which waits for it, sleeps by this time. `cancel` is called if it is still under way when
  /// a run has ended.
  package func beginOutside(of task: UInt64? = nil, cancel: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      let request = state.add(Outside(task: task, cancel: cancel), to: \.outside)
      if let task { state.standing[task, default: []].insert(request) }
      state.awake += 1
      state.hasNews = true
      return request
    }
  }

  package func endOutside(_ request: UInt64) {
    // What `cancel` captured is released outside the lock.
    let outside = state.withLock { state in
      let outside = state.outside.removeValue(forKey: request)
      if outside?.sleeps == false { state.awake -= 1 }
      if let task = outside?.task, state.standing[task]?.remove(request) != nil, state.standing[task]?.isEmpty == true {
        state.standing[task] = nil
      }
      return outside
    }
    withExtendedLifetime(outside) { wake() }
  }

  /// Lets time stand still for the running task, which waits for the real world, until that calls what this returns.
  func beginStandingStill() -> @Sendable () async -> Void {
    let canceller = BodyCanceller()
    let request = beginOutside(of: currentTaskID) { canceller.cancel(because: nil) }
    return { [self] in
      await canceller.end()
      endOutside(request)
    }
  }

  /// The running task, if time stands still for it.
  var standingTask: UInt64? {
    currentTaskID.flatMap { task in state.withLock { $0.standing[task] != nil } ? task : nil }
  }

  /// Notes that a task for which time stands still begins to sleep by this time, or ends that.
  func note(sleeps: Bool, of task: UInt64) {
    state.withLock { state in
      for request in state.standing[task] ?? [] where state.outside[request]?.sleeps != sleeps {
        state.outside[request]?.sleeps = sleeps
        state.awake += sleeps ? -1 : 1
      }
    }
  }

  /// Keeps time from moving by itself whenever `isComing` says that something will be under way outside at any moment,
  /// until ``endWatching(_:)``.
  package func watch(_ isComing: @escaping @Sendable () -> Bool) -> UInt64 {
    state.withLock { $0.add(isComing, to: \.watched) }
  }

  package func endWatching(_ request: UInt64) {
    // Released outside the lock.
    _ = state.withLock { $0.watched.removeValue(forKey: request) }
  }

  /// Whether something outside, or a task that was woken, will need this time at any moment; nil when nothing is watched.
  var isAnythingComing: Bool? {
    if woken?.areExpected == true { return true }
    let watched = state.withLock { $0.watched.isEmpty ? [] : Array($0.watched.values) }
    return watched.isEmpty ? nil : watched.contains { $0() }
  }

  /// Whether something is under way outside, so that time stands still.
  var isOutside: Bool { state.withLock { $0.isOutside } }

  /// What is under way outside, so that time stands still.
  var requestsOutside: Set<UInt64> { state.withLock { Set($0.outside.filter { !$1.sleeps }.keys) } }

  /// Says on the standard error, once, that time stands still for something outside while something waits for time.
  func reportStandstill() {
    guard let first = timeline.waiting.first(where: { $1 < .farthest })?.waiter,
      !state.replace(\.isStandstillReported, with: true)
    else { return }
    let what = first.isSleep ? "a task sleeps" : "work is scheduled"
    Environment.live.standardError(
      """
      GlobalEnvironment: Virtual time stands still for what is under way outside, while \
      \(what)\(first.place.map { " at \($0)" } ?? ""). If that is a part of what Env.time.standingStill { … } waits for, both \
      wait forever: time moves there while the task that has called it sleeps, not while its child tasks do. Let these sleep \
      outside of it.\n
      """)
  }

  /// Cancels what is under way outside, the oldest first.
  func cancelOutside() {
    for (_, outside) in state.withLock({ $0.outside.sorted { $0.key < $1.key } }) { outside.cancel() }
  }

  // MARK: Waits

  /// Notes that a task of this run waits for something other than time, until ``endWait(_:)``. A run that is given up
  /// says what it is, where, and how to end the wait.
  ///
  /// Say that it is not of a task where it is unknown whether anybody waits, as for scheduled work.
  package func beginWait(for what: String, isOfTask: Bool = true) -> UInt64 {
    state.withLock { $0.add((what, isOfTask), to: \.waits) }
  }

  package func endWait(_ request: UInt64) {
    state.withLock { _ = $0.waits.removeValue(forKey: request) }
  }

  /// What tasks of this run wait for, the longest first.
  var waits: [String] {
    state.withLock { $0.waits }.sorted { $0.key < $1.key }.map(\.value.what)
  }

  /// The longest wait of a task.
  var firstWait: String? { state.withLock { $0.waits }.filter(\.value.isOfTask).min { $0.key < $1.key }?.value.what }

  // MARK: Task.sleep

  /// Notes that the running task has begun to sleep in real time.
  func noteRealSleep(for duration: Duration?) {
    guard isRun, let duration, let task = currentTaskID, !Task.isCancelled else { return }
    let sleep = RealSleep(for: duration)
    let isOfBody = JobFlags.isCurrentTaskChild
    state.withLock { state in
      // A task of no run may go on for as long as it likes.
      if state.isGuest { return }
      state.realSleeps[task] = sleep
      if isOfBody { state.bodySteps += 1 }
    }
  }

  /// Notes that the running task does not sleep in real time, for one that may have gone on without a job.
  func endRealSleep() {
    guard let task = currentTaskID else { return }
    state.withLock { _ = $0.realSleeps.removeValue(forKey: task) }
  }

  /// The waits of the run's tasks in real time that show; each counts for `lateness` longer than it should last.
  func realSleeps(late lateness: Duration = .zero) -> [RealSleep] {
    state.withLock { Array($0.realSleeps.values) }.filter { $0.goesOn(late: lateness) }
  }

  /// `Task.sleep`, and the functions of the run that wait in it.
  var realSleepText: String {
    let sleeps = realSleeps()
    if sleeps.isEmpty { return "Task.sleep" }
    let functions = Set(sleeps.prefix(100).compactMap(\.function)).sorted().prefix(4)
    let text = "Task.sleep (\(sleeps.count == 1 ? "one task" : "\(sleeps.count) tasks")"
    return functions.isEmpty ? "\(text))" : "\(text), in \(functions.joined(separator: ", in ")))"
  }
}
