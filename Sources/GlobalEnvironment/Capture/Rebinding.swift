import Foundation

/// A ``CapturedEnvironment``, whatever it lists.
nonisolated protocol AnyCaptured {
  var captured: CapturedScope { get }

  /// Returns one of the same type, for another scope.
  func inScope(_ scope: EnvironmentScope) -> Self
}

nonisolated extension CapturedEnvironment: AnyCaptured {
  func inScope(_ scope: EnvironmentScope) -> CapturedEnvironment { CapturedEnvironment(scope) }
}

/// Brings an object or a value, with what it holds, into a scope; see ``UsesEnvironment``.
///
/// Objects are found in stored properties, by reflection, each once, and their environment is replaced in place. Objects of the
/// system are left alone: other threads may change them. A value inside something else cannot be set by reflection: it is set
/// along the key path that its owner declares, and a forgotten one is reported.
nonisolated struct Rebinding {
  private let scope: EnvironmentScope
  private let place: SourcePlace
  private var hasReported = false
  /// What is still to be looked at: a list, as recursion could overflow the stack.
  private var pending: [Found] = []
  // Held, so that no new object can get the address of one that was seen.
  private var seen: [ObjectIdentifier: AnyObject] = [:]

  private struct Found {
    let value: Any
    /// Where it is, from the innermost object on: `Feed.rows`.
    let name: String
    /// Whether an object holds it, rather than a value.
    let isInObject: Bool
  }

  /// Returns `user` in `scope`: the same object, or a changed copy of a value.
  static func rebind<User: UsesEnvironment>(_ user: User, to scope: EnvironmentScope, _ place: SourcePlace) -> User {
    var rebinding = Rebinding(scope: scope, place: place)
    var user = user
    rebinding.setDeclared(&user)
    let isObject = User.self is AnyClass
    if isObject { rebinding.seen[ObjectIdentifier(user as AnyObject)] = user as AnyObject }
    // If `user` is an actor, the caller is on it.
    rebinding.lookInto(Mirror(reflecting: user), name: "\(type(of: user))", isInObject: isObject)
    while let found = rebinding.pending.popLast() { rebinding.lookAt(found) }
    if user.env.captured.scope !== scope, !rebinding.hasReported {
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

  private mutating func report(_ message: String) {
    hasReported = true
    TestHooks.report(message, at: place)
  }

  // MARK: What is found

  private mutating func lookInto(_ mirror: Mirror, name: String, isInObject: Bool) {
    let hasNames = mirror.displayStyle == .class || mirror.displayStyle == .struct
    for (label, value) in mirror.children {
      let name = if hasNames, let label { "\(name).\(label)" } else { name }
      pending.append(Found(value: value, name: name, isInObject: isInObject))
    }
    if let mirror = mirror.superclassMirror { lookInto(mirror, name: name, isInObject: isInObject) }
  }

  private mutating func lookAt(_ found: Found) {
    if let captured = (found.value as? any AnyCaptured)?.captured { return rebind(captured, found) }
    if type(of: found.value) is AnyClass { return lookAtObject(found.value as AnyObject) }
    // An image may have millions of numbers. What is unmanaged may be gone.
    if (found.value as? any Sequence)?.isOfNumbers == true || found.value is any UnmanagedReference { return }
    let mirror = Mirror(reflecting: found.value)
    // The members of a container in an object are the object's; those of a struct or an enum are the value's.
    let isInObject = found.isInObject && mirror.displayStyle != .struct && mirror.displayStyle != .enum
    lookInto(mirror, name: found.name, isInObject: isInObject)
  }

  private mutating func lookAtObject(_ object: AnyObject) {
    let type: any AnyObject.Type = type(of: object)
    guard seen.updateValue(object, forKey: ObjectIdentifier(object)) == nil else { return }
    if let collection = object as? any FoundationCollection {
      return pending += collection.map { Found(value: $0, name: "\(type)", isInObject: true) }
    }
    if isOfSystem(type) { return }
    let user = object as? any UsesEnvironment
    // The other members of an actor are safe to touch on that actor only.
    if object is any Actor { return user?.rebindOnlyItself(to: scope) ?? () }
    if let user { _ = set(user) }
    lookInto(Mirror(reflecting: object), name: "\(type)", isInObject: true)
  }

  private mutating func rebind(_ captured: CapturedScope, _ found: Found) {
    if captured.scope === scope { return }
    if found.isInObject { return captured.rebind(to: scope) }
    guard seen.updateValue(captured, forKey: ObjectIdentifier(captured)) == nil else { return }
    report(
      """
      \(found.name) keeps its old environment: it is in a value, which cannot be changed from outside. \
      Make it a var, and list its key path in the static property environmentMembers of the type that holds it, \
      and so on outwards up to an object, or to what is changed. Or make one of them a class.
      """)
  }

  // MARK: Declared members

  /// Sets the members that the type of `user` declares.
  private mutating func setDeclared<User: UsesEnvironment>(_ user: inout User) {
    // The object may be of a subclass of `User`, which declares more.
    let type = type(of: user)
    for path in type.environmentMembers {
      guard user[keyPath: path] != nil else {
        report("environmentMembers of \(type) lists \(path), which is not one of its paths.")
        continue
      }
      (path as? any SettablePath)?.set(in: &user, with: &self)
      // There may be objects in it that reflection does not find.
      pending.append(Found(value: user[keyPath: path] as Any, name: "\(type)", isInObject: false))
    }
  }

  /// Changes `member` if it is a value with an environment, or holds several of them.
  ///
  /// - Returns: Whether it did.
  fileprivate mutating func set<Member>(_ member: inout Member) -> Bool {
    let new: Any?
    if Member.self is any MemberContainer.Type, var several = member as? any MemberContainer {
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
}

nonisolated extension UsesEnvironment {
  fileprivate func rebindOnlyItself(to scope: EnvironmentScope) {
    env.captured.rebind(to: scope)
  }
}

/// A key path along which a member can be set, whatever its type is.
private nonisolated protocol SettablePath {
  /// Sets the member if it has an environment.
  func set<User>(in user: inout User, with rebinding: inout Rebinding)
}

nonisolated extension WritableKeyPath: SettablePath {
  fileprivate func set<User>(in user: inout User, with rebinding: inout Rebinding) {
    // A path that a superclass declares has the superclass as its root.
    guard var root = user as? Root else { return }
    var member = root[keyPath: self]
    guard rebinding.set(&member) else { return }
    root[keyPath: self] = member
    if let changed = root as? User { user = changed }
  }
}

/// A value that may hold several members with an environment.
private nonisolated protocol MemberContainer {
  mutating func setEach(with rebinding: inout Rebinding)
}

nonisolated extension Optional: MemberContainer {
  fileprivate mutating func setEach(with rebinding: inout Rebinding) {
    if var member = self, rebinding.set(&member) { self = member }
  }
}

nonisolated extension Array: MemberContainer {
  fileprivate mutating func setEach(with rebinding: inout Rebinding) {
    for index in indices { _ = rebinding.set(&self[index]) }
  }
}

nonisolated extension Dictionary: MemberContainer {
  fileprivate mutating func setEach(with rebinding: inout Rebinding) {
    for index in values.indices { _ = rebinding.set(&values[index]) }
  }
}

nonisolated extension Sequence {
  fileprivate var isOfNumbers: Bool { Element.self is any Numeric.Type }
}

private nonisolated protocol UnmanagedReference {}
nonisolated extension Unmanaged: UnmanagedReference {}

/// A collection of Foundation that is an object.
private nonisolated protocol FoundationCollection: Sequence {}
nonisolated extension NSArray: FoundationCollection {}
nonisolated extension NSDictionary: FoundationCollection {}
nonisolated extension NSSet: FoundationCollection {}
nonisolated extension NSOrderedSet: FoundationCollection {}
