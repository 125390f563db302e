package import Foundation
import GlobalEnvironment

/// A question that this package asks of an environment, and the program does not: no spy records it, no endpoint
/// complains about it, and no fault applies to it.
package enum OwnQuestion {
  /// Whether the running code asks one, on this thread.
  package static var isAsked: Bool { ThreadWord.ownQuestion.isSet }

  /// Asks `question`, which waits for nothing.
  package static func ask<Answer>(_ question: () -> Answer) -> Answer {
    // Not a task-local: Swift takes a lock to bind one, which a thread that cancels the task holds. That thread may wait for
    // a queue of Foundation's on which this is asked.
    ThreadWord.ownQuestion.set(during: question)
  }

  /// The virtual time of the current environment; where it has none, its date.
  package static var now: Date {
    ask { virtualTime?.date ?? Env.date() }
  }

  /// What `Env.date()` returns.
  package static var date: Date { ask { Env.date() } }

  /// The virtual time of the current environment, if it has one.
  package static var virtualTime: VirtualTime? { Env.virtualTime }
}

extension Environment {
  /// The time of its scheduler, if that is a virtual one.
  package var virtualTime: VirtualTime? {
    OwnQuestion.ask(scheduler) as? VirtualTime
  }
}
