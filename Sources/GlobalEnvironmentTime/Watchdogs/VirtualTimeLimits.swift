/// When a run in virtual time is given up.
package struct VirtualTimeLimits: Sendable {
  /// For how long, in real time, nothing can run and nothing is due.
  package var patience: Duration
  /// How many jobs run, or timers and loops fire, while nothing else happens.
  package var rounds: Int
  /// For how long, at least, the process does nothing while something that is not of the run holds the main thread.
  package var patienceWithOthers = Duration.seconds(120)

  /// For how long, at least, the body may rest while another task polls in real time.
  package var patienceWithPolls = Duration.seconds(60)

  package static let standard = VirtualTimeLimits(patience: .seconds(3), rounds: 1_000_000)

  package init(patience: Duration, rounds: Int) {
    // Multiples of it must not overflow.
    self.patience = min(max(patience, .zero), .seconds(Int32.max))
    // A lower limit would end ordinary tests; multiples of a higher one would overflow.
    self.rounds = min(max(rounds, 1_024), Int.max / 1_024)
  }
}
