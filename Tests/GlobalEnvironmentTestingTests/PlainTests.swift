import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

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

  @Test(arguments: 1...3)
  func `a parameterized test that assigns Env is told which trait to add`(number: Int) {
    withKnownIssue {
      Env = .mock
    } matching: {
      $0.description.contains(".environment(.mock)")
        && $0.description.contains("`a parameterized test that assigns Env is told which trait to add`")
        && $0.sourceLocation?.fileName == "PlainTests.swift"
    }
  }

  @Test(.serialized, arguments: 1...3)
  func `a parameterized test whose cases run one after another may assign Env`(number: Int) {
    Env.date = { Date(timeIntervalSince1970: Double(number)) }
    #expect(Env.date() == Date(timeIntervalSince1970: Double(number)))
    #expect(EnvironmentScope.current.run { Env.date() } == Env.date())
  }

  @Test(arguments: 1...3)
  func `a parameterized test may read, and write in a scope that it binds`(number: Int) {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
    withEnvironment(.mock) {
      Env.time.advance(by: .seconds(number))
      #expect(Env.date() == Date(timeIntervalSince1970: 1_573_548_300 + Double(number)))
    }
  }

  @Test(arguments: 1...20)
  func `what a case writes in a scope that it holds stays its own, and is an issue`(number: Int) async {
    let scope = EnvironmentScope.current
    let own = Date(timeIntervalSince1970: Double(number))
    #expect(abs(scope.run { Env.date() }.timeIntervalSinceNow) < 3600)
    withKnownIssue {
      scope.run { Env.date = { own } }
    } matching: {
      $0.description.contains(".environment(.mock)")
    }
    #expect(scope.run { Env.date() } == own)
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
  }
}
