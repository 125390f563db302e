import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct EnvironmentScopeTests {
  init() {
    // To show what is lost.
    CodeOutsideTests.mayUse(\.date)
  }

  private let mockDate = Date(timeIntervalSince1970: 1_573_548_300)
  private let other = Date(timeIntervalSince1970: 5)

  // MARK: Beginning and end

  @Test func `a bound scope begins as a copy of the one around it`() {
    withEnvironment {
      $0.locale = { Locale(identifier: "de_DE") }
    } perform: {
      #expect(Env.date() == mockDate)
      #expect(Env.locale().identifier == "de_DE")
    }
  }

  @Test func `what a body writes ends with it`() {
    withEnvironment(Env) {
      Env.date = { [other] in other }
      #expect(Env.date() == other)
    }
    #expect(Env.date() == mockDate)
  }

  @Test func `reset in a body leaves the scope around it alone`() {
    withEnvironment(Env) { Env.reset() }
    #expect(Env.date() == mockDate)
  }

  @Test func `scopes nest, and the innermost counts`() {
    withEnvironment {
      $0.date = { .distantPast }
    } perform: {
      withEnvironment {
        $0.date = { .distantFuture }
      } perform: {
        #expect(Env.date() == .distantFuture)
      }
      #expect(Env.date() == .distantPast)
    }
  }

  @Test func `a body that throws ends its scope`() {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try withEnvironment(Env) {
        Env.date = { .distantPast }
        throw Refused()
      }
    }
    #expect(Env.date() == mockDate)
  }

  // MARK: Bodies

  @Test func `a body returns its value, which need not be Sendable`() async {
    final class Plain { var number = 1 }
    let made = withEnvironment(Env) { Plain() }
    let later = await withEnvironment(Env) {
      await Task.yield()
      return Plain()
    }
    #expect(made.number + later.number == 2)
  }

  @Test func `a body may throw in front of a macro only`() async throws {
    func number() throws -> Int { 1 }
    try withEnvironment(Env) { try #expect(number() == 1) }
    try withEnvironment {
      $0.date = { .distantPast }
    } perform: {
      try #expect(number() == 1)
    }
    func later() async throws -> Int { 2 }
    try await withEnvironment(Env) { try await #expect(later() == 2) }
    try await withEnvironment {
      $0.date = { .distantPast }
    } perform: {
      try await #expect(later() == 2)
    }
  }

  @Test func `the type of what a body throws is kept`() async {
    struct Refused: Error, Equatable { var code: Int }
    do throws(Refused) {
      try withEnvironment(Env) { () throws(Refused) in throw Refused(code: 1) }
    } catch {
      #expect(error.code == 1)
    }
    do throws(Refused) {
      try await withEnvironment(Env) { () async throws(Refused) in throw Refused(code: 2) }
    } catch {
      #expect(error.code == 2)
    }
  }

  @Test func `the type is kept where the environment is changed, too`() async throws {
    struct Refused: Error, Equatable { var code: Int }
    do throws(Refused) {
      try withEnvironment {
        $0.date = { .distantPast }
      } perform: { () throws(Refused) in
        throw Refused(code: 1)
      }
    } catch {
      #expect(error.code == 1)
    }
    do throws(Refused) {
      try await withEnvironment {
        $0.date = { .distantPast }
      } perform: { () async throws(Refused) in
        await Task.yield()
        throw Refused(code: 2)
      }
    } catch {
      #expect(error.code == 2)
    }
  }

  @Test func `a change may fail, or succeed where it could`() async throws {
    func date() throws -> Date { other }
    let date1 = try withEnvironment { environment in
      let date = try date()
      environment.date = { date }
    } perform: {
      Env.date()
    }
    let date2 = try await withEnvironment { environment in
      let date = try date()
      environment.date = { date }
    } perform: {
      await Task.yield()
      return Env.date()
    }
    #expect(date1 == other && date2 == other)
  }

  @Test func `a change that throws runs no body`() {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try withEnvironment { _ in
        throw Refused()
      } perform: {
        Issue.record("The body ran.")
      }
    }
  }

  @Test @MainActor func `an asynchronous body stays on the actor of its caller`() async {
    await withEnvironment(Env) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
    await EnvironmentScope.current.run {
      await Task.yield()
      MainActor.assertIsolated()
    }
    await withEnvironment {
      $0.date = { .distantPast }
    } perform: {
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  // MARK: What reaches a scope

  @Test func `child tasks and Task see the scope and write to it`() async {
    async let child = Env.date()
    #expect(await child == mockDate)
    await Task { Env.date = { [other] in other } }.value
    #expect(Env.date() == other)
  }

  @Test func `a task that outlives its body still sees its scope`() async {
    let gate = AsyncStream<Void>.makeStream()
    let late = withEnvironment {
      $0.date = { [other] in other }
    } perform: {
      Task {
        for await _ in gate.stream {}
        return Env.date()
      }
    }
    gate.continuation.finish()
    #expect(await late.value == other)
  }

  @Test func `a detached task sees its test's scope, and another one where that is carried there`() async {
    await withEnvironment {
      $0.date = { .distantFuture }
    } perform: {
      let scope = EnvironmentScope.current
      let (without, with) = await Task.detached { (Env.date(), scope.run { Env.date() }) }.value
      #expect(without == mockDate)
      #expect(with == .distantFuture)
    }
  }

  @Test func `a queue does not see the scope, unless it is carried there`() async {
    let scope = EnvironmentScope.current
    let (without, with) = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: (Env.date(), scope.run { Env.date() }))
      }
    }
    #expect(without != mockDate)
    #expect(with == mockDate)
  }

  @Test func `what is written in a carried scope is seen where it came from`() async {
    let scope = EnvironmentScope.current
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        scope.run { Env.date = { [other] in other } }
        continuation.resume()
      }
    }
    #expect(Env.date() == other)
  }

  @Test func `an asynchronous body can run in a carried scope`() async {
    let scope = EnvironmentScope.current
    let date = await Task.detached {
      await scope.run {
        await Task.yield()
        return await Task { Env.date() }.value
      }
    }.value
    #expect(date == mockDate)
  }

  // MARK: Memory

  @Test func `a scope lets go of everything when it ends`() {
    let counter = Counter()
    for _ in 0..<1_000 {
      withEnvironment(Env) {
        for _ in 0..<10 {
          let token = counter.token()
          Env.date = { token.date }
          // What has been read is kept until the end.
          _ = Env.locale()
        }
        #expect(counter.alive == 10)
      }
      #expect(counter.alive == 0)
    }
  }

  @Test func `a scope that is held lets go when its holder does`() {
    let counter = Counter()
    var scope: EnvironmentScope? = withEnvironment(Env) {
      let token = counter.token()
      Env.date = { token.date }
      return EnvironmentScope.current
    }
    #expect(counter.alive == 1)
    #expect(scope?.run { Env.date() } == .distantPast)
    scope = nil
    #expect(counter.alive == 0)
  }

  @Test func `what a scope of a changed copy holds lives as long as that, whatever else holds the closures`() {
    let counter = Counter()
    withEnvironment(Env) {
      let shared = counter.token()
      Env.date = { shared.date }
      for _ in 0..<100 {
        let own = counter.token()
        withEnvironment {
          $0.locale = { Locale(identifier: "\(own.date)") }
          #expect(counter.alive == 2)
        } perform: {
          #expect(Env.date() == .distantPast)
        }
      }
      #expect(Env.date() == .distantPast)
    }
    #expect(counter.alive == 0)
  }

  @Test func `a change that throws leaves nothing behind`() {
    struct Refused: Error {}
    let counter = Counter()
    #expect(throws: Refused.self) {
      try withEnvironment {
        let token = counter.token()
        $0.date = { token.date }
        throw Refused()
      } perform: {
        Issue.record("The body ran.")
      }
    }
    #expect(counter.alive == 0)
  }

  @Test func `merged writes are released as often as they are kept`() {
    let counter = Counter()
    withEnvironment(Env) {
      func change(_ environment: inout Environment) {
        let inner = counter.token()
        Env.date = { inner.date }
        let outer = counter.token()
        environment.locale = { Locale(identifier: "\(outer.date)") }
      }
      for _ in 0..<100 { change(&Env) }
      #expect(Env.date() == .distantPast)
    }
    #expect(counter.alive == 0)
  }

  @Test func `what an endpoint held may read and write Env as it goes`() {
    let seen = Locked<[Date]>([])
    final class Farewell: Sendable {
      let seen: Locked<[Date]>
      init(_ seen: Locked<[Date]>) { self.seen = seen }
      deinit {
        let date = Env.date()
        Env.date = { date + 1 }
        seen.withLock { $0.append(date) }
      }
    }
    withEnvironment(Env) {
      let farewell = Farewell(seen)
      Env.locale = { withExtendedLifetime(farewell) { Locale(identifier: "en") } }
    }
    #expect(seen.withLock { $0 } == [mockDate])
    #expect(Env.date() == mockDate + 1)
  }
}

/// Counts how many of its tokens are alive.
private final class Counter: Sendable {
  private let count = Locked(0)

  var alive: Int { count.withLock { $0 } }

  func token() -> Token { Token(self) }

  func change(by difference: Int) { count.withLock { $0 += difference } }

  final class Token: Sendable {
    private let counter: Counter
    let date = Date.distantPast

    init(_ counter: Counter) {
      self.counter = counter
      counter.change(by: 1)
    }

    deinit { counter.change(by: -1) }
  }
}
