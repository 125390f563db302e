package import Foundation
import GlobalEnvironment

/// A read of an endpoint by this package rather than by the program: no spy records it, no endpoint complains about it, and no
/// fault applies to it.
package enum UnobservedRead {
  /// Whether one is under way on this thread.
  package static var isUnderWay: Bool { ThreadLocalSlot.unobservedRead.isSet }

  /// Runs `read`, which waits for nothing.
  package static func of<Answer>(_ read: () -> Answer) -> Answer {
    // Not a task-local: Swift takes a lock to bind one, which a thread that cancels the task holds. That thread may wait for
    // a queue of Foundation's on which this is asked.
    ThreadLocalSlot.unobservedRead.set(during: read)
  }

  /// The virtual time of the current environment; where it has none, its date.
  package static var now: Date {
    of { virtualTime?.date ?? Env.date() }
  }

  /// What `Env.date()` returns.
  package static var date: Date { of { Env.date() } }

  /// The virtual time of the current environment, if it has one.
  package static var virtualTime: VirtualTime? { Env.virtualTime }
}

extension Environment {
  /// The time of its scheduler, if that is a virtual one.
  package var virtualTime: VirtualTime? {
    UnobservedRead.of(scheduler) as? VirtualTime
  }
}
