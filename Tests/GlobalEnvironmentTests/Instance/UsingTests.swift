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

  @Test @MainActor func `an observable model changes with its members`() {
    let model = Observed()
    model.using(past)
    #expect(model.env.date() == .distantPast)
    #expect(model.node.env.date() == .distantPast)
    #expect(model.header.env.date() == .distantPast)
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

  // MARK: Values

  @Test func `a copy of a value changes, and the original does not`() {
    var feed = Feed()
    feed.rows = [Row(), Row()]
    feed.table = ["key": Row()]
    feed.maybe = Row()
    let changed = feed.using(past)
    #expect(changed.env.date() == .distantPast)
    #expect(changed.header.env.date() == .distantPast)
    #expect(changed.rows.map { $0.env.date() } == [.distantPast, .distantPast])
    #expect(changed.table["key"]?.env.date() == .distantPast)
    #expect(changed.maybe?.env.date() == .distantPast)
    #expect(feed.env.date() != .distantPast)
    #expect(feed.header.env.date() != .distantPast)
    #expect(feed.rows.allSatisfy { $0.env.date() != .distantPast })
    #expect(feed.maybe?.env.date() != .distantPast)
  }

  @Test func `an object in a value is shared with the original, and changes`() {
    var feed = Feed()
    feed.node = Node("node")
    let changed = feed.using(past)
    #expect(changed.node?.env.date() == .distantPast)
    #expect(feed.node === changed.node)
  }

  @Test func `a value in an object changes where it is declared, and copies of it do not`() {
    let list = List()
    let copy = list.row
    list.using(past)
    #expect(list.row.env.date() == .distantPast)
    #expect(list.feed.header.env.date() == .distantPast)
    #expect(copy.env.date() != .distantPast)
  }

  // MARK: What cannot be done

  @Test func `a value in an object that is not declared is an issue that tells its name`() {
    expectIssue("Careless.row.env keeps its old environment") { Careless().using(past) }
  }

  @Test func `a value in a value that is not declared is an issue that tells its name`() {
    expectIssue("CarelessFeed.row.env keeps its old environment") { _ = CarelessFeed().using(past) }
  }

  @Test func `a value that does not declare its own environment is an issue`() {
    expectIssue("Undeclared.env keeps its old environment") { _ = Undeclared().using(past) }
  }

  @Test func `a declared constant is an issue`() {
    expectIssue("Constant.env keeps its old environment") { _ = Constant().using(past) }
  }

  @Test func `a declared path of another type is an issue`() {
    expectIssue("which is no path of it") { Mistaken().using(past) }
  }

  @Test func `a type that stores no environment is an issue`() {
    expectIssue("Forgetful keeps no environment that could change") { _ = Forgetful().using(past) }
  }

  private func expectIssue(_ text: String, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: {
      $0.sourceLocation?.fileName == "UsingTests.swift" && $0.comments.contains { $0.rawValue.contains(text) }
    }
  }
}

private class Node: UsesEnvironment {
  let env = Captured()
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
  let extra = Captured()
}

private struct Box {
  var node: Node
  var either: Either

  enum Either { case node(Node), none }
}

private final class SendableNode: UsesEnvironment, Sendable {
  let env = Captured()
}

private actor Worker: UsesEnvironment {
  nonisolated let env = Captured()
  private let node = Node("worker's")
  func memberDate() -> Date { node.env.date() }
}

@MainActor @Observable private final class Observed: @MainActor UsesEnvironment {
  let env = Captured()
  var node = Node("observed")
  var header = Row()
  static var environmentMembers: [AnyKeyPath] { [\Observed.header] }
}

private struct Row: UsesEnvironment {
  var env = Captured()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private struct Feed: UsesEnvironment {
  var env = Captured()
  var header = Row()
  var rows: [Row] = []
  var table: [String: Row] = [:]
  var maybe: Row?
  var node: Node?
  static var environmentMembers: [AnyKeyPath] { [\Self.env, \Self.header, \Self.rows, \Self.table, \Self.maybe] }
}

private final class List: UsesEnvironment {
  let env = Captured()
  var row = Row()
  var feed = Feed()
  static var environmentMembers: [AnyKeyPath] { [\List.row, \List.feed] }
}

private final class Careless: UsesEnvironment {
  let env = Captured()
  var row = Row()
}

private struct CarelessFeed: UsesEnvironment {
  var env = Captured()
  var row = Row()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private struct Undeclared: UsesEnvironment {
  var env = Captured()
}

private struct Constant: UsesEnvironment {
  let env = Captured()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private final class Mistaken: UsesEnvironment {
  let env = Captured()
  static var environmentMembers: [AnyKeyPath] { [\Row.env] }
}

private struct Forgetful: UsesEnvironment {
  typealias Uses = AllEndpoints
}
