/// A ``Captured`` environment, whatever it lists.
nonisolated protocol AnyCaptured {
  var captured: CapturedScope { get }

  /// Returns the like of it, for another scope.
  func inScope(_ scope: EnvironmentScope) -> Self
}

nonisolated extension Captured: AnyCaptured {
  func inScope(_ scope: EnvironmentScope) -> Captured { Captured(scope) }
}

/// A value that may hold several members with an environment.
nonisolated protocol SeveralMembers {
  mutating func setEach(with move: inout EnvironmentMove)
}

nonisolated extension Optional: SeveralMembers {
  mutating func setEach(with move: inout EnvironmentMove) {
    if var member = self, move.set(&member) { self = member }
  }
}

nonisolated extension Array: SeveralMembers {
  mutating func setEach(with move: inout EnvironmentMove) {
    for index in indices { _ = move.set(&self[index]) }
  }
}

nonisolated extension Dictionary: SeveralMembers {
  mutating func setEach(with move: inout EnvironmentMove) {
    for index in values.indices { _ = move.set(&values[index]) }
  }
}

/// Returns whether a module of the system declares `type`.
///
/// What they make has no environment, and may be large, or be changed by other threads while one looks at it.
nonisolated func isOfSystem(_ type: Any.Type) -> Bool {
  systemModules.contains(String(reflecting: type).prefix { $0 != "." })
}

private let systemModules: Set<Substring> = [
  "Swift", "_Concurrency", "Synchronization", "Observation", "Foundation", "FoundationEssentials",
  "FoundationNetworking",
  "FoundationInternationalization", "Dispatch", "Combine", "SwiftUI", "SwiftUICore", "UIKit", "AppKit", "__C",
  "GlobalEnvironment", "GlobalEnvironmentMocks", "GlobalEnvironmentTesting",
]
