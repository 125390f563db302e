import Foundation
import GlobalEnvironmentTesting
import Testing

/// What spies hold is let go.
@Suite(.environment(.mock))
struct SpyReleaseTests {

  @Test func `what a spied endpoint captured goes with its scope, also when the spy is kept`() {
    weak var captured: Held?
    let spy = withEnvironment(Env) {
      let held = Held()
      captured = held
      Env.environmentVariable = { [held] name in withExtendedLifetime(held) { name } }
      let spy = Env.spy(on: \.environmentVariable)
      _ = Env.environmentVariable("a")
      return spy
    }
    #expect(captured == nil)
    #expect(spy.calls.map(\.result) == ["a"])
  }

  @Test func `what a spied endpoint captured goes after removal and the end of the scope`() {
    weak var captured: Held?
    withEnvironment(Env) {
      let held = Held()
      captured = held
      Env.environmentVariable = { [held] name in withExtendedLifetime(held) { name } }
      let spy = Env.spy(on: \.environmentVariable)
      _ = Env.environmentVariable("a")
      spy.remove()
    }
    #expect(captured == nil)
  }

  @Test func `what a spied endpoint captured goes when an environment is reset that nobody shares`() {
    weak var captured: Held?
    var environment = Environment.mock
    do {
      let held = Held()
      captured = held
      environment.environmentVariable = { [held] name in withExtendedLifetime(held) { name } }
    }
    let spy = environment.spy(on: \.environmentVariable)
    _ = environment.environmentVariable("a")
    spy.remove()
    #expect(captured != nil)
    environment.reset()
    #expect(captured == nil)
  }

  @Test func `spies that were removed leave no chain of calls`() {
    let one = depth { $0.spy(on: \.number).remove() }
    #expect(depth { for _ in 0..<50 { $0.spy(on: \.number).remove() } } == one)
    // So that this can fail.
    #expect(depth { for _ in 0..<50 { _ = $0.spy(on: \.number) } } > one)
  }

  @Test func `spies that are removed below newer ones leave no chain of calls either`() {
    let few = depth { removeBelow(spies: 3, in: &$0) }
    #expect(depth { removeBelow(spies: 50, in: &$0) } == few)
  }

  @Test func `thousands of spies that were removed leave an endpoint that can be called`() {
    for _ in 0..<10_000 { Env.spy(on: \.date).remove() }
    #expect(Env.date() == Environment.mock.date())
  }

  /// How deep the stack is in an endpoint that a closure has put spies on.
  private func depth(_ spy: (inout Environment) -> Void) -> Int {
    var environment = Environment.mock
    environment.number = { Thread.callStackReturnAddresses.count }
    spy(&environment)
    return environment.number()
  }

  private func removeBelow(spies count: Int, in environment: inout Environment) {
    var last = environment.spy(on: \.number)
    for _ in 0..<count {
      let next = environment.spy(on: \.number)
      last.remove()
      last = next
    }
  }

  @Test func `what is assigned over a spy that was removed is what the next one sees`() {
    let first = Env.spy(on: \.date)
    Env.date = { .distantFuture }
    first.remove()
    let second = Env.spy(on: \.date)
    #expect(Env.date() == .distantFuture)
    #expect(second.count == 1)
  }

  @Test func `a spy that stays below one that was removed goes on`() {
    let first = Env.spy(on: \.number)
    Env.spy(on: \.number).remove()
    let third = Env.spy(on: \.number)
    #expect(Env.number() == 5)
    #expect(first.count == 1)
    #expect(third.count == 1)
  }

  @Test func `a spy by another path to an endpoint goes on when one by its own was removed`() {
    let first = Env.spy(on: \.date)
    let other = Env.spy(on: \.otherDate)
    first.remove()
    let third = Env.spy(on: \.date)
    _ = Env.date()
    #expect(other.count == 1)
    #expect(third.count == 1)
  }

  @Test func `what was passed goes when the calls are cleared`() {
    weak var passed: Held?
    let spy = Spy<Held, Void>()
    do {
      let held = Held()
      passed = held
      spy.call(held)
    }
    #expect(passed != nil)
    spy.clear()
    #expect(passed == nil)
  }

  @Test func `what was passed goes with a spy that was removed, although the endpoint stays`() {
    weak var passed: Held?
    var environment = Environment.mock
    do {
      let spy = environment.spy(on: \.keep)
      let held = Held()
      passed = held
      environment.keep(held)
      spy.remove()
    }
    #expect(passed == nil)
    environment.keep(Held())
  }

  @Test func `what a stub captured goes when it is replaced`() {
    weak var captured: Held?
    let spy = Spy<Int, Int>(0)
    do {
      let held = Held()
      captured = held
      spy.stub { [held] number in withExtendedLifetime(held) { number } }
    }
    #expect(captured != nil)
    spy.stub(1)
    #expect(captured == nil)
  }

  @Test func `a value whose deinit calls the spy does not lock up`() {
    let spy = Spy<Calling, Void>()
    let other = Spy<Int, Void>()
    spy.call(Calling { [weak spy] in other.call(spy?.count.value ?? -1) })
    spy.clear()
    #expect(other.calls.map(\.arguments) == [0])
  }
}

private final class Held: Sendable {}

/// Calls out when it goes.
private final class Calling: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}

extension Environment {
  fileprivate var otherDate: @Sendable () -> Date {
    get { date }
    set { date = newValue }
  }
}

extension EnvironmentEndpoints {
  fileprivate var number: EnvironmentEndpoint<@Sendable () -> Int> { EnvironmentEndpoint(live: { 1 }, mock: { 5 }) }
  fileprivate var keep: EnvironmentEndpoint<@Sendable (Held) -> Void> {
    EnvironmentEndpoint(live: { _ in }, mock: { _ in })
  }
}
