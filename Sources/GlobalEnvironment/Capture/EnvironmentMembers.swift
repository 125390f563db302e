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

/// A value that may hold several members with an environment.
nonisolated protocol SeveralMembers {
  mutating func setEach(with rebinding: inout Rebinding)
}

nonisolated extension SeveralMembers where Self: MutableCollection, Indices == Range<Int> {
  mutating func setEach(with rebinding: inout Rebinding) {
    for index in indices { _ = rebinding.set(&self[index]) }
  }
}

/// A value of the standard library that holds values of other types, and nothing else.
nonisolated protocol Container {
  static var contents: [Any.Type] { get }
}

nonisolated extension Container where Self: Sequence {
  static var contents: [Any.Type] { [Element.self] }
}

nonisolated extension Optional: SeveralMembers, Container {
  static var contents: [Any.Type] { [Wrapped.self] }

  mutating func setEach(with rebinding: inout Rebinding) {
    if var member = self, rebinding.set(&member) { self = member }
  }
}

nonisolated extension Array: SeveralMembers, Container {}
nonisolated extension ArraySlice: SeveralMembers, Container {}
nonisolated extension ContiguousArray: SeveralMembers, Container {}
nonisolated extension Set: Container {}

nonisolated extension Dictionary: SeveralMembers, Container {
  static var contents: [Any.Type] { [Key.self, Value.self] }

  mutating func setEach(with rebinding: inout Rebinding) {
    for index in values.indices { _ = rebinding.set(&values[index]) }
  }
}

nonisolated extension AnyHashable: Container {
  static var contents: [Any.Type] { [Any.self] }
}

nonisolated extension Unmanaged: Container {
  // The object that it refers to may be gone.
  static var contents: [Any.Type] { [] }
}

/// A container whose elements reflection does not show.
nonisolated protocol HidesElements: Container {
  var elements: Any { get }
}

nonisolated extension HidesElements where Self: Sequence {
  var elements: Any { Array(self) }
}

nonisolated extension Dictionary.Keys: HidesElements {}
nonisolated extension Dictionary.Values: HidesElements {}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
nonisolated extension InlineArray: HidesElements {
  static var contents: [Any.Type] { [Element.self] }
  var elements: Any { indices.map { self[$0] } }
}

/// What may be found in a member, by the member's type.
nonisolated enum MemberKind {
  /// Nothing with an environment.
  case nothing
  /// An environment.
  case captured
  case object
  /// An object of a system type, whose elements ``elements(of:)`` returns.
  case systemObject
  case value
  /// A value of a system type, around values of other types.
  case systemValue

  /// Finds out the kind of values whose own type is `type`, rather than a protocol that they conform to.
  init(of type: Any.Type) {
    if type is any AnyCaptured.Type {
      self = .captured
    } else if type is any FoundationCollection.Type {
      self = .systemObject
    } else if type is AnyClass {
      self = isOfSystem(type) ? Self.ofSystemClass(String(reflecting: type)) : .object
    } else if let container = type as? any Container.Type {
      self = container.contents.contains(where: mayHoldEnvironment) ? .systemValue : .nothing
    } else if isOfSystem(type) {
      // Generic: @Published, a slice, a lazy map.
      self = String(reflecting: type).contains("<") ? .systemValue : .nothing
    } else {
      self = .value
    }
  }

  private static func ofSystemClass(_ name: String) -> MemberKind {
    guard name.contains("<") else { return .nothing }
    // A subject. @Published has one once there is a subscriber.
    if name.hasPrefix("Combine.") { return .systemObject }
    // The storage of AnySequence and its like. Other storage, such as that of AsyncStream, is changed by other threads.
    return name.hasPrefix("Swift._") ? .object : .nothing
  }
}

/// Returns whether something with an environment may be in a value that is declared as `type`; in doubt, true.
///
/// False only for system types that cannot hold anything else: a number, a text, containers of such.
nonisolated func mayHoldEnvironment(_ type: Any.Type) -> Bool {
  if let container = type as? any Container.Type { return container.contents.contains(where: mayHoldEnvironment) }
  // A class may have subclasses elsewhere, a generic type holds what its arguments say, and anything may be an `any Error`,
  // which, unlike plain values, is not hashable.
  return type is AnyClass || !(type is any Hashable.Type) || !isOfSystem(type) || String(reflecting: type).contains("<")
}

/// Returns the elements that other code has put into an object of the system.
nonisolated func elements(of object: AnyObject) -> [Any] {
  if let collection = object as? any FoundationCollection { return collection.map { $0 } }
  // The value of a subject, by the names that Combine gives it; not its subscribers.
  let names = ["currentValue", "wrappedValue"]
  return Mirror(reflecting: object).children.filter { names.contains($0.label ?? "") }.map(\.value)
}

/// A collection of Foundation that is an object.
private nonisolated protocol FoundationCollection: Sequence {}

nonisolated extension NSArray: FoundationCollection {}
nonisolated extension NSDictionary: FoundationCollection {}
nonisolated extension NSSet: FoundationCollection {}
nonisolated extension NSOrderedSet: FoundationCollection {}
