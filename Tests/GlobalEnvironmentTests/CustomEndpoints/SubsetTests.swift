import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Subsets of the environment.
@Suite(.environment(.mock))
struct SubsetTests {
  private let env = NarrowedEnvironment<Allowed>()

  @Test func `a subset asks the environment at each access`() {
    #expect(env.date() == Env.date())
    Env.time.advance(by: .seconds(60))
    #expect(env.date() == Env.date())
    Env.date = { .distantPast }
    #expect(env.date() == .distantPast)
    withEnvironment {
      $0.date = { .distantFuture }
    } perform: {
      #expect(env.date() == .distantFuture)
    }
  }

  @Test func `a subset may list derived and own endpoints`() {
    #expect(env.clock.now == Env.clock.now)
    #expect(env.greeting == "hi")
    Env.greeting = "hello"
    #expect(env.greeting == "hello")
  }

  @Test func `a subset can be written by hand`() async throws {
    let dependencies = Dependencies(Env)
    Env.date = { .distantPast }
    #expect(dependencies.date() == .distantPast)
  }
}

private struct Allowed: EnvironmentSubset {
  let date = \Environment.date
  let clock = \Environment.clock
  let greeting = \Environment.greeting
}

extension EnvironmentEndpoints {
  fileprivate var greeting: EnvironmentEndpoint<String> { EnvironmentEndpoint(live: "hello from afar", mock: "hi") }
}

/// By hand: closures that ask `Env` when they are called.
private struct Dependencies {
  var date: @Sendable () -> Date

  init(_ environment: @autoclosure @escaping @Sendable () -> Environment) {
    date = { environment().date() }
  }
}
