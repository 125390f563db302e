// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import GlobalEnvironment

public final class Clock: UsesEnvironment {
  nonisolated public struct Uses: EnvironmentSubset {
    public let now = \Environment.date
    public init() {}
  }
  nonisolated public let env = CapturedEnvironment<Uses>()

  public init() {}
}
