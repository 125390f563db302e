import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironmentTesting

/// Tests without any trait, as somebody writes them who knows only `Env = .mock`.
struct PlainTests {

  struct Assigning {
    init() { Env = .mock }

    @Test func `what a suite assigns in its initialiser is seen by its tests`() {
      #expect(Env.date() == Date(timeIntervalSince1970: 1_573_548_300))
    }

    @Test func `a test that moves time`() {
      Env.time.advance(by: .seconds(3600))
      #expect(Env.date() == Date(timeIntervalSince1970: 1_573_551_900))
    }
  }

  @Test func `a test that sets one date never sees the other's`() async { await keep(Date(timeIntervalSince1970: 1)) }
  @Test func `a test that sets another date never sees the first's`() async { await keep(.distantFuture) }

  private func keep(_ date: Date) async {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
    Env.date = { date }
    for _ in 0..<1_000 {
      await Task.yield()
      async let child = Env.date()
      let dates = await [child, Task { Env.date() }.value, Env.date()]
      guard dates == [date, date, date] else {
        Issue.record("\(dates), expected \(date)")
        return
      }
    }
  }

  @Test func `a test that writes nothing sees the live world`() {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
  }

  @Test func `a plain test's scope can be carried to a queue`() async {
    let scope = EnvironmentScope.current
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        scope.run { Env.date = { .distantPast } }
        continuation.resume()
      }
    }
    #expect(Env.date() == .distantPast)
  }

  @Test(arguments: Array(1...20) + Array(1...20))
  func `each case that assigns Env has an environment of its own, with equal arguments too`(number: Int) async {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
    Env = .mock
    await Env.time.advance(by: .seconds(number))
    await Task.yield()
    #expect(await Task { Env.date() }.value == Date(timeIntervalSince1970: 1_573_548_300 + Double(number)))
  }

  @Test(.serialized, arguments: ["one"])
  func `a test with one argument may assign Env`(text: String) {
    Env.hostName = { text }
    #expect(EnvironmentScope.current.run { Env.hostName() } == text)
  }

  @Test(arguments: 1...3)
  func `a parameterized test may read, and write in a scope that it binds`(number: Int) {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
    withEnvironment(.mock) {
      Env.time.advance(by: .seconds(number))
      #expect(Env.date() == Date(timeIntervalSince1970: 1_573_548_300 + Double(number)))
    }
  }

  @Test(.serialized, arguments: 1...5)
  func `each of several cases that run one after another has an environment of its own`(number: Int) async {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3_600)
    Env = .mock(date: .distantPast)
    #expect(await Task.detached { Env.date() }.value == .distantPast)
  }

  struct LongArgument: Codable, CustomTestStringConvertible {
    let text: String
    var testDescription: String { "\(text.count) × \(text.prefix(1))" }
  }

  @Test(arguments: ["a", "b"].map { LongArgument(text: String(repeating: $0, count: 100_000)) })
  func `the identity of a case with a long argument is short`(argument: LongArgument) async throws {
    let testCase = try #require(Test.Case.current)
    let id = try #require(PlainTest.caseID(of: testCase))
    #expect(id.count < 100)
    Env.hostName = { argument.testDescription }
    for _ in 0..<10 { await Task.yield() }
    #expect(Env.hostName() == argument.testDescription)
    #expect(TestTask.current?.plain.caseID == id)
  }

  @Test(arguments: 1...20)
  func `what a case writes in a scope that it holds is its own`(number: Int) async {
    let own = Date(timeIntervalSince1970: Double(number))
    EnvironmentScope.current.run { Env.date = { own } }
    await Task.yield()
    #expect(Env.date() == own)
  }

  @Test
  func `cases that cannot be told apart share an environment, and one that assigns it is told which trait to add`()
    throws
  {
    let test = try #require(Test.current)
    let shared = TestTask(of: PlainTest(test, isShared: true))
    withKnownIssue {
      _ = TestScopes.scope(for: .write, of: shared)
    } matching: {
      $0.description.contains(".environment(.mock)") && $0.sourceLocation?.fileName == "PlainTests.swift"
    }
    #expect(PlainTest.caseID(of: "something else") == nil)
  }

  /// A trait of a user's, which knows nothing of this package's.
  struct HouseTrait: SuiteTrait, TestScoping {
    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      Env = .mock
      Env.hostName = { "house" }
      #expect(Env.hostName() == "house")
      try await function()
    }
  }

  @Suite(HouseTrait()) struct House {
    @Test func `a test sees what a trait of the suite has assigned`() {
      #expect(Env.hostName() == "house")
    }

    @Test func `a test changes it for itself`() async {
      Env.hostName = { "room" }
      await Task.yield()
      #expect(Env.hostName() == "room" && Env.date() == Date(timeIntervalSince1970: 1_573_548_300))
    }

    struct Inner {
      @Test(arguments: 0..<3) func `a suite in the suite sees it, too`(number: Int) {
        #expect(Env.hostName() == "house")
      }
    }
  }
}
