import Foundation
import GlobalEnvironmentTesting
import Observation
import Testing

/// Changing the environment of what exists already.
@Suite(.environment(.mock))
struct UsingTests {
  private let past = Environment.mock(date: .distantPast)

  // MARK: Objects

  @Test func `an object and the objects that it holds change, at any depth`() {
    let root = Node("root")
    let (some, listed, keyed, boxed, deep) = (Node("some"), Node("listed"), Node("keyed"), Node("boxed"), Node("deep"))
    root.some = some
    root.list = [listed]
    root.table = ["key": keyed]
    root.box = Box(node: boxed, either: .node(deep))
    root.using(past)
    for node in [root, some, listed, keyed, boxed, deep] {
      #expect(node.env.date() == .distantPast, "\(node.name)")
    }
  }

  @Test func `objects that hold each other change once, and it ends`() {
    let (first, second) = (Node("first"), Node("second"))
    first.some = second
    second.some = first
    first.using(past)
    #expect(second.env.date() == .distantPast)
    first.some = nil
  }

  @Test func `a chain of five thousand objects is followed`() {
    let first = Node("first")
    var last = first
    for _ in 0..<5_000 {
      let next = Node("next")
      last.some = next
      last = next
    }
    first.using(past)
    #expect(last.env.date() == .distantPast)
    first.takeApart()
  }

  @Test func `members of a superclass change`() {
    let special = SpecialNode("special")
    let inner = Node("inner")
    special.some = inner
    special.using(past)
    #expect(inner.env.date() == .distantPast)
    #expect(special.extra.date() == .distantPast)
  }

  @Test func `children that were made and those to come change`() {
    let node = Node("parent")
    let made = node.lazyChild
    node.using(past)
    #expect(made.env.date() == .distantPast)
    #expect(withEnvironment(of: node) { Node("late") }.env.date() == .distantPast)
  }

  @Test func `the environment around and other objects stay as they are`() {
    let (node, other) = (Node("node"), Node("other"))
    node.using(past)
    #expect(Env.date() != .distantPast)
    #expect(other.env.date() != .distantPast)
  }

  @Test func `an actor changes with its members`() async {
    let worker = Worker()
    await worker.using(past)
    #expect(worker.env.date() == .distantPast)
    #expect(await worker.memberDate() == .distantPast)
  }

  @Test func `an actor that is a member changes itself`() async {
    let node = Node("node")
    node.worker = Worker()
    node.using(past)
    #expect(node.worker?.env.date() == .distantPast)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test @MainActor func `an observable model changes with its members`() {
    let model = Observed()
    model.using(past)
    #expect(model.env.date() == .distantPast)
    #expect(model.node.env.date() == .distantPast)
    #expect(model.header.env.date() == .distantPast)
  }

  @Test func `an object that reflection does not find changes where its path is declared`() {
    let hiding = Hiding()
    let hidden = [Node("hidden"), Node("too")]
    hiding.hidden = { hidden }
    hiding.using(past)
    #expect(hidden.allSatisfy { $0.env.date() == .distantPast })
  }

  @Test func `what the system keeps for its tasks and streams is not looked into`() {
    let hiding = Hiding()
    let (stream, continuation) = AsyncStream.makeStream(of: Node.self)
    let node = Node("not held")
    hiding.listed = [stream, continuation, Task<Void, Never> {}, Unmanaged.passUnretained(node)] as [Any]
    #expect(hiding.using(past).env.date() == .distantPast)
    #expect(node.env.date() != .distantPast)
  }

  @Test func `threads may read while it changes`() async {
    let node = SendableNode()
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask { for _ in 0..<2_000 { _ = node.env.calendar() } }
      }
      group.addTask { for _ in 0..<50 { node.using(.mock(date: .distantPast)) } }
    }
    #expect(node.env.date() == .distantPast)
  }
}

private class Node: UsesEnvironment {
  let env = CapturedEnvironment()
  let name: String
  var some: Node?
  var list: [Node] = []
  var table: [String: Node] = [:]
  var box: Box?
  var worker: Worker?
  lazy var lazyChild: Node = withEnvironment(of: self) { Node("lazy") }

  init(_ name: String) { self.name = name }

  /// Lets go of a long chain one by one, as nested deinits need as much stack as they are many.
  func takeApart() {
    var next = some.take()
    while let node = next { next = node.some.take() }
  }
}

private final class SpecialNode: Node {
  let extra = CapturedEnvironment()
}

private struct Box {
  var node: Node
  var either: Either

  enum Either { case node(Node), none }
}

private final class SendableNode: UsesEnvironment, Sendable {
  let env = CapturedEnvironment()
}

private final class Hiding: UsesEnvironment {
  let env = CapturedEnvironment()
  var hidden: (() -> [Node])?
  var listed: Any?
  var nodes: [Node] { hidden?() ?? [] }
  static var environmentMembers: [AnyKeyPath] { [\Hiding.nodes] }
}

private actor Worker: UsesEnvironment {
  nonisolated let env = CapturedEnvironment()
  private let node = Node("worker's")
  func memberDate() -> Date { node.env.date() }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable private final class Observed: @MainActor UsesEnvironment {
  let env = CapturedEnvironment()
  var node = Node("observed")
  var header = Row()
  static var environmentMembers: [AnyKeyPath] { [\Observed.header] }
}

private struct Row: UsesEnvironment {
  var env = CapturedEnvironment()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}
