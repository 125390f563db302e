import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// Changing the environment of objects that are in containers of the system.
@Suite(.hidesKnownIssues, .environment(.mock))
struct UsingContainersTests {
  private let past = Environment.mock(date: .distantPast)

  @Test func `what values of the standard library hold changes`() {
    expectChange { AnyHashable($0) }
    expectChange { [AnyHashable($0), AnyHashable(1)] as Set }
    expectChange { [AnyHashable($0): 1] as [AnyHashable: Any] }
    expectChange { ["key": $0] as KeyValuePairs }
    expectChange { CollectionOfOne($0) }
    expectChange { repeatElement($0, count: 2) }
    expectChange { Slice(base: [$0], bounds: 0..<1) }
    expectChange { [$0].reversed() as ReversedCollection }
    expectChange { zip([1], [$0]) }
    expectChange { [$0].lazy.map { $0.env } }
    expectChange { [$0].makeIterator() }
    expectChange { Result<Node, any Error>.success($0) }
  }

  @Test func `what collections of Foundation hold changes`() {
    expectChange { NSArray(array: [$0]) }
    expectChange { NSMutableArray(array: [1, [$0]]) }
    expectChange { NSMutableDictionary(dictionary: ["key": $0]) }
    expectChange { NSSet(array: [$0]) }
    expectChange { NSOrderedSet(array: [$0]) }
  }

  @Test func `a value in a container that cannot be changed is an issue that tells its name`() {
    withKnownIssue {
      Holder([Row()]).using(past)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("Holder.held.env keeps its old environment") }
    }
  }

  private func expectChange<Container>(
    in container: (Node) -> Container, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let node = Node()
    Holder(container(node)).using(past)
    #expect(node.env.date() == .distantPast, "\(Container.self)", sourceLocation: sourceLocation)
  }
}

private final class Holder: UsesEnvironment {
  let env = CapturedEnvironment()
  let held: Any
  init(_ held: Any) { self.held = held }
}

private final class Node: UsesEnvironment, Hashable {
  let env = CapturedEnvironment()
  static func == (left: Node, right: Node) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct Row: UsesEnvironment {
  var env = CapturedEnvironment()
}
