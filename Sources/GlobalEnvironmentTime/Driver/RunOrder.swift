/// How a run chooses what runs next of all that may.
package enum RunOrder: Sendable {
  /// First come, first served.
  case arrival
  /// As a seed chooses. If it notes that, ``ReadyJobs/detours`` are the choices.
  case seed(Int, notes: Bool = false)
  /// First come, first served, but for these; if it explains them, ``ReadyJobs/explained`` says what was chosen.
  case detours([Detour], explains: Bool = false)

  package init(seed: Int?) { self = seed.map { .seed($0) } ?? .arrival }

  var isArrival: Bool { if case .arrival = self { true } else { false } }
  var hasDetours: Bool { if case .detours = self { true } else { false } }
  /// Whether it is kept where each job comes from, for a message.
  var explains: Bool { if case .detours(_, true) = self { true } else { false } }
}

/// A choice against the order of arrival: a job runs before one that had become ready earlier.
package struct Detour: Hashable, Sendable {
  /// How many choices there were before.
  package var step: Int
  /// The index of the job among those that may run, in their order.
  package var index: Int
  /// The index of the job before which it runs.
  package var before = 0
}
