/// Watches what a timeline lets go of, to tell work that comes back for ever from much work.
struct LoopWatch: Sendable {

  /// How often something may come back; less in the tests of this.
  @TaskLocal static var defaultLimit = 100_000

  let limit = LoopWatch.defaultLimit

  // A round is what waited when it began. Much work at one moment is one round; what comes back at once makes a round
  // each time.
  private var rounds = 0
  private var endOfRound: UInt64 = 0

  // What has come back since something else happened; and the number of the first waiter that belongs to it.
  private var returns = 0
  private var first: UInt64 = 0

  /// Notes that a waiter is let go.
  ///
  /// - Parameters:
  ///   - number: How many waiters had been added before it.
  ///   - count: How many have been added so far.
  ///   - isOfBody: Whether it is a sleep that the body of a run waits for.
  ///   - movesTime: Whether time stood before its deadline.
  /// - Returns: False when it comes back again and again without time moving.
  mutating func letGo(_ number: UInt64, of count: UInt64, isOfBody: Bool, movesTime: Bool) -> Bool {
    if isOfBody || number < first {
      returns = 0
      first = count
    } else {
      returns += 1
    }
    if movesTime {
      rounds = 0
      endOfRound = count
    } else if number >= endOfRound {
      rounds += 1
      endOfRound = count
    }
    return rounds < limit
  }

  /// Whether it is time to look if anything but loops waits.
  var isSuspicious: Bool { returns >= limit }

  /// Whether a waiter has to do with loops alone: it was added by what comes back.
  func isLoop(_ number: UInt64, isOfBody: Bool) -> Bool { number >= first && !isOfBody }

  /// Goes on as if nothing had come back yet, since something else waits.
  mutating func trust() { returns = 0 }
}
