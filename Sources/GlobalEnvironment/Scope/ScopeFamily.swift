/// The scope of a test, or of a run in virtual time, with all scopes that are made inside it.
///
/// It holds none of them. The tasks of a test remember it: where a task has lost the scope that it was made in, as a
/// detached one has, it sees the family's own.
@usableFromInline package final class ScopeFamily: Sendable {
  private struct State {
    var own: Member?
    var members: [ObjectIdentifier: Member] = [:]
    var end: (@Sendable (EnvironmentScope) -> Void)?
    var makeLate: (@Sendable (ScopeFamily) -> EnvironmentScope)?
    var sleeping: [Int: SourcePlace] = [:]
    var test: (any Sendable)?
  }

  private struct Member {
    weak var scope: EnvironmentScope?
  }

  private let state = Locked(State())
  private let parent: ScopeFamily?

  /// What runs the tasks that are made in these scopes, or in those around them, if anything does; the mocks know its type.
  package let run: (any AnyObject & Sendable)?

  /// Changes each environment before it is put into a scope of this family, if anything does. It may get one that it has
  /// changed before.
  package let adapt: (@Sendable (inout Environment) -> Void)?

  /// Called when code begins to run in a scope of this family, if anything is; returns what to call when it ends.
  package let whenBound: (@Sendable (EnvironmentScope) -> @Sendable () -> Void)?

  /// How its first environment was made, as test support knows it.
  package let recipe: (any Sendable)?

  /// The issues that code of these scopes has, as test support knows them.
  package let issues: (any Sendable)?

  /// Makes a family without members. `parent` is the family around it, which ends its members unless they have been ended;
  /// `run`, `recipe`, `issues` and `adapt` are those of the parent unless given.
  package init(
    in parent: ScopeFamily? = nil, run: (any AnyObject & Sendable)? = nil, recipe: (any Sendable)? = nil,
    issues: (any Sendable)? = nil, adapt: (@Sendable (inout Environment) -> Void)? = nil,
    whenBound: (@Sendable (EnvironmentScope) -> @Sendable () -> Void)? = nil
  ) {
    self.parent = parent
    self.whenBound = whenBound
    self.run = run ?? parent?.run
    self.recipe = recipe ?? parent?.recipe
    self.issues = issues ?? parent?.issues
    self.adapt = adapt ?? parent?.adapt
  }

  /// The family of the code that asks; nil where that belongs to the process as a whole.
  package static var current: ScopeFamily? { EnvironmentScope.bound(for: .look)?.family }

  /// The family's own scope; once that is released, the one around it; once that is released with its test, a new one that
  /// reports each use. Nil where this belongs to no test.
  package var scope: EnvironmentScope? {
    let (own, makeLate) = state.withLock { ($0.own?.scope, $0.makeLate) }
    return own ?? parent?.scope ?? makeLate?(self)
  }

  /// Whether one of its scopes is still alive.
  package var isAlive: Bool {
    state.withLock { $0.own?.scope } != nil || parent?.isAlive == true
  }

  /// Whether its test, or that of a family around it, has ended.
  package var hasEnded: Bool { state.withLock { $0.end != nil } || parent?.hasEnded == true }

  /// Calls `end` with each member that there is, and with each that is made from now on.
  ///
  /// - Parameters:
  ///   - makeLate: Makes the scope for tasks that continue after all members are released.
  ///   - release: Called first: releases the members that nothing else needs.
  package func end(
    _ end: @escaping @Sendable (EnvironmentScope) -> Void,
    makeLate: @escaping @Sendable (ScopeFamily) -> EnvironmentScope, releasing release: () -> Void = {}
  ) {
    state.withLock { ($0.end, $0.makeLate) = (end, makeLate) }
    release()
    let members = state.withLock { $0.members.values.compactMap(\.scope) }
    for member in members {
      parent?.remove(ObjectIdentifier(member))
      end(member)
    }
  }

  /// The test that it belongs to, as the test framework knows it; nil where that is unknown.
  package var test: (any Sendable)? { state.withLock { $0.test } ?? parent?.test }

  /// Says which test it belongs to.
  package func setTest(_ test: (any Sendable)?) { state.withLock { $0.test = test } }

  /// Whether this is `family`, or was made inside it.
  package func isPart(of family: ScopeFamily) -> Bool {
    self === family || parent?.isPart(of: family) == true
  }

  // MARK: Sleeping tasks

  /// Where each task that sleeps in `Env.sleep` called it, by the task's hash value. Tasks of a run are left out: the run
  /// knows them.
  package var sleeping: [Int: SourcePlace] { state.withLock { $0.sleeping } }

  /// Notes that the running task begins to sleep; returns what notes the end, or nil where nothing is noted.
  static func noteSleep(at place: SourcePlace) -> (() -> Void)? {
    // audit:allow chance – the identity of a task
    guard let family = current, family.run == nil, let task = withUnsafeCurrentTask(body: { $0?.hashValue }) else {
      return nil
    }
    family.setSleep(of: task, at: place)
    return { family.setSleep(of: task, at: nil) }
  }

  private func setSleep(of task: Int, at place: SourcePlace?) {
    state.withLock { $0.sleeping[task] = place }
    parent?.setSleep(of: task, at: place)
  }

  /// Adds a scope that was made; the first is the family's own.
  func insert(_ scope: EnvironmentScope) {
    let end = state.withLock { state in
      let member = Member(scope: scope)
      if state.own == nil { state.own = member }
      state.members[ObjectIdentifier(scope)] = member
      return state.end
    }
    if let end { end(scope) } else { parent?.insert(scope) }
  }

  /// Forgets the scope of that identity, which is being released.
  func remove(_ id: ObjectIdentifier) {
    state.withLock { _ = $0.members.removeValue(forKey: id) }
    parent?.remove(id)
  }
}
