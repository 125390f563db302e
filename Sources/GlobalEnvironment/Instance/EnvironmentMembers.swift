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

/// A value of the standard library that holds values of other types, and nothing else.
nonisolated protocol Container {
  static var contents: [Any.Type] { get }
}

nonisolated extension Optional: Container {
  static var contents: [Any.Type] { [Wrapped.self] }
}

nonisolated extension Array: Container {
  static var contents: [Any.Type] { [Element.self] }
}

nonisolated extension ArraySlice: Container {
  static var contents: [Any.Type] { [Element.self] }
}

nonisolated extension ContiguousArray: Container {
  static var contents: [Any.Type] { [Element.self] }
}

nonisolated extension Set: Container {
  static var contents: [Any.Type] { [Element.self] }
}

nonisolated extension Dictionary: Container {
  static var contents: [Any.Type] { [Key.self, Value.self] }
}

/// Returns whether something with an environment may be in a value that is declared as `type`; in doubt, true.
///
/// False only for what the system declares and nobody can add to: a number, a text, containers of such.
nonisolated func mayHoldEnvironment(_ type: Any.Type) -> Bool {
  if let container = type as? any Container.Type { return container.contents.contains(where: mayHoldEnvironment) }
  // A class may have subclasses of others, a generic type holds what it is told to, and anything may be an `any Error`:
  // that one, unlike plain values, is not hashable.
  return type is AnyClass || !(type is any Hashable.Type) || !isOfSystem(type) || String(reflecting: type).contains("<")
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
