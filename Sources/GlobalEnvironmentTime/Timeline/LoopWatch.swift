/// Watches what a timeline releases, to distinguish work that comes back forever from much work.
struct LoopWatch: Sendable {

  /// How often something may come back at least; the tests of this type set less.
  @TaskLocal static var defaultLimit = 100_000

  /// How often something may come back at one moment.
  let limit: Int
  /// How often the body of a run may wait; a tenth of it is how often others come back before they are looked at.
  private let bodyLimit: Int
  private var period: Int { bodyLimit / 10 }

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
    limit = max(Self.defaultLimit, bodyLimit / 10)
  }

  // At one moment. All work that waits when a round begins belongs to it: a thousand blocks are one round; a block that
  // schedules itself again adds a round each time.
  private var rounds = 0
  private var endOfRound: UInt64 = 0

  // How much has come back since other work ran, in periods, and the numbers of the waiters that ended the last two periods.
  private var returns = 0
  private var bodyRounds = 0
  private var endOfLast: UInt64?
  private var endOfOneBefore: UInt64?

  /// Starts again to count what comes back without time moving.
  mutating func beginMoment(_ count: UInt64) {
    rounds = 0
    endOfRound = count
  }

  /// Notes that a waiter is released without time moving: the one that was added after `number` others, of `count` so
  /// far. False when something comes back again and again; the count then begins at zero again.
  mutating func mayGo(_ number: UInt64, of count: UInt64) -> Bool {
    guard number >= endOfRound else { return true }
    guard rounds < limit else {
      beginMoment(count)
      return false
    }
    rounds += 1
    endOfRound = count
    return true
  }

  /// Notes that a waiter is released: a sleep that the body of a run may wait for, or another.
  mutating func note(_ number: UInt64, isOfBody: Bool) {
    if isOfBody { bodyRounds += 1 }
    // A waiter that has waited for a whole period, while others came back, is not a loop like them.
    if isOfBody || endOfOneBefore.map({ number < $0 }) == true {
      (returns, endOfLast, endOfOneBefore) = (0, nil, nil)
    } else {
      returns += 1
    }
  }

  /// How many rounds have passed when the run counts as futile.
  var futileRounds: Int { max(bodyRounds, 2 * period) }

  /// Whether it may be that only loops have run for long, when `count` waiters have been added so far. `hasOthers`
  /// returns whether there is one that was added before that number, or that the body waits for.
  mutating func isFutile(_ count: UInt64, hasOthers: (UInt64) -> Bool) -> Bool {
    if bodyRounds >= bodyLimit { return true }
    guard returns >= period else { return false }
    if let endOfLast, !hasOthers(endOfLast) { return true }
    returns = 0
    (endOfOneBefore, endOfLast) = (endOfLast, count)
    return false
  }
}
