/// The scope of a test with all that are made inside it, so that they can be ended together.
///
/// It holds none of them.
package final class ScopeFamily: Sendable {
  private struct State {
    var members: [ObjectIdentifier: Member] = [:]
    var end: (@Sendable (EnvironmentScope) -> Void)?
  }

  private struct Member {
    weak var scope: EnvironmentScope?
  }

  private let state = Locked(State())

  package init() {}

  /// The scopes that somebody still holds.
  package var members: [EnvironmentScope] {
    state.withLock { $0.members.values.compactMap(\.scope) }
  }

  /// Calls `end` with each member that there is, and with each that is made from now on.
  package func end(_ end: @escaping @Sendable (EnvironmentScope) -> Void) {
    let members = state.withLock { state in
      state.end = end
      return state.members.values.compactMap(\.scope)
    }
    members.forEach(end)
  }

  func insert(_ scope: EnvironmentScope) {
    let end = state.withLock { state in
      state.members[ObjectIdentifier(scope)] = Member(scope: scope)
      return state.end
    }
    end?(scope)
  }

  /// Forgets the scope of that identity, which is going.
  func remove(_ id: ObjectIdentifier) {
    state.withLock { _ = $0.members.removeValue(forKey: id) }
  }
}
