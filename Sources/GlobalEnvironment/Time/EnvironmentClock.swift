/// A clock that asks the environment: real in the live world, virtual in a mock.
///
/// `now` and `sleep` go through the ``Env`` that is current when they are called, so code that takes `some Clock` and is
/// given `Env.clock` follows a test's time:
///
/// ```swift
/// try await Env.clock.sleep(for: .seconds(1))
/// let elapsed = await Env.clock.measure { await work() }
/// ```
public struct EnvironmentClock: Clock, Identifiable {

  /// A moment of an environment's time. Moments of two environments cannot be compared.
  public struct Instant: InstantProtocol {
    /// The time since the beginning of this time: the start of the process, or of a virtual time.
    public var offset: Duration

    /// Creates the moment that lies `offset` after the beginning.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the moment that is `duration` later; beyond the end of time, some 146 billion years, the end.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset.adding(duration))
    }

    /// Returns how much later `other` is; negative when it is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset.subtracting(offset)
    }

    /// Returns whether one moment comes before the other.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  /// What a clock's time is known by.
  public struct ID: Hashable, Sendable {
    /// The timeline or the scheduler, if that is an object; else the scheduler's type.
    fileprivate let object: ObjectIdentifier
  }

  /// Whose time it shows.
  private enum Source: Sendable {
    /// That of the code which asks.
    case current
    case scope(EnvironmentScope)
    case scheduler(any WorkScheduler)
  }

  private var source: Source

  /// Creates a clock that follows the current environment.
  init() {
    source = .current
  }

  /// Creates a clock of the time of `scheduler`, whatever ``Env`` is, for code that is given its clock.
  ///
  /// ```swift
  /// let model = Model(clock: EnvironmentClock(of: scheduler))
  /// ```
  public init(of scheduler: some WorkScheduler) {
    source = .scheduler(scheduler)
  }

  /// The present moment.
  public var now: Instant { scheduler.now }

  /// The shortest step that the clock distinguishes: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends until `deadline`; returns at once when that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await scheduler.sleep(until: deadline, tolerance: tolerance, place: nil)
  }

  /// Suspends for `duration`; returns at once for zero or less.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
    let scheduler = scheduler
    try await scheduler.sleep(until: scheduler.deadline(after: duration), tolerance: tolerance, place: nil)
  }

  /// The identity of the time that the clock shows now.
  ///
  /// Clocks of one scheduler have the same; those of two mocks do not. Deadlines that are nested compare only where their
  /// clocks have the same. A scheduler that is no object is known by its type: all queues of the live world share one time.
  public var id: ID {
    let scheduler = scheduler
    if let virtual = scheduler as? any VirtualScheduler { return ID(object: virtual.timeIdentity) }
    let type: any Any.Type = Swift.type(of: scheduler)
    return ID(object: type is AnyClass ? ObjectIdentifier(scheduler as AnyObject) : ObjectIdentifier(type))
  }

  private var scheduler: any WorkScheduler {
    switch source {
    case .current: Env.scheduler()
    case .scope(let scope): scope.run { Env.scheduler() }
    case .scheduler(let scheduler): scheduler
    }
  }
}

extension EnvironmentClock: FollowsEnvironment {
  /// Returns a clock of that scope's time; the same clock, if it was made of a scheduler.
  public func following(_ scope: EnvironmentScope) -> EnvironmentClock {
    if case .scheduler = source { return self }
    var clock = self
    clock.source = .scope(scope)
    return clock
  }
}

extension Environment {
  /// The clock of this time: `Env.clock.now`, `Env.clock.measure { … }`, or wherever code takes a `Clock`.
  public var clock: EnvironmentClock { EnvironmentClock() }
}
