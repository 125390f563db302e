#if canImport(Combine) || canImport(OpenCombine)
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif
  import Foundation
  import GlobalEnvironment

  /// A timer that is started and stopped, with the subscriptions that it serves.
  ///
  /// `@unchecked` holds because the state is touched only while the lock is held.
  final class TimerRun: @unchecked Sendable {
    private enum Phase {
      case stopped
      case starting
      case started(EnvironmentCancellation)
    }

    private let scheduler: any WorkScheduler
    private let interval: Duration
    private let tolerance: Duration
    private let place: SourcePlace

    private let lock = NSLock()
    private var phase = Phase.stopped
    /// How many times it has been started, which distinguishes connections.
    private var count = 0
    private var subscriptions: [TimerSubscription] = []

    init(scheduler: any WorkScheduler, interval: Duration, tolerance: Duration, place: SourcePlace) {
      self.scheduler = scheduler
      self.interval = interval
      self.tolerance = tolerance
      self.place = place
    }

    deinit {
      if case .started(let work) = phase { work.cancel() }
    }

    func add(_ subscription: TimerSubscription) {
      lock.withLock { subscriptions.append(subscription) }
    }

    func remove(_ subscription: TimerSubscription) {
      // Released after the lock.
      _ = lock.withLock {
        subscriptions.firstIndex { $0 === subscription }.map { subscriptions.remove(at: $0) }
      }
    }

    func connect() -> TimerConnection {
      let (number, isNew) = lock.withLock {
        guard case .stopped = phase else { return (count, false) }
        phase = .starting
        count += 1
        return (count, true)
      }
      if isNew { start(number) }
      return TimerConnection(run: self, number: number)
    }

    private func start(_ number: Int) {
      // Weakly, as this holds the work.
      let work = scheduler.schedule(every: interval, startingAt: nil, tolerance: tolerance, place: place) {
        [weak self] in self?.tick(number)
      }
      let isStopped = lock.withLock {
        guard number == count, case .starting = phase else { return true }
        phase = .started(work)
        return false
      }
      // It was stopped before the work was kept.
      if isStopped { work.cancel() }
    }

    func stop(_ number: Int) {
      let (work, subscriptions) = lock.withLock { () -> (EnvironmentCancellation?, [TimerSubscription]) in
        guard isRunning(number) else { return (nil, []) }
        defer { phase = .stopped }
        if case .started(let work) = phase { return (work, self.subscriptions) }
        return (nil, self.subscriptions)
      }
      work?.cancel()
      for subscription in subscriptions { subscription.forget() }
    }

    private func tick(_ number: Int) {
      let moment = CombineTime(scheduler.now)
      for subscription in lock.withLock({ subscriptions }) {
        // A subscriber before this one may have stopped it.
        guard lock.withLock({ isRunning(number) }) else { return }
        subscription.send(moment)
      }
    }

    /// Whether it still runs since its start of that number. Called while the lock is held.
    private func isRunning(_ number: Int) -> Bool {
      if case .stopped = phase { return false }
      return number == count
    }
  }

  /// What stops a timer that was started.
  struct TimerConnection: Cancellable {
    let run: TimerRun
    let number: Int

    func cancel() {
      run.stop(number)
    }
  }
#endif
