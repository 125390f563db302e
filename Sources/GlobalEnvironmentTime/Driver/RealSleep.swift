// audit:allow-file clock – Task.sleep goes by real time.

import GlobalEnvironment

/// A wait of a run's task in `Task.sleep`.
struct RealSleep: Sendable {
  let duration: Duration
  private let end: ContinuousClock.Instant
  /// Where the task waits.
  let points: ResumePoints
  private let task: WeakTask?

  /// The running task begins to sleep.
  init(for duration: Duration) {
    self.duration = duration
    end = .now.advanced(by: min(duration, .seconds(1 << 30)))
    points = .ofCurrentTask
    task = currentTask.flatMap(WeakTask.init)
  }

  /// Whether the task still sleeps. A sleep that ends late counts for `lateness` longer than it should last.
  ///
  /// A new job of the task shows the end of most sleeps. One that is cancelled as it begins may end without such a job.
  func goesOn(late lateness: Duration) -> Bool { .now < end + lateness && task?.isCancelled != true }
}
