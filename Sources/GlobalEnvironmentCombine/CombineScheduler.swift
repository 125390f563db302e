#if canImport(Combine) || canImport(OpenCombine)
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif
  public import GlobalEnvironment

  extension WorkScheduler {
    /// The same scheduler for Combine: `debounce`, `delay`, `receive(on:)` and the rest follow its time.
    ///
    /// ```swift
    /// $text.debounce(for: .milliseconds(300), scheduler: Env.scheduler().combine)
    /// ```
    public var combine: CombineScheduler { CombineScheduler(scheduler: self) }
  }

  /// A scheduler of the environment for Combine; made by ``GlobalEnvironment/WorkScheduler/combine``.
  public struct CombineScheduler: Scheduler, Sendable {
    let scheduler: any WorkScheduler

    /// The present moment.
    public var now: CombineTime { CombineTime(scheduler.now) }

    /// The shortest step that the scheduler distinguishes: a nanosecond.
    public var minimumTolerance: CombineTime.Stride { .nanoseconds(1) }

    /// Runs `action` as soon as possible: on most schedulers after this has returned.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
      schedule(after: CombineTime(scheduler.deadline(after: .zero)), tolerance: .zero, options: options, action)
    }

    /// Runs `action` at `date`, or up to `tolerance` later.
    public func schedule(
      after date: CombineTime, tolerance: CombineTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
      let action = Action(run: action)
      _ = scheduler.schedule(at: date.instant, tolerance: tolerance.duration, place: nil) { action.run() }
    }

    /// Runs `action` at `date`, and at each multiple of `interval` after it, or up to `tolerance` later.
    ///
    /// One run replaces all that were missed. With an interval of zero or less there is one run, as a `debounce` that waits
    /// for nothing expects.
    ///
    /// - Returns: A token that ends it.
    public func schedule(
      after date: CombineTime, interval: CombineTime.Stride, tolerance: CombineTime.Stride, options: Never?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      let action = Action(run: action)
      let work =
        interval > 0
        ? scheduler.schedule(
          every: interval.duration, startingAt: date.instant, tolerance: tolerance.duration, place: nil
        ) { action.run() }
        : scheduler.schedule(at: date.instant, tolerance: tolerance.duration, place: nil) { action.run() }
      return RepeatingWork(work: work)
    }
  }

  /// Work that Combine can cancel.
  private struct RepeatingWork: Cancellable {
    let work: EnvironmentCancellation

    func cancel() {
      work.cancel()
    }
  }

  /// A closure that Combine schedules.
  ///
  /// `@unchecked` holds because Combine hands its closure over for good, and the scheduler runs it once at a time.
  private struct Action: @unchecked Sendable {
    let run: () -> Void
  }
#endif
