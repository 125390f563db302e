import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTime

/// What a failing seed is told with: which of its choices made the test fail.
@Suite(.hidesKnownIssues)
struct LeastOrderTests {

  @Test func `what made a test fail is told, and nothing else`() async throws {
    let line = #line + 5
    let messages = await recordedIssues(of: .virtualTime(seeds: 0..<200)) {
      let cart = Cart()
      await withTaskGroup { group in
        for _ in 0..<10 { group.addTask { await cart.look() } }
        group.addTask { await cart.add() }
        group.addTask { await cart.empty() }
      }
      #expect(await cart.isEmptied)
    }
    let lines = try #require(messages.last).split(separator: "\n")
    #expect(lines.count == 3 && lines[0].contains("Failed with seed"), "\(lines)")
    #expect(lines[2].wholeMatch(of: /- the task made by .* went on before the task made by .*\./) != nil)
    #if os(Linux)
      let (first, second) = (":\(line + 1) went on before", ":\(line).")
      #expect(lines[2].contains(first) && lines[2].hasSuffix(second))
    #endif
  }

  @Test func `tasks that go on are named by their functions`() async throws {
    let body: @concurrent @Sendable () async throws -> Void = {
      let session = Session()
      async let refreshed: Void = session.refresh()
      for _ in 0..<2 { try await Env.sleep(for: .milliseconds(500)) }
      let isKnown = await session.isKnown
      try await refreshed
      #expect(isKnown)
    }
    #expect(await recordedIssues(of: .virtualTime, body).isEmpty)
    let messages = await recordedIssues(of: .virtualTime(seeds: 0..<200), body)
    let last = try #require(messages.last?.split(separator: "\n").last)
    #expect(last.contains(" went on before Session.refresh()"), "\(last)")
    #if os(Linux)
      #expect(last.hasSuffix("at LeastOrderTests.swift:\(Session.line)."))
    #endif
  }

  @Test func `a test that fails in any order is told as that`() async throws {
    let messages = await recordedIssues(of: .virtualTime(seeds: 4..<8)) { #expect(Bool(false)) }
    #expect(messages.last?.contains("It also fails when tasks run in the order") == true, "\(messages)")
  }

  @Test(arguments: [
    ("AppTests.Cart.add() async throws -> Swift.Int", "Cart.add()"),
    ("closure #1 @Sendable () async -> () in AppTests.CartTests.adds() async -> ()", "a closure in CartTests.adds()"),
    ("closure #1 () async -> () in App.Cart.`in -> order`() async -> ()", "a closure in Cart.`in -> order`()"),
    ("main", "main"),
  ])
  func `names are short`(name: String, short: String) {
    #expect(ReadyJobs.Entry.short(name) == short)
  }
}

private actor Session {
  static let line = #line + 4
  private(set) var isKnown = false

  func refresh() async throws {
    try await Env.sleep(for: .seconds(1))
    isKnown = true
  }
}

private actor Cart {
  private var count = 0
  private(set) var isEmptied = false

  func look() async {}
  func add() async { count += 1 }
  func empty() async { isEmptied = count == 1 }
}
