import Foundation
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

/// What a test leaves behind.
@Suite(.hidesKnownIssues)
struct LeakTests {

  @Test func `a task that goes on is one issue, which names the test and what it asked first`() async throws {
    let messages = try await issues {
      let late = try await afterATest {
        for _ in 0..<3 { _ = (Env.calendar(), Env.environmentVariable("HOME"), Env.date()) }
        Env.reset()
      }
      await late.value
    }
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    let name = Test.current?.name ?? "?"
    #expect(message.contains("Env.calendar was called in the environment of \(name), which has ended"))
    #expect(message.contains("a task that the test started still runs. Wait for it in the test, or cancel it there."))
    #expect(!message.contains("object"))
    #expect(message.contains("which has ended, by closure #"), "\(message)")
  }

  // A task of no test wakes it when it has slept.
  @Test(arguments: [false, true])
  func `a late task that began on an actor is reported as a task, not as an object`(hasSlept: Bool) async throws {
    let messages = try await issues {
      let gate = AsyncStream.makeStream(of: Void.self)
      let late = Locked<Task<Void, Never>?>(nil)
      try await inATest {
        let task = await Cache().begin {
          for await _ in gate.stream { break }
          if hasSlept { try? await Task.sleep(for: .milliseconds(1)) }
          _ = Env.date()
        }
        late.withLock { $0 = task }
      }
      gate.continuation.yield()
      await late.withLock { $0 }?.value
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("a task that the test started still runs.") == true, "\(messages)")
  }

  @Test func `an object that such a task uses again is reported as an object`() async throws {
    let kept = Locked<CapturedEnvironment<AllEndpoints>?>(nil)
    let messages = try await issues {
      try await inATest { kept.withLock { $0 = CapturedEnvironment() } }
      try await inATest {
        await Cache().begin { _ = kept.withLock { $0 }?.run { Env.date() } }.value
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("an object that was made there") == true, "\(messages)")
  }

  @Test func `a sleep is called one`() async throws {
    let messages = try await issues {
      try await afterATest { try? await Env.sleep(for: .zero) }.value
    }
    #expect(messages.count == 1 && messages[0].contains("Env.sleep was called in the environment of"), "\(messages)")
  }

  @Test func `each task that goes on is an issue`() async throws {
    let messages = try await issues {
      let first = try await afterATest { _ = Env.date() }
      let second = try await afterATest { _ = Env.date() }
      await first.value
      await second.value
    }
    #expect(messages.count == 2)
  }

  @Test func `the issue says where the task slept when its test ended`() async throws {
    let late = Locked<Task<Void, any Error>?>(nil)
    let time = Locked<VirtualTime?>(nil)
    let line = #line + 5
    let messages = try await issues {
      try await inATest {
        time.withLock { $0 = Env.time }
        let task = Task {
          try await Env.sleep(for: .seconds(1))
          _ = Env.date()
        }
        while Env.time.pending.isEmpty { await Task.yield() }
        late.withLock { $0 = task }
      }
      await time.withLock { $0 }?.advance(by: .seconds(1))
      try await late.withLock { $0 }?.value
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("LeakTests.swift:\(line) when the test ended,") == true, "\(messages)")
  }

  // MARK: Cancelled tasks

  @Test func `a task that was cancelled may run out`() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let late = Locked<Task<Void, Never>?>(nil)
    try await inATest {
      let task = Task {
        for await _ in gate.stream {}
        // Cancelled, it goes round once more, and puts back what it has changed.
        _ = (Env.date(), Env.uuid())
        Env.hostName = { "" }
      }
      defer { task.cancel() }
      late.withLock { $0 = task }
    }
    await late.withLock { $0 }?.value
  }

  @Test func `a task that ignores its cancellation is an issue`() async throws {
    let messages = try await issues {
      let late = try await afterATest {
        withUnsafeCurrentTask { $0?.cancel() }
        for _ in 0..<10_000 { _ = Env.date() }
      }
      await late.value
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("still runs although it has been cancelled. End its loop") == true, "\(messages)")
  }

  @Test func `a task that was not cancelled is an issue, though the one that made it was`() async throws {
    let messages = try await issues {
      let gate = AsyncStream.makeStream(of: Void.self)
      let late = Locked<Task<Void, Never>?>(nil)
      try await inATest {
        let outer = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          let inner = Task {
            for await _ in gate.stream { break }
            _ = Env.date()
          }
          late.withLock { $0 = inner }
        }
        await outer.value
      }
      gate.continuation.yield()
      await late.withLock { $0 }?.value
    }
    #expect(messages.count == 1)
  }

  // MARK: What is used late

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
      }
      await late.value
    }
    #expect(messages.count { $0.contains("Env.hostName was called in the environment of") } == 1)
  }

  @Test func `late use of an environment that is made even later is an issue`() async throws {
    let messages = try await issues {
      let late = try await afterATest { withEnvironment(.mock) { _ = Env.uptime() } }
      await late.value
    }
    #expect(messages.count { $0.contains("Env.uptime was called in the environment of") } == 1)
  }

  @Test func `an object that is kept and used again is an issue that says so`() async throws {
    let kept = Locked<CapturedEnvironment<AllEndpoints>?>(nil)
    let messages = try await issues {
      try await inATest { kept.withLock { $0 = CapturedEnvironment() } }
      _ = kept.withLock { $0 }?.date()
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("Env.date was called") == true)
    #expect(messages.first?.contains("an object that was made there") == true)
    #expect(messages.first?.contains("task") == false)
  }

  @Test func `an object that is kept and not used again is none`() async throws {
    let kept = Locked<CapturedEnvironment<AllEndpoints>?>(nil)
    try await inATest {
      kept.withLock { $0 = CapturedEnvironment() }
      let owner = kept.withLock { $0 }
      Env.hostName = { "\(owner?.processIdentifier() ?? 0)" }
    }
    #expect(kept.withLock { $0 } != nil)
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
    inside place: @escaping @Sendable (() -> Void) -> Void = { $0() },
    _ body: @escaping @Sendable () async -> Void
  ) async throws -> Task<Void, Never> {
    let gate = AsyncStream.makeStream(of: Void.self)
    let late = Locked<Task<Void, Never>?>(nil)
    try await inATest {
      place {
        let task = Task {
          for await _ in gate.stream { break }
          await body()
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

/// Begins tasks on itself.
private actor Cache {
  func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    // With a use of `self`, the task begins on this actor.
    Task { await onThis(work) }
  }

  private func onThis(_ work: @Sendable () async -> Void) async { await work() }
}

extension EnvironmentEndpoints {
  fileprivate var leakedName: EnvironmentEndpoint<String> { EnvironmentEndpoint(live: "live", mock: "mock") }
}
