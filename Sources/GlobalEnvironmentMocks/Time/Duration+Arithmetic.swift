import Foundation

extension Duration {

  /// The end of time on a timeline: 2⁶² seconds, some 146 billion years. Adding cannot overflow from there.
  private static let farthest = Duration.seconds(Int64(1) << 62)

  /// Returns this point of a timeline moved by `delay`: never back, never past the end of time.
  func later(by delay: Duration) -> Duration {
    delay <= .zero ? self : min(self + min(delay, .farthest), .farthest)
  }

  /// This duration in seconds, as exact as a `TimeInterval` can be.
  var inSeconds: TimeInterval {
    let (seconds, attoseconds) = components
    return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
  }
}
