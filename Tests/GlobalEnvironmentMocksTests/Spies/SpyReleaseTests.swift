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

extension Endpoints {
  fileprivate var keep: Endpoint<@Sendable (Held) -> Void> { Endpoint(live: { _ in }, mock: { _ in }) }
}
