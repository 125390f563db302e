package import Foundation
import GlobalEnvironment

/// A question that this package asks of an environment, for the moment of a call for instance.
///
/// The program did not ask it: no spy records it, no endpoint complains about it, and no fault applies to it.
package enum OwnQuestion {
  /// Whether the running code asks one.
  @TaskLocal package static var isAsked = false

  /// The virtual time of the current environment; where it has none, its date.
  package static var now: Date {
    $isAsked.withValue(true) { virtualTime?.date ?? Env.date() }
  }

  /// What `Env.date()` returns.
  package static var date: Date { $isAsked.withValue(true) { Env.date() } }

  /// The virtual time of the current environment, if it has one.
  package static var virtualTime: VirtualTime? { Env.virtualTime }
}

extension Environment {
  /// The time of its scheduler, if that is a virtual one.
  package var virtualTime: VirtualTime? {
    OwnQuestion.$isAsked.withValue(true, operation: scheduler) as? VirtualTime
  }
}
