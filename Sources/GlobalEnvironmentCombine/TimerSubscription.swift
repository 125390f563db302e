#if canImport(Combine) || canImport(OpenCombine)
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif
  import Foundation

  /// What one subscriber gets of a timer: as much as it asks for, in order, and one value at a time.
  ///
  /// `@unchecked` holds because the state is touched only while the lock is held. The subscriber is called by one thread at
  /// a time, which is what Combine promises it.
  final class TimerSubscription: Subscription, @unchecked Sendable {
    private let run: TimerRun
    private let lock = NSLock()
    /// Nil when the subscriber wants no more.
    private var deliver: ((CombineTime) -> Subscribers.Demand)?
    private var demand = Subscribers.Demand.none
    private var isDelivering = false
    /// What is to be delivered next.
    private var next: CombineTime?
    /// The latest that came.
    private var latest: CombineTime?

    init(to run: TimerRun, deliver: @escaping (CombineTime) -> Subscribers.Demand) {
      self.run = run
      self.deliver = deliver
    }

    func request(_ demand: Subscribers.Demand) {
      lock.withLock { self.demand += demand }
    }

    func cancel() {
      let deliver = lock.withLock {
        next = nil
        return self.deliver.take()
      }
      // Released after the lock.
      withExtendedLifetime(deliver) { run.remove(self) }
    }

    /// Drops what has not been delivered yet.
    func forget() {
      lock.withLock { next = nil }
    }

    /// Delivers `moment`, or leaves that to the thread that delivers already.
    func send(_ moment: CombineTime) {
      let isMine = lock.withLock {
        // Of two threads, the one that asked for the time first may come here last.
        guard latest.map({ moment >= $0 }) ?? true else { return false }
        latest = moment
        next = moment
        defer { isDelivering = true }
        return !isDelivering
      }
      guard isMine else { return }
      while let (moment, deliver) = takeNext() {
        let more = deliver(moment)
        lock.withLock { demand += more }
      }
    }

    private func takeNext() -> (CombineTime, (CombineTime) -> Subscribers.Demand)? {
      lock.withLock {
        guard let moment = next.take(), let deliver, demand > .none else {
          isDelivering = false
          return nil
        }
        demand -= 1
        return (moment, deliver)
      }
    }
  }
#endif
