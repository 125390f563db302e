package import Foundation

extension Duration {

  /// The end of time: 2⁶² seconds, some 146 billion years. No sum of two durations up to it overflows.
  package static let farthest = Duration.seconds(Int64(1) << 62)

  /// Returns the sum, held between the beginning and the end of time.
  package func adding(_ other: Duration) -> Duration {
    (clamped + other.clamped).clamped
  }

  /// Returns the difference, held between the beginning and the end of time.
  package func subtracting(_ other: Duration) -> Duration {
    (clamped - other.clamped).clamped
  }

  /// Returns the remainder of this duration, which is not negative, divided by `interval`.
  ///
  /// Exact, and with no number that is wider than a `Duration`: `Int128` needs newer systems.
  func remainder(dividingBy interval: Duration) -> Duration {
    guard self >= interval else { return self }
    let rest = remainder(dividingBy: interval + interval)
    return rest >= interval ? rest - interval : rest
  }

  /// Creates the duration of whole microseconds that is nearest to `seconds`, held between the beginning and the end of
  /// time; zero for what is not a number.
  package init(microsecondsNearestTo seconds: TimeInterval) {
    guard seconds.magnitude < 4e18 else {
      self = seconds.isNaN ? .zero : seconds < 0 ? .zero - .farthest : .farthest
      return
    }
    let whole = seconds.rounded(.down)
    self = .seconds(Int64(whole)) + .microseconds(Int64(((seconds - whole) * 1e6).rounded()))
  }

  private var clamped: Duration { min(max(self, .zero - .farthest), .farthest) }

  /// This duration in seconds, as exact as a `TimeInterval` can be.
  package var inSeconds: TimeInterval {
    let (seconds, attoseconds) = clamped.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
  }
}
