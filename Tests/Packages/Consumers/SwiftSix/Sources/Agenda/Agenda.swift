import Foundation

import var GlobalEnvironment.Env

/// An actor and a reference to the global in a default argument: both must be allowed without ceremony.
actor Agenda {
  private var meetings: [Date] = []

  func add(_ meeting: Date = Env.date()) {
    meetings.append(meeting)
  }

  /// The meetings of the day that `Env` is in.
  var today: [Date] {
    meetings.filter { Env.calendar().isDate($0, inSameDayAs: Env.date()) }
  }
}
