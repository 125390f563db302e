import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// Changing the environment of values, and what cannot be changed.
@Suite(.hidesKnownIssues, .environment(.mock))
struct UsingValuesTests {
  private let past = Environment.mock(date: .distantPast)

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
    feed.node = Node()
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

  @Test func `a value that a subclass declares changes, also where only the superclass is known`() {
    let list = LongList()
    let known: ShortList = list
    known.using(past)
    #expect(list.row.env.date() == .distantPast)
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
    expectIssue("which is not one of its paths") { Mistaken().using(past) }
  }

  @Test func `a type that stores no environment is an issue`() {
    expectIssue("Forgetful keeps no environment that could change") { _ = Forgetful().using(past) }
  }

  private func expectIssue(_ text: String, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: {
      $0.sourceLocation?.fileName == "UsingValuesTests.swift" && $0.comments.contains { $0.rawValue.contains(text) }
    }
  }
}

private final class Node: UsesEnvironment {
  let env = CapturedEnvironment()
}

private struct Row: UsesEnvironment {
  var env = CapturedEnvironment()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private struct Feed: UsesEnvironment {
  var env = CapturedEnvironment()
  var header = Row()
  var rows: [Row] = []
  var table: [String: Row] = [:]
  var maybe: Row?
  var node: Node?
  static var environmentMembers: [AnyKeyPath] { [\Self.env, \Self.header, \Self.rows, \Self.table, \Self.maybe] }
}

private final class List: UsesEnvironment {
  let env = CapturedEnvironment()
  var row = Row()
  var feed = Feed()
  static var environmentMembers: [AnyKeyPath] { [\List.row, \List.feed] }
}

private class ShortList: UsesEnvironment {
  let env = CapturedEnvironment()
  class var environmentMembers: [AnyKeyPath] { [] }
}

private final class LongList: ShortList {
  var row = Row()
  override class var environmentMembers: [AnyKeyPath] { [\LongList.row] }
}

private final class Careless: UsesEnvironment {
  let env = CapturedEnvironment()
  var row = Row()
}

private struct CarelessFeed: UsesEnvironment {
  var env = CapturedEnvironment()
  var row = Row()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private struct Undeclared: UsesEnvironment {
  var env = CapturedEnvironment()
}

private struct Constant: UsesEnvironment {
  let env = CapturedEnvironment()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private final class Mistaken: UsesEnvironment {
  let env = CapturedEnvironment()
  static var environmentMembers: [AnyKeyPath] { [\Row.env] }
}

private struct Forgetful: UsesEnvironment {}
