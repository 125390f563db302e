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

  private var clamped: Duration { min(max(self, .zero - .farthest), .farthest) }

  /// This duration in seconds, as exact as a `TimeInterval` can be.
  package var inSeconds: TimeInterval {
    let (seconds, attoseconds) = clamped.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
  }
}
