import Foundation
import GlobalEnvironmentTesting
import Testing

/// Spies on endpoints that are declared outside the package, and of every form.
@Suite(.environment(.mock))
struct OwnEndpointSpyTests {

  @Test func `own endpoints are spied on like any other`() throws {
    let spy = Env.spy(on: \.track)
    Env.track("appeared")
    #expect(spy.calls.map(\.arguments) == ["appeared"])
  }

  @Test func `a member of a struct of closures is spied on`() async throws {
    let list = Env.spy(on: \.shelf.list)
    let add = Env.spy(on: \.shelf.add)
    #expect(try await Env.shelf.list(2) == ["1", "2"])
    #expect(Env.shelf.add("Emma", 3, true))
    #expect(list.calls.map(\.arguments) == [2])
    #expect(add.calls.last?.arguments.1 == 3)
  }

  @Test func `a spy that is placed while a member beside it is being changed keeps both`() throws {
    func change(_ environment: inout Environment) -> EndpointSpy<(Int, Int, Int), Int, any Error> {
      Env.many.two = { _, _ in 7 }
      return environment.spy(on: \.many.three)
    }
    let spy = change(&Env)
    #expect(Env.many.two(1, 2) == 7)
    #expect(try Env.many.three(1, 2, 3) == 6)
    #expect(spy.count == 1)
  }

  @Test func `of two spies that are placed at once on two members, both record`() throws {
    typealias Spies = (EndpointSpy<(Int, Int), Int, Never>, EndpointSpy<(Int, Int, Int), Int, any Error>)
    func place(in environment: inout Environment) -> Spies {
      (Env.spy(on: \.many.two), environment.spy(on: \.many.three))
    }
    let (two, three) = place(in: &Env)
    _ = try (Env.many.two(1, 2), Env.many.three(1, 2, 3))
    #expect(two.count == 1)
    #expect(three.count == 1)
  }

  @Test func `a spy on a member of a value that was just assigned belongs to it`() {
    func change(_ environment: inout Environment, to many: Many) {
      Env.many = Many(two: { _, _ in 8 })
      environment.many = many
      _ = environment.spy(on: \.many.three)
    }
    change(&Env, to: Many(two: { _, _ in 9 }))
    #expect(Env.many.two(1, 2) == 9)
    change(&Env, to: Env.many)
    #expect(Env.many.two(1, 2) == 9)
  }

  @Test func `endpoints of any number of arguments up to three are spied on`() async throws {
    let none = Env.spy(on: \.many.none)
    let two = Env.spy(on: \.many.two)
    let three = Env.spy(on: \.many.three)
    let later = Env.spy(on: \.many.later)
    let elsewhere = Env.spy(on: \.many.elsewhere)
    try await Env.many.none()
    #expect(Env.many.two(1, 2) == 3)
    #expect(try Env.many.three(1, 2, 3) == 6)
    #expect(await Env.many.later(1, 2, 3) == 6)
    #expect(try await Env.many.elsewhere(1, 2, 3) == 6)
    #expect(none.count == 1)
    #expect(two.calls.last.map { $0.arguments == (1, 2) } == true)
    #expect(three.calls.last.map { $0.arguments == (1, 2, 3) } == true)
    #expect(later.calls.last.map { $0.arguments == (1, 2, 3) } == true)
    #expect(elsewhere.calls.last?.result == 6)
  }

  @Test func `a function spy records an endpoint of more arguments`() async throws {
    let spy = ThrowingSpy<(Int, Int, Int, Int), Int>()
    spy.stub { [before = Env.many.four] in try await before($0.0, $0.1, $0.2, $0.3) }
    Env.many.four = { try await spy.call($0, $1, $2, $3) }
    #expect(try await Env.many.four(1, 2, 3, 4) == 10)
    #expect(spy.calls.last.map { $0.arguments == (1, 2, 3, 4) } == true)
  }

  @Test func `an endpoint that leaves the actor of the caller is spied on`() async {
    let spy = Env.spy(on: \.shelf.elsewhere)
    #expect(await Env.shelf.elsewhere(1) == 2)
    #expect(spy.calls.last?.result == 2)
  }

  #if compiler(>=6.3)
    @Test @MainActor func `an endpoint that stays on the actor of the caller still does`() async {
      Env.openURL = { _ in
        MainActor.assertIsolated()
        return true
      }
      let spy = Env.spy(on: \.openURL)
      #expect(await Env.openURL(URL(filePath: "/")))
      #expect(spy.count == 1)
    }
  #endif
}

struct Refusal: Error, Equatable {}

struct Shelf: Sendable {
  var list: @Sendable (Int) async throws -> [String] = { (1...$0).map(String.init) }
  var add: @Sendable (String, Int, Bool) -> Bool = { _, _, isNew in isNew }
  var lend: @Sendable (String) throws -> Int = { $0.count }
  var elsewhere: @concurrent @Sendable (Int) async -> Int = { $0 + 1 }
}

struct Many: Sendable {
  var none: @Sendable () async throws -> Void = {}
  var two: @Sendable (Int, Int) -> Int = { $0 + $1 }
  var three: @Sendable (Int, Int, Int) throws -> Int = { $0 + $1 + $2 }
  var later: @Sendable (Int, Int, Int) async -> Int = { $0 + $1 + $2 }
  var elsewhere: @concurrent @Sendable (Int, Int, Int) async throws -> Int = { $0 + $1 + $2 }
  var four: @Sendable (Int, Int, Int, Int) async throws -> Int = { $0 + $1 + $2 + $3 }
}

extension EnvironmentEndpoints {
  var many: EnvironmentEndpoint<Many> { EnvironmentEndpoint(live: Many(), mock: Many()) }
  var shelf: EnvironmentEndpoint<Shelf> { EnvironmentEndpoint(live: Shelf(), mock: Shelf()) }
  var track: EnvironmentEndpoint<@Sendable (String) -> Void> { EnvironmentEndpoint(live: { _ in }, mock: { _ in }) }
}
