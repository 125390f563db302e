import Foundation
import GlobalEnvironment

final class Clock: UsesEnvironment {
  struct Uses: EnvironmentSubset {
    let now = \Environment.date
  }

  let env = CapturedEnvironment<Uses>()

  func listed() -> Date { env.now() }

  static func listed() -> Date { env.now() }

  func notListed() -> UUID { env.uuid() }

  static func notListed() -> Locale { env.locale() }
}
