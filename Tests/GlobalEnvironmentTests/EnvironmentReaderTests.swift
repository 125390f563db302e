import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Functions of an environment.
@Suite(.environment(.mock))
struct ReaderTests {

  @Test func `a step that throws ends the chain`() async {
    let ran = Locked(0)
    let reader = EnvironmentReader<Int, Int> { _ in throw URLError(.timedOut) }
      .map { value in
        ran.withLock { $0 += 1 }
        return value
      }
      .flatMap { value in
        ran.withLock { $0 += 1 }
        return EnvironmentReader { _ in value }
      }
    await #expect(throws: URLError.self) { try await reader.run(1) }
    #expect(ran.withLock { $0 } == 0)
  }

  @Test func `a transformation may throw, and may be asynchronous`() async throws {
    let doubled = EnvironmentReader<Int, Int> { $0 }.map { value in
      await Task.yield()
      return value * 2
    }
    #expect(try await doubled.run(4) == 8)
    let failing = doubled.map { _ -> Int in throw CocoaError(.fileNoSuchFile) }
    await #expect(throws: CocoaError.self) { try await failing.run(4) }
  }

  @Test func `when one of two throws, the other is cancelled`() async {
    let isCancelled = Locked(false)
    let waiting = EnvironmentReader<Int, Int> { _ in
      while !Task.isCancelled { await Task.yield() }
      isCancelled.withLock { $0 = true }
      return 1
    }
    let failing = EnvironmentReader<Int, Int> { _ in throw URLError(.timedOut) }
    await #expect(throws: URLError.self) { try await failing.zip(waiting).run(1) }
    #expect(isCancelled.withLock { $0 })
    isCancelled.withLock { $0 = false }
    await #expect(throws: URLError.self) { try await waiting.zip(failing).run(1) }
    #expect(isCancelled.withLock { $0 })
  }

  @Test(.virtualTime) func `two are read at the same time`() async throws {
    let slow = EnvironmentReader<Environment, Date> { environment in
      try await environment.sleep(for: .seconds(10))
      return environment.date()
    }
    let start = Env.date()
    let (first, second) = try await slow.zip(slow).run(Env)
    #expect(first == start + 10)
    #expect(second == start + 10)
  }

  @Test func `a reader reads the world that it is given`() async throws {
    let year = EnvironmentReader<Environment, Date> { $0.date() }.map {
      Calendar(identifier: .gregorian).component(.year, from: $0)
    }
    #expect(try await year.run(Env) == 2019)
    #expect(try await year.run(.mock(date: .distantPast)) == 1)
  }

  @Test func `a chain sees one world, whatever is assigned meanwhile`() async throws {
    let locales = EnvironmentReader<Environment, String> { environment in
      Env.locale = { Locale(identifier: "ja_JP") }
      return environment.locale().identifier
    }
    .flatMap { first in EnvironmentReader { [first, $0.locale().identifier] } }
    #expect(try await locales.run(Env) == ["en_US", "en_US"])
    #expect(Env.locale().identifier == "ja_JP")
  }

  @Test func `requests are composed into one`() async throws {
    Env.stub(.get("/"), .json(["users": "https://example.com/users"]))
    Env.stub(.get("/users"), .json(["/users/1", "/users/2"]))
    Env.stub(.get("/users/1"), .json(["address": "1 Main Street"]))
    let entry = EnvironmentReader<Environment, Entry> { try await $0.json(Entry.self, from: url("/")) }
    let found = try await entry.flatMap(users).flatMap(first).flatMap(address).run(Env)
    #expect(found == "1 Main Street")
    #expect(Env.requests.map(\.path) == ["/", "/users", "/users/1"])
  }

  #if compiler(>=6.3)
    @Test @MainActor func `a reader runs on the actor of the caller`() async throws {
      let reader = EnvironmentReader<Int, Int> {
        MainActor.assertIsolated()
        return $0
      }
      .map {
        MainActor.assertIsolated()
        return $0
      }
      #expect(try await reader.run(1) == 1)
    }
  #endif

  @Test func `one reader may be run and let go of by many at once`() async throws {
    for _ in 0..<20 {
      let sum = try await {
        var reader = EnvironmentReader<Int, Int> { $0 }
        for _ in 0..<100 { reader = reader.map { $0 + 1 } }
        let shared = reader
        return try await withThrowingTaskGroup { group in
          for number in 0..<50 { group.addTask { try await shared.run(number) } }
          return try await group.reduce(0, +)
        }
      }()
      #expect(sum == 50 * 100 + 1225)
    }
  }

  // MARK: Long chains

  @Test func `a hundred thousand steps made in a loop are run and let go of`() async throws {
    var reader = EnvironmentReader<Int, Int> { $0 }
    for _ in 0..<50_000 { reader = reader.map { $0 + 1 }.flatMap { value in EnvironmentReader { $0 + value } } }
    #expect(try await reader.run(1) == 100_001)
  }

  @Test func `steps that each make the next are run without a deep stack`() async throws {
    @Sendable func down(from number: Int) -> EnvironmentReader<Int, Int> {
      EnvironmentReader { $0 }.flatMap { world in
        number == 0 ? EnvironmentReader { _ in world } : down(from: number - 1)
      }
    }
    #expect(try await down(from: 20_000).run(5) == 5)
  }

  @Test func `what a step captured goes with the reader`() {
    weak var captured: Held?
    do {
      let held = Held()
      captured = held
      let reader = EnvironmentReader<Int, Int> { $0 }.map { [held] in withExtendedLifetime(held) { 1 } + $0 }.map {
        $0 + 1
      }
      withExtendedLifetime(reader) {}
    }
    #expect(captured == nil)
  }
}

private final class Held: Sendable {}

private struct Entry: Decodable { var users: URL }
private struct User: Decodable { var address: String }

private func url(_ path: String) throws -> URL {
  try #require(URL(string: "https://example.com" + path))
}

private func users(_ entry: Entry) -> EnvironmentReader<Environment, [String]> {
  EnvironmentReader { try await $0.json([String].self, from: entry.users) }
}

private func first(_ paths: [String]) throws -> EnvironmentReader<Environment, User> {
  let path = try #require(paths.first)
  return EnvironmentReader { try await $0.json(User.self, from: url(path)) }
}

private func address(_ user: User) -> EnvironmentReader<Environment, String> {
  EnvironmentReader { _ in user.address }
}
