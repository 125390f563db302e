import Benchmark
import Foundation
import GlobalEnvironment
import Textbook

// What the rows repeat: one access for each call, as in a program. Inlined into a loop, part of an access would leave it:
// the exclusivity check of the textbook global, and the way to the address of either.

@inline(never) func readTextbookGlobal() -> Date {
  Textbook.unsafeGlobal.date()
}

@inline(never) func readGuardedGlobal() -> Date {
  Textbook.guardedGlobal.date()
}

@inline(never) func readTaskLocal() -> Date {
  Textbook.taskLocal.environment.date()
}

@inline(never) func readEnv() -> Date {
  Env.date()
}

@inline(never) func readOwnEndpoint() -> Date {
  Env.today()
}

extension EnvironmentEndpoints {
  var today: EnvironmentEndpoint<@Sendable () -> Date> { EnvironmentEndpoint(live: fixedDate, mock: fixedDate) }
}

/// An object with an environment of its own.
final class CapturedReader: Sendable {
  struct Uses: EnvironmentSubset {
    let date = \Environment.date
  }

  private let env = CapturedEnvironment()
  private let listed = CapturedEnvironment<Uses>()

  @inline(never) func date() -> Date { env.date() }
  @inline(never) func today() -> Date { env.today() }
  @inline(never) func listedDate() -> Date { listed.date() }
  @inline(never) func variable() -> String? { env.environmentVariable("NAME") }
}

@inline(never) func writeTextbookGlobal() {
  Textbook.unsafeGlobal.date = fixedDate
}

@inline(never) func writeEnv() {
  Env.date = fixedDate
}

@inline(never) func doNothing() async { blackHole(1) }

/// The date closure of every row.
///
/// It captures nothing and costs next to nothing, so that what is left is the way to it.
@Sendable func fixedDate() -> Date {
  Date(timeIntervalSinceReferenceDate: 0)
}
