/// Brings a value or an object, with all its members, into a scope; see ``UsesEnvironment``.
///
/// Objects are found by reflection, at any depth, each once, and their environment is exchanged in place. Values inside
/// something else cannot be set by reflection: those are set along the key paths that their owners declare, and one that was
/// forgotten is reported.
nonisolated struct EnvironmentMove {
  let scope: EnvironmentScope
  private let place: SourcePlace
  private var hasReported = false

  /// What is still to be looked into: a list rather than recursion, as chains of objects can be longer than a stack is deep.
  private var pending: [Found] = []
  // Held, so that no other object can come to stand at the address of one that was seen.
  private var seen: [ObjectIdentifier: AnyObject] = [:]

  /// Whether values of a type may hold something with an environment, by type: telling takes a while.
  private var mayHold: [ObjectIdentifier: Bool] = [:]

  private struct Found {
    var value: Any
    var mirror: Mirror
    /// What a message calls it.
    var name: String
    /// Whether an object holds it, rather than a value.
    var isInObject: Bool
  }

  /// Returns `user` in `scope`: the same object, or a changed copy of a value.
  static func move<User: UsesEnvironment>(_ user: User, to scope: EnvironmentScope, _ place: SourcePlace) -> User {
    var move = EnvironmentMove(scope: scope, place: place)
    var user = user
    move.setDeclared(&user)
    move.lookInto(user)
    if user.env.scope !== scope, !move.hasReported {
      move.report(
        """
        \(User.self) keeps no environment that could change. \
        Store one: let env = Captured<Uses>() in a class or an actor, var env = Captured<Uses>() in a struct.
        """)
    }
    return user
  }

  private init(scope: EnvironmentScope, place: SourcePlace) {
    self.scope = scope
    self.place = place
  }

  // MARK: Members that were found

  private mutating func lookInto<User: UsesEnvironment>(_ user: User) {
    // The caller is on the actor, if it is one.
    let isObject = User.self is AnyClass
    if isObject { seen[ObjectIdentifier(user as AnyObject)] = user as AnyObject }
    findMembers(of: Mirror(reflecting: user), "\(User.self)", areInObject: isObject)
    while let found = pending.popLast() {
      if let captured = found.value as? any AnyCaptured {
        moveFound(captured, found)
      } else if type(of: found.value) is AnyClass {
        moveFound(found.value as AnyObject, found.mirror)
      } else {
        findMembers(of: found.mirror, found.name, areInObject: found.isInObject)
      }
    }
  }

  private mutating func moveFound(_ captured: any AnyCaptured, _ found: Found) {
    if captured.captured.scope === scope { return }
    if found.isInObject { return captured.captured.move(to: scope) }
    report(
      """
      \(found.name) keeps its old environment: it is in a value, which cannot be changed from outside. \
      Make it a var, and list its key path in the static property environmentMembers of the type that holds it, \
      and so on outwards up to an object, or to what is changed. Or make one of them a class.
      """)
  }

  private mutating func moveFound(_ object: AnyObject, _ mirror: Mirror) {
    guard seen.updateValue(object, forKey: ObjectIdentifier(object)) == nil else { return }
    let user = object as? any UsesEnvironment
    // The other members of an actor are safe to touch on that actor only.
    if object is any Actor { return user?.moveOnlyItself(to: scope) ?? () }
    if let user { _ = set(user) }
    findMembers(of: mirror, "\(type(of: object))", areInObject: true)
  }

  private mutating func findMembers(of mirror: Mirror, _ name: String, areInObject: Bool) {
    // Of a container in an object, the members are the object's; those of a struct or an enum are the value's.
    let areInObject = areInObject && mirror.displayStyle != .struct && mirror.displayStyle != .enum
    var next: Mirror? = mirror
    while let members = next {
      for (label, member) in members.children {
        let mirror = Mirror(reflecting: member)
        guard mayHold(member, mirror) else { continue }
        let label = label == "some" ? nil : label
        pending.append(
          Found(value: member, mirror: mirror, name: label.map { "\(name).\($0)" } ?? name, isInObject: areInObject))
      }
      next = members.superclassMirror
    }
  }

  private mutating func mayHold(_ value: Any, _ mirror: Mirror) -> Bool {
    guard let style = mirror.displayStyle else { return false }
    let type = type(of: value)
    if let known = mayHold[ObjectIdentifier(type)] { return known }
    let mayHold =
      switch style {
      case .struct, .class: type is any AnyCaptured.Type || !isOfSystem(type)
      // Of many numbers or texts, none is looked at.
      default: mayHoldEnvironment(type)
      }
    self.mayHold[ObjectIdentifier(type)] = mayHold
    return mayHold
  }

  // MARK: Declared members

  /// Sets the members that the type of `user` declares.
  private mutating func setDeclared<User: UsesEnvironment>(_ user: inout User) {
    for path in User.environmentMembers {
      // A path of a superclass has that as its root.
      func root<Root>(_: Root.Type) {
        func member<Member>(_: Member.Type) {
          guard var root = user as? Root else {
            return report("environmentMembers of \(User.self) lists \(path), which is no path of it.")
          }
          // One that cannot be set is found later, and reported then if it should have been.
          guard let path = path as? WritableKeyPath<Root, Member> else { return }
          var member = root[keyPath: path]
          guard set(&member) else { return }
          root[keyPath: path] = member
          if let changed = root as? User { user = changed }
        }
        _openExistential(type(of: path).valueType, do: member)
      }
      _openExistential(type(of: path).rootType, do: root)
    }
  }

  /// Changes `member` if it is a value with an environment, or holds several of them.
  ///
  /// - Returns: Whether it did. Objects are found without being declared.
  mutating func set<Member>(_ member: inout Member) -> Bool {
    let new: Any?
    if Member.self is any SeveralMembers.Type, var several = member as? any SeveralMembers {
      several.setEach(with: &self)
      new = several
    } else if let captured = member as? any AnyCaptured {
      new = captured.inScope(scope)
    } else if let user = member as? any UsesEnvironment, !(type(of: user) is AnyClass) {
      new = set(user)
    } else {
      new = nil
    }
    guard let new = new as? Member else { return false }
    member = new
    return true
  }

  private mutating func set<User: UsesEnvironment>(_ user: User) -> User {
    var user = user
    setDeclared(&user)
    return user
  }

  private mutating func report(_ message: String) {
    hasReported = true
    TestHooks.report(message, at: place)
  }
}

nonisolated extension UsesEnvironment {
  fileprivate func moveOnlyItself(to scope: EnvironmentScope) {
    env.captured.move(to: scope)
  }
}
