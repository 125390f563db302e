import Foundation
import Testing

@testable import GlobalEnvironmentTesting

/// What a test leaves behind.
struct LeakTests {

  @Test func `a late read is an issue that names the test and the endpoint, once`() async throws {
    let messages = try await issues {
      let late = try await afterATest {
        for _ in 0..<3 { _ = (Env.date(), Env.environmentVariable("HOME")) }
        _ = Env.calendar()
      }
      await late.value
    }
    #expect(messages.contains { $0.contains("Env.date was called in the environment of") })
    #expect(messages.contains { $0.contains("Env.environmentVariable was called") })
    #expect(messages.contains { $0.contains("Env.calendar was called") })
    #expect(!messages.contains { $0.contains("Env.locale") || $0.contains("Env.timeZone") })
    #expect(messages.count { $0.contains("Env.date was called") } == 1)
    #expect(messages.allSatisfy { $0.contains(Test.current?.name ?? "?") }, "\(messages)")
  }

  @Test func `a late write is an issue`() async throws {
    let messages = try await issues {
      let late = try await afterATest { Env.date = { .distantPast } }
      await late.value
    }
    #expect(messages.count { $0.contains("Env was assigned in the environment of") } == 1)
  }

  @Test func `a late read of an own endpoint is an issue that names it`() async throws {
    let messages = try await issues {
      let late = try await afterATest { for _ in 0..<3 { _ = Env.leakedName } }
      await late.value
    }
    #expect(messages.count { $0.contains("Env.leakedName, declared at GlobalEnvironmentTestingTests/LeakTests") } == 1)
  }

  @Test func `late use of an environment that was made inside the test is an issue`() async throws {
    let messages = try await issues {
      let late = try await afterATest(inside: { withEnvironment({ $0.hostName = { "inner" } }, perform: $0) }) {
        _ = Env.hostName()
        Env.reset()
      }
      await late.value
    }
    #expect(messages.count { $0.contains("Env.hostName was called in the environment of") } == 1)
    #expect(messages.count { $0.contains("Env was assigned in the environment of") } == 1)
  }

  @Test func `late use of an environment that is made even later is an issue`() async throws {
    let messages = try await issues {
      let late = try await afterATest { withEnvironment(.mock) { _ = Env.uptime() } }
      await late.value
    }
    #expect(messages.count { $0.contains("Env.uptime was called in the environment of") } == 1)
  }

  @Test func `what holds an environment that was made inside the test is told`() async throws {
    let kept = Locked<[Captured<AllEndpoints>]>([])
    let messages = try await issues {
      try await inATest {
        withEnvironment(.mock) { kept.withLock { $0.append(Captured()) } }
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("Something holds the environment of") == true)
  }

  @Test func `what holds the environment when its test has ended is told`() async throws {
    let kept = Locked<[Captured<AllEndpoints>]>([])
    let messages = try await issues {
      try await inATest { kept.withLock { $0.append(Captured()) } }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("Something holds the environment of") == true)
  }

  @Test @MainActor func `a test that was cancelled has as long to let go as others`() async throws {
    let end = TestEnd(of: try #require(Test.current))
    let family = ScopeFamily()
    let kept = Locked<EnvironmentScope?>(EnvironmentScope(.mock, in: family))
    let waiting = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      await end.awaitRelease(of: family, looks: 10_000)
    }
    // On the same actor: not before the other waits.
    await Task { @MainActor in kept.withLock { $0 = nil } }.value
    await waiting.value
  }

  @Test func `the issue of late use tells of objects that are kept, too`() async throws {
    let kept = Locked<Captured<AllEndpoints>?>(nil)
    let messages = try await issues {
      try await inATest { kept.withLock { $0 = Captured() } }
      _ = kept.withLock { $0 }?.date()
    }
    #expect(messages.contains { $0.contains("Env.date was called") && $0.contains("an object that was made there") })
  }

  @Test func `an endpoint that captures an object of its own environment is told`() async throws {
    final class Owner: Sendable { let env = Captured() }
    let messages = try await issues {
      try await inATest {
        let owner = Owner()
        Env.hostName = { "\(owner.env.processIdentifier())" }
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("an endpoint that the test set and that captures such an object") == true)
  }

  @Test func `a test that waits for what it started leaves nothing`() async throws {
    try await inATest {
      let task = Task { Env.date() }
      _ = await task.value
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async(
          execute: carryingEnvironment { [date = Env.date] in
            _ = date()
            continuation.resume()
          })
      }
      Env.locale = { Locale(identifier: "de_DE") }
    }
  }

  @Test func `what the endpoints of a test captured goes with it`() async throws {
    final class Token: Sendable {}
    let reference = Locked<() -> Token?>({ nil })
    try await inATest {
      let token = Token()
      reference.withLock { $0 = { [weak token] in token } }
      Env.date = { withExtendedLifetime(token) { .distantPast } }
      Env.standardOutput = { _ in _ = token }
    }
    #expect(reference.withLock { $0() } == nil)
  }

  /// Runs `body` as a test with an environment of its own.
  private func inATest(_ body: @concurrent @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    let trait: EnvironmentTrait = .environment(.mock)
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  }

  /// Starts `body` in a test, and lets it go on when that has ended.
  ///
  /// - Parameter place: Runs what starts it.
  private func afterATest(
    inside place: @escaping @Sendable (() -> Void) -> Void = { $0() }, _ body: @escaping @Sendable () -> Void
  ) async throws -> Task<Void, Never> {
    let gate = AsyncStream.makeStream(of: Void.self)
    let late = Locked<Task<Void, Never>?>(nil)
    try await inATest {
      place {
        let task = Task {
          for await _ in gate.stream { break }
          body()
        }
        late.withLock { $0 = task }
      }
    }
    gate.continuation.yield()
    return try #require(late.withLock { $0 })
  }

  /// Returns the issues that `body` records.
  private func issues(of body: () async throws -> Void) async throws -> [String] {
    let messages = Locked<[String]>([])
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      messages.withLock { $0.append(issue.description) }
      return true
    }
    return messages.withLock { $0 }
  }
}

extension Endpoints {
  fileprivate var leakedName: Endpoint<String> { Endpoint(live: "live", mock: "mock") }
}
