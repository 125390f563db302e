import GlobalEnvironment

extension Timeline {
  /// Something that happens when time passes a moment, and for which time does not move: midnight.
  struct Passing: Sendable {
    private(set) var moment: Duration
    let waiter: Waiter

    /// Takes what happens on the way to `target`, where the next waiter is, or where time is told to move.
    ///
    /// It happens there, and not before, where that is more than a year away: it may happen again and again on the way.
    static func take(_ passing: inout Passing?, onWayTo target: Duration) -> Passing? {
      guard var passed = passing, passed.moment <= target, target < .farthest else { return nil }
      passing = nil
      if target - passed.moment > .seconds(366 * 86_400) { passed.moment = target }
      return passed
    }
  }
}
