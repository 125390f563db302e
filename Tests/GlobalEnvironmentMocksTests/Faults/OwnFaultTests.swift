import GlobalEnvironmentTesting
import Testing

/// Faults of an own endpoint of several closures, while one of them is replaced.
@Suite(.environment(.mock))
struct OwnFaultTests {

  @Test func `an assignment to one closure does not make the fault of another one last`() {
    Env.fail(\.shaky)
    Env.shaky.count = { 2 }
    #expect([Env.shaky.name(), Env.shaky.name()] == ["failing", "mock"])
    #expect(Env.shaky.count() == 2)
  }

  @Test func `nor does a spy on one`() {
    Env.fail(\.shaky)
    let spy = Env.spy(on: \.shaky.count)
    #expect([Env.shaky.name(), Env.shaky.name()] == ["failing", "mock"])
    #expect(Env.shaky.count() == 1)
    #expect(spy.count == 1)
  }

  @Test func `an assignment is no call, which a fault would count`() {
    Env.fail(\.shaky, call: 2)
    Env.shaky.count = { 2 }
    #expect([Env.shaky.name(), Env.shaky.name(), Env.shaky.name()] == ["mock", "failing", "mock"])
  }
}

private struct Shaky: Sendable {
  var name: @Sendable () -> String
  var count: @Sendable () -> Int
}

extension EnvironmentEndpoints {
  fileprivate var shaky: EnvironmentEndpoint<Shaky> {
    EnvironmentEndpoint(
      live: Shaky(name: { "live" }, count: { 0 }), mock: Shaky(name: { "mock" }, count: { 1 }),
      failing: Shaky(name: { "failing" }, count: { -1 }))
  }
}
