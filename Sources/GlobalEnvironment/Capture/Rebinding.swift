/// Brings a value or an object, with all its members, into a scope; see ``UsesEnvironment``.
///
/// Objects are found by reflection, at any depth, each once, and their environment is replaced in place. Values inside
/// something else cannot be set by reflection: they are set along the key paths that their owners declare, and a forgotten
/// one is reported.
nonisolated struct Rebinding {
  let scope: EnvironmentScope
  private let place: SourcePlace
  private var hasReported = false

  /// The values that are looked into, each in the one before: a list, as recursion could overflow the stack.
  private var open: [OpenValue] = []
  /// Objects whose members are still to be looked at.
  private var pending: [AnyObject] = []
  // Held, so that no new object can get the address of one that was seen.
  private var seen: [ObjectIdentifier: AnyObject] = [:]
  /// The kinds of the types that were met: finding out takes a while.
  private var kinds: [ObjectIdentifier: MemberKind] = [:]

  /// A value or an object, with those of its members that have not been looked at.
  private struct OpenValue {
    var members: Mirror.Children.Iterator
    var superclass: Mirror?
    /// Its name in messages; nil where the name of its container is enough.
    var name: String?
    /// Its type, if a message begins with it.
    var owner: Any.Type?
    /// Whether the names of its members mean something to the reader of a message.
    var namesMembers: Bool
    /// Whether an object holds its members, rather than a value.
    var isInObject: Bool

    init(_ mirror: Mirror, name: String? = nil, owner: Any.Type? = nil, namesMembers: Bool = true, isInObject: Bool) {
      members = mirror.children.makeIterator()
      superclass = mirror.superclassMirror
      self.name = name
      self.owner = owner
      self.namesMembers = namesMembers
      self.isInObject = isInObject
    }

    mutating func next() -> Mirror.Child? {
      while true {
        if let member = members.next() { return member }
        guard let mirror = superclass else { return nil }
        members = mirror.children.makeIterator()
        superclass = mirror.superclassMirror
      }
    }
  }

  /// Returns `user` in `scope`: the same object, or a changed copy of a value.
  static func rebind<User: UsesEnvironment>(_ user: User, to scope: EnvironmentScope, _ place: SourcePlace) -> User {
    var rebinding = Rebinding(scope: scope, place: place)
    var user = user
    rebinding.setDeclared(&user)
    rebinding.lookInto(user)
    if !user.env.captured.hasStood(for: scope), !rebinding.hasReported {
      rebinding.report(
        """
        \(User.self) keeps no environment that could change. \
        Store one: let env = CapturedEnvironment<Uses>() in a class or an actor, var env = CapturedEnvironment<Uses>() in a struct.
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
    // If `user` is an actor, the caller is on it.
    let isObject = User.self is AnyClass
    if isObject { seen[ObjectIdentifier(user as AnyObject)] = user as AnyObject }
    lookInto(OpenValue(Mirror(reflecting: user), owner: User.self, isInObject: isObject))
    while let object = pending.popLast() { lookIntoObject(object) }
  }

  private mutating func lookInto(_ value: OpenValue) {
    open.append(value)
    while !open.isEmpty {
      if let member = open[open.count - 1].next() {
        lookAt(member)
      } else {
        open.removeLast()
      }
    }
  }

  private mutating func lookAt(_ member: Mirror.Child) {
    let kind = kind(of: type(of: member.value))
    switch kind {
    case .nothing: break
    case .captured:
      if let captured = member.value as? any AnyCaptured { rebindFound(captured.captured, member.label) }
    case .object, .systemObject:
      let object = member.value as AnyObject
      if seen.updateValue(object, forKey: ObjectIdentifier(object)) == nil { pending.append(object) }
    case .value, .systemValue:
      let outer = open[open.count - 1]
      let mirror = Mirror(reflecting: (member.value as? any HidesElements)?.elements ?? member.value)
      // The members of a container in an object are the object's; those of a struct or an enum are the value's.
      let isInObject = outer.isInObject && mirror.displayStyle != .struct && mirror.displayStyle != .enum
      let name = outer.namesMembers ? member.label : nil
      open.append(OpenValue(mirror, name: name, namesMembers: kind == .value, isInObject: isInObject))
    }
  }

  private mutating func lookIntoObject(_ object: AnyObject) {
    let type: any AnyObject.Type = type(of: object)
    if case .systemObject = kind(of: type) {
      return lookInto(OpenValue(Mirror(reflecting: elements(of: object)), owner: type, isInObject: true))
    }
    let user = object as? any UsesEnvironment
    // The other members of an actor are safe to touch on that actor only.
    if object is any Actor { return user?.rebindOnlyItself(to: scope) ?? () }
    if let user { _ = set(user) }
    lookInto(OpenValue(Mirror(reflecting: object), owner: type, isInObject: true))
  }

  private mutating func rebindFound(_ captured: CapturedScope, _ label: String?) {
    if captured.scope === scope { return }
    let inner = open[open.count - 1]
    if inner.isInObject { return captured.rebind(to: scope) }
    let first = open.lastIndex { $0.owner != nil } ?? 0
    let name = [open[first].owner.map { "\($0)" }] + open[first...].map(\.name) + [inner.namesMembers ? label : nil]
    report(
      """
      \(name.compactMap { $0 }.joined(separator: ".")) keeps its old environment: it is in a value, which cannot be changed \
      from outside. Make it a var, and list its key path in the static property environmentMembers of the type that holds it, \
      and so on outwards up to an object, or to what is changed. Or make one of them a class.
      """)
  }

  private mutating func kind(of type: Any.Type) -> MemberKind {
    if let kind = kinds[ObjectIdentifier(type)] { return kind }
    let kind = MemberKind(of: type)
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }

  // MARK: Declared members

  /// Sets the members that the type of `user` declares.
  private mutating func setDeclared<User: UsesEnvironment>(_ user: inout User) {
    // The object may be of a subclass of `User`, which declares more.
    let type = type(of: user)
    for path in type.environmentMembers {
      // A path that a superclass declares has the superclass as its root.
      func root<Root>(_: Root.Type) {
        func member<Member>(_: Member.Type) {
          guard var root = user as? Root else {
            return report("environmentMembers of \(type) lists \(path), which is not one of its paths.")
          }
          // A member that cannot be set is found later, and reported then if it should have been set.
          guard let path = path as? WritableKeyPath<Root, Member> else { return }
          var member = root[keyPath: path]
          guard set(&member) else { return }
          root[keyPath: path] = member
          if let changed = root as? User { user = changed }
        }
        _openExistential(Swift.type(of: path).valueType, do: member)
      }
      _openExistential(Swift.type(of: path).rootType, do: root)
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
  fileprivate func rebindOnlyItself(to scope: EnvironmentScope) {
    env.captured.rebind(to: scope)
  }
}
