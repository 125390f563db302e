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
    expectChange { ["key": $0].values }
    expectChange { [$0: "value"].keys }
    expectChange { Result<Node, any Error>.success($0) }
  }

  @Test func `what is behind erased types of the standard library changes`() {
    expectChange { AnySequence([$0]) }
    expectChange { AnyCollection([$0]) }
    expectChange { AnyIterator([$0].makeIterator()) }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `the elements of an inline array change`() {
    expectChange { [$0] as InlineArray<1, Node> }
  }

  @Test func `what collections of Foundation hold changes`() {
    expectChange { NSArray(array: [$0]) }
    expectChange { NSMutableArray(array: [1, [$0]]) }
    expectChange { NSMutableDictionary(dictionary: ["key": $0]) }
    expectChange { NSSet(array: [$0]) }
    expectChange { NSOrderedSet(array: [$0]) }
  }

  @Test func `what is not held is left alone`() {
    let node = Node()
    Holder(Unmanaged.passUnretained(node)).using(past)
    #expect(node.env.date() != .distantPast)
  }

  @Test func `what the system keeps for its tasks and streams is not looked into`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Node.self)
    let holder = Holder([stream, continuation, Task<Void, Never> {}] as [Any])
    #expect(holder.using(past).env.date() == .distantPast)
  }

  @Test func `a value in a container that cannot be changed is an issue that tells its name`() {
    withKnownIssue {
      Holder(AnyHashable(Row())).using(past)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("Holder.held.env keeps its old environment") }
    }
  }

  @Test func `of many values, one is looked into at a time`() {
    let counter = Counter()
    Holder(Many(counter: counter)).using(past)
    #expect(counter.made == 10_000)
    #expect(counter.most < 10)
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

private struct Row: UsesEnvironment, Hashable {
  var env = CapturedEnvironment()
  static func == (left: Row, right: Row) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// Values that are made when somebody looks at them, and count how many there are at once.
private struct Many: CustomReflectable {
  let counter: Counter

  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: (0..<10_000).lazy.map { _ in Value(Token(counter)) }, displayStyle: .collection)
  }

  /// Holds a token where reflection does not find it.
  private struct Value {
    let token: () -> Token
    init(_ token: Token) { self.token = { token } }
  }

  private final class Token {
    let counter: Counter

    init(_ counter: Counter) {
      self.counter = counter
      counter.made += 1
      counter.living += 1
      counter.most = max(counter.most, counter.living)
    }

    deinit { counter.living -= 1 }
  }
}

private final class Counter {
  var made = 0
  var living = 0
  var most = 0
}
