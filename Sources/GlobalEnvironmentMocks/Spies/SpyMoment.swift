import Foundation
import GlobalEnvironment

/// The moment at which a spy was called.
///
/// To learn it, a spy asks the environment that it watches. Its own question is none of the program's: no spy records it,
/// and no endpoint complains about it.
enum SpyMoment {
  /// Whether a spy asks.
  @TaskLocal static var isAsked = false

  /// The virtual time of the current environment; where it has none, its date.
  static var now: Date {
    $isAsked.withValue(true) { virtualTime?.date ?? Env.date() }
  }

  /// The virtual time of the current environment, if it has one.
  static var virtualTime: VirtualTime? {
    $isAsked.withValue(true) { Env.scheduler() as? VirtualTime }
  }
}
