#if canImport(Combine) || canImport(OpenCombine)
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif
  public import GlobalEnvironment

  /// A moment of an environment's time, as Combine counts: see ``CombineScheduler``.
  public struct CombineTime: Strideable, Hashable, Sendable {
    /// The moment in the environment's time.
    public var instant: EnvironmentClock.Instant

    /// Creates the same moment.
    public init(_ instant: EnvironmentClock.Instant) {
      self.instant = instant
    }

    /// Returns how much later `other` is.
    public func distance(to other: CombineTime) -> Stride {
      Stride(instant.duration(to: other.instant))
    }

    /// Returns the moment that is `stride` later; beyond the end of time, the end.
    public func advanced(by stride: Stride) -> CombineTime {
      CombineTime(instant.advanced(by: stride.duration))
    }

    /// A span of time. A number without a unit is in seconds; one that is out of range becomes the farthest.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable, Sendable {
      /// The span.
      public var duration: Duration

      /// Creates a span.
      public init(_ duration: Duration) {
        self.duration = duration
      }

      /// Creates a span of whole seconds.
      public init(integerLiteral seconds: Int) {
        self = .seconds(seconds)
      }

      /// Creates a span of whole seconds; nil for a number that does not fit.
      public init?(exactly seconds: some BinaryInteger) {
        guard let seconds = Int64(exactly: seconds) else { return nil }
        duration = .seconds(seconds)
      }

      /// The span without its sign.
      public var magnitude: Stride { duration < .zero ? .zero - self : self }

      /// Returns a span of seconds.
      public static func seconds(_ seconds: Double) -> Stride {
        // What is not a number becomes zero, and 127 billion years are enough.
        guard !seconds.isNaN else { return .zero }
        return Stride(.seconds(min(max(seconds, -4e18), 4e18)))
      }

      /// Returns a span of whole seconds.
      public static func seconds(_ seconds: Int) -> Stride { Stride(.seconds(seconds)) }

      /// Returns a span of milliseconds.
      public static func milliseconds(_ milliseconds: Int) -> Stride { Stride(.milliseconds(milliseconds)) }

      /// Returns a span of microseconds.
      public static func microseconds(_ microseconds: Int) -> Stride { Stride(.microseconds(microseconds)) }

      /// Returns a span of nanoseconds.
      public static func nanoseconds(_ nanoseconds: Int) -> Stride { Stride(.nanoseconds(nanoseconds)) }

      /// Returns whether the first is the shorter one.
      public static func < (left: Stride, right: Stride) -> Bool { left.duration < right.duration }

      /// Adds two spans.
      public static func + (left: Stride, right: Stride) -> Stride {
        // A moment stops at the end of time, where a sum of durations would trap.
        Stride(EnvironmentClock.Instant(offset: left.duration).advanced(by: right.duration).offset)
      }

      /// Subtracts one span from another.
      public static func - (left: Stride, right: Stride) -> Stride {
        Stride(
          EnvironmentClock.Instant(offset: right.duration).duration(to: EnvironmentClock.Instant(offset: left.duration))
        )
      }

      /// Multiplies two numbers of seconds.
      public static func * (left: Stride, right: Stride) -> Stride {
        .seconds(left.duration / .seconds(1) * (right.duration / .seconds(1)))
      }

      /// Multiplies two numbers of seconds.
      public static func *= (left: inout Stride, right: Stride) { left = left * right }
    }
  }
#endif
