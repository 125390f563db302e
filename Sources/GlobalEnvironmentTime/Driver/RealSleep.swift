// audit:allow-file clock – Task.sleep goes by real time.

import GlobalEnvironment

/// A wait of a run's task in `Task.sleep`.
struct RealSleep: Sendable {
  /// What each message says that speaks of one.
  static let advice = """
    Task.sleep takes real time, which virtual time does not wait for: write Env.sleep(for:). Put code that you cannot change \
    into Env.time.standingStill { … }.
    """

  let duration: Duration
  private let end: ContinuousClock.Instant
  private let address = currentTask.map { UInt(bitPattern: $0) }
  private let task: WeakTask?

  /// The running task begins to sleep.
  init(for duration: Duration) {
    self.duration = duration
    end = .now.advanced(by: min(duration, .seconds(1 << 30)))
    task = currentTask.flatMap(WeakTask.init)
  }

  /// The function in which the task waits, while it does.
  var function: String? { address.flatMap(ResumePoints.function(of:)) }

  /// Whether the task still sleeps. A sleep that ends late counts for `lateness` longer than it should last.
  ///
  /// A new job of the task shows the end of most sleeps. One that is cancelled as it begins may end without such a job.
  func goesOn(late lateness: Duration) -> Bool { .now < end + lateness && task?.isCancelled != true }
}
