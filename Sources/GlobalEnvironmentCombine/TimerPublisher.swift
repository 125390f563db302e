#if canImport(Combine) || canImport(OpenCombine)
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif
  import GlobalEnvironment

  extension CombineScheduler {
    /// Returns a publisher that sends the present moment again and again, each `interval` from when it is connected.
    ///
    /// ```swift
    /// Env.scheduler().combine.timerPublisher(every: .seconds(60))
    ///   .autoconnect()
    ///   .sink { _ in refresh() }
    /// ```
    ///
    /// A value may come up to `tolerance` late, and it does not drift. An interval of zero or less is an error, and gives no
    /// value.
    public func timerPublisher(
      every interval: CombineTime.Stride, tolerance: CombineTime.Stride = 0,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> TimerPublisher {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      return TimerPublisher(scheduler: scheduler, interval: interval, tolerance: tolerance, place: place)
    }

    /// A timer as a publisher; made by ``CombineScheduler/timerPublisher(every:tolerance:fileID:filePath:line:column:)``.
    ///
    /// It begins when it is connected, which `autoconnect()` does for the first subscriber. All subscribers share it. Each
    /// gets its values in order and one at a time, and only those that it has asked for: others are lost, and so are all but
    /// the last of those that come while it is busy. It never completes. Once it is cancelled nothing more is sent, except a
    /// value that another thread delivers at that moment.
    public struct TimerPublisher: ConnectablePublisher, Sendable {
      /// A moment of the scheduler's time.
      public typealias Output = CombineTime
      /// There is none.
      public typealias Failure = Never

      private let run: TimerRun

      init(
        scheduler: any WorkScheduler, interval: CombineTime.Stride, tolerance: CombineTime.Stride, place: SourcePlace
      ) {
        run = TimerRun(scheduler: scheduler, interval: interval.duration, tolerance: tolerance.duration, place: place)
      }

      /// Gives `subscriber` the values that come from now on, once it asks for some.
      public func receive<Downstream: Subscriber<CombineTime, Never>>(subscriber: Downstream) {
        let subscription = TimerSubscription(to: run) { subscriber.receive($0) }
        run.add(subscription)
        subscriber.receive(subscription: subscription)
      }

      /// Starts the timer, unless it has been started already.
      ///
      /// - Returns: A token that stops it, on any thread; it can then be started again. Releasing a token does not stop it.
      public func connect() -> any Cancellable {
        run.connect()
      }
    }
  }
#endif
