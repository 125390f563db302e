import Foundation
import GlobalEnvironmentTesting
import Testing

/// Endpoints that are declared outside this package.
@Suite(.environment(.mock))
struct OwnEndpointTests {

  @Test func `one declaration makes an endpoint that is read like any other`() {
    #expect(Env.double(21) == 0)
    withEnvironment(.live) { #expect(Env.double(21) == 42) }
  }

  @Test func `an endpoint can be assigned, and is reset with the others`() {
    Env.double = { $0 * 3 }
    #expect(Env.double(2) == 6)
    withEnvironment(Env) {
      Env.double = { $0 * 4 }
      #expect(Env.double(2) == 8)
    }
    #expect(Env.double(2) == 6)
    Env.reset()
    #expect(Env.double(2) == 4)
  }

  @Test func `an endpoint may be a struct of closures, of which one is replaced`() async throws {
    Env.posts.list = { ["one"] }
    #expect(try await Env.posts.list() == ["one"])
    #expect(try await Env.posts.title(7) == "post 7")
  }

  @Test func `each mock makes its own value, once`() {
    Env.visits.add()
    Env.visits.add()
    #expect(Env.visits.count == 2)
    withEnvironment(.mock) {
      #expect(Env.visits.count == 0)
      Env.visits.add()
    }
    #expect(Env.visits.count == 2)
  }

  @Test func `a copy of a mock shares its values, and Env.time still moves`() {
    Env.visits.add()
    withEnvironment {
      $0.locale = { Locale(identifier: "ja_JP") }
    } perform: {
      #expect(Env.visits.count == 1)
    }
    Env.time.advance(by: .seconds(1))
  }

  @Test func `the live value is made once, when it is first read, and not in a mock`() async {
    #expect(Env.expensive == -1)
    #expect(Expensive.count.withLock { $0 } == 0)
    let values = await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { withEnvironment(.live) { Env.expensive } } }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(values.count == 1)
    withEnvironment(.live) { #expect(values == [Env.expensive]) }
  }

  @Test func `a thousand readers of a new mock see one value`() async {
    let environment = Environment.mock
    let values = await withTaskGroup { group in
      for _ in 0..<1_000 { group.addTask { withEnvironment(environment) { ObjectIdentifier(Env.visits) } } }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(values.count == 1)
  }

  @Test func `two writers of different endpoints at once both survive`() async {
    for _ in 0..<200 {
      await withEnvironment(.mock) {
        await withTaskGroup { group in
          group.addTask { Env.double = { $0 } }
          group.addTask { Env.greeting = "hello" }
          group.addTask { Env.date = { .distantPast } }
        }
        #expect(Env.double(5) == 5)
        #expect(Env.greeting == "hello")
        #expect(Env.date() == .distantPast)
      }
    }
  }

  @Test func `an endpoint that is written while another is being changed keeps both`() {
    func change(_ endpoint: inout String) {
      Env.double = { $0 + 1 }
      endpoint = "changed"
    }
    change(&Env.greeting)
    #expect(Env.greeting == "changed")
    #expect(Env.double(1) == 2)
  }

  @Test func `a member that is written while another is being changed keeps both`() {
    func change(_ member: inout @Sendable () -> Int) {
      Env.pair.a = { 1 }
      member = { 2 }
    }
    change(&Env.pair.b)
    #expect(Env.pair.a() == 1)
    #expect(Env.pair.b() == 2)
  }

  @Test func `the same holds for a member of a member, and after an assignment`() {
    func change(_ member: inout @Sendable () -> Int) {
      Env.pairs.left.b = { 3 }
      Env.pairs.right.a = { 4 }
      member = { 5 }
    }
    Env.pairs = Pairs()
    change(&Env.pairs.left.a)
    #expect(Env.pairs.left.a() == 5)
    #expect(Env.pairs.left.b() == 3)
    #expect(Env.pairs.right.a() == 4)
  }

  @Test func `two writers of different members at once both survive`() async {
    for _ in 0..<500 {
      await withEnvironment(.mock) {
        await withTaskGroup { group in
          group.addTask { Env.pair.a = { 1 } }
          group.addTask { Env.pair.b = { 2 } }
        }
        #expect(Env.pair.a() == 1)
        #expect(Env.pair.b() == 2)
      }
    }
  }

  @Test func `an assignment of all members is not mixed with another`() {
    func change(_ environment: inout Environment, to pair: Pair) {
      Env.pair = Pair(a: { 7 }, b: { 8 })
      environment.pair = pair
    }
    // It shares a member with what was there before.
    var pair = Env.pair
    pair.b = { 9 }
    change(&Env, to: pair)
    #expect(Env.pair.a() == 0)
    #expect(Env.pair.b() == 9)
  }

  @Test func `a member that is changed after an assignment belongs to it`() {
    func change(_ environment: inout Environment, to pair: Pair) {
      Env.pair = Pair(a: { 7 }, b: { 8 })
      environment.pair = pair
      environment.pair.b = { 9 }
    }
    change(&Env, to: Env.pair)
    #expect(Env.pair.a() == 0)
    #expect(Env.pair.b() == 9)
  }

  @Test func `of a value that holds more than functions the later write stays`() {
    func change(_ limit: inout Int) {
      Env.limits.isOver = { _ in true }
      limit = 5
    }
    change(&Env.limits.limit)
    #expect(Env.limits.limit == 5)
    #expect(!Env.limits.isOver(1))
  }

  @Test func `a struct that mirrors itself as functions is not taken apart`() {
    func change(_ number: inout Int) {
      Env.disguised.function = { 2 }
      number = 1
    }
    change(&Env.disguised.number)
    #expect(Env.disguised.number == 1)
    #expect(Env.disguised.function() == 0)
  }

  @Test func `what merged members captured is let go with their scope`() {
    final class Held: Sendable {}
    weak var (first, second): (Held?, Held?)
    do {
      let (a, b) = (Held(), Held())
      (first, second) = (a, b)
      func change(_ member: inout @Sendable () -> Int) {
        Env.pair.a = { withExtendedLifetime(a) { 1 } }
        member = { withExtendedLifetime(b) { 2 } }
      }
      withEnvironment(.mock) {
        change(&Env.pair.b)
        #expect(Env.pair.a() + Env.pair.b() == 3)
      }
    }
    #expect(first == nil)
    #expect(second == nil)
  }

  @Test func `endpoints of one name in two places are two`() {
    Env.greeting = "mine"
    #expect(Elsewhere.greeting == "theirs")
  }

  @Test func `an endpoint has a key path`() {
    let path = \Environment.greeting
    var environment = Environment.mock
    environment[keyPath: path] = "by path"
    #expect(environment.greeting == "by path")
    #expect(Env.greeting == "hi")
  }

  @Test func `what an endpoint captured is let go with its scope`() {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      withEnvironment(.mock) { Env.double = { number in withExtendedLifetime(object) { number } } }
    }
    #expect(held == nil)
  }

  @Test func `five hundred endpoints assigned in one scope each keep their value`() {
    withEnvironment(Env) {
      for number in 0..<500 { Env[dynamicMember: \EnvironmentEndpoints.[number]] = number }
      for number in 0..<500 { #expect(Env[dynamicMember: \EnvironmentEndpoints.[number]] == number) }
    }
    #expect(Env[dynamicMember: \EnvironmentEndpoints.[7]] == -1)
  }

  @Test func `live and mock are taken when nothing else is assigned in an environment of one's own`() {
    withEnvironment(Environment { $0.date = { .distantPast } }) { #expect(Env.double(1) == 2) }
  }
}

extension EnvironmentEndpoints {
  /// As many endpoints as one likes, as if each stood in a line of its own.
  fileprivate subscript(number: Int) -> EnvironmentEndpoint<Int> {
    EnvironmentEndpoint(live: -1, mock: -1, line: UInt(1_000 + number))
  }
}

private struct Pair: Sendable {
  var a: @Sendable () -> Int = { 0 }
  var b: @Sendable () -> Int = { 0 }
}

private struct Pairs: Sendable {
  var left = Pair()
  var right = Pair()
}

private struct Limits: Sendable {
  var limit = 0
  var isOver: @Sendable (Int) -> Bool = { _ in false }
}

private struct Disguised: Sendable, CustomReflectable {
  var function: @Sendable () -> Int = { 0 }
  var number = 0
  var more = 0
  var customMirror: Mirror { Mirror(self, children: ["a": function, "b": function], displayStyle: .struct) }
}

extension EnvironmentEndpoints {
  fileprivate var pair: EnvironmentEndpoint<Pair> { EnvironmentEndpoint(live: Pair(), mock: Pair()) }
  fileprivate var pairs: EnvironmentEndpoint<Pairs> { EnvironmentEndpoint(live: Pairs(), mock: Pairs()) }
  fileprivate var limits: EnvironmentEndpoint<Limits> { EnvironmentEndpoint(live: Limits(), mock: Limits()) }
  fileprivate var disguised: EnvironmentEndpoint<Disguised> {
    EnvironmentEndpoint(live: Disguised(), mock: Disguised())
  }
  fileprivate var double: EnvironmentEndpoint<@Sendable (Int) -> Int> {
    EnvironmentEndpoint(live: { $0 * 2 }, mock: { _ in 0 })
  }
  fileprivate var posts: EnvironmentEndpoint<Posts> { EnvironmentEndpoint(live: Posts.live, mock: Posts.mock) }
  fileprivate var visits: EnvironmentEndpoint<Visits> { EnvironmentEndpoint(live: Visits(), mock: Visits()) }
  fileprivate var greeting: EnvironmentEndpoint<String> { EnvironmentEndpoint(live: "hello from afar", mock: "hi") }
  fileprivate var expensive: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: Expensive.make(), mock: -1) }
}

private struct Posts: Sendable {
  var list: @Sendable () async throws -> [String]
  var title: @Sendable (Int) async throws -> String

  static let live = Posts(
    list: { throw CocoaError(.fileNoSuchFile) }, title: { _ in throw CocoaError(.fileNoSuchFile) })
  static let mock = Posts(list: { [] }, title: { "post \($0)" })
}

private final class Visits: Sendable {
  private let visits = Locked(0)

  var count: Int { visits.withLock { $0 } }

  func add() { visits.withLock { $0 += 1 } }
}

private enum Expensive {
  static let count = Locked(0)

  static func make() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
