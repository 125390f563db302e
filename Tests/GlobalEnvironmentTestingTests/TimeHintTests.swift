import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import GlobalEnvironmentTime
import HidingKnownIssues
import SendingRequests
import Testing

/// What a test is told where it may have advanced time too little.
@Suite(.hidesKnownIssues)
struct TimeHintTests {
  /// Returns the issues of a test with this body.
  private func issues(
    of trait: EnvironmentTrait = .environment(.mock), _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    return await SendingRequests.issues {
      do { try await trait.provideScope(for: test, testCase: nil, performing: body) } catch { Issue.record(error) }
    }
  }

  @Test func `beside a failed expectation, the time and the next deadline are told`() async throws {
    let line = #line + 6
    let messages = try await issues {
      let isDone = Locked(false)
      Env.scheduler().schedule(after: .seconds(9)) {}
      Env.scheduler().schedule(after: .seconds(3)) { isDone.replace(with: true) }
      await Env.time.advance(by: .seconds(2))
      #expect(isDone.withLock { $0 })
    }
    #expect(messages.count == 2, "\(messages)")
    let hint = try #require(messages.last)
    #expect(hint.hasPrefix("TimeHintTests.swift:\(line): "), "\(hint)")
    let next = "Next, in 1.0 seconds, comes work (GlobalEnvironmentTestingTests/TimeHintTests.swift:\(line - 2))."
    #expect(hint.contains("Time stands at 2019-11-12T08:45:02.000Z. \(next)"), "\(hint)")
  }

  @Test func `so are they in virtual time`() async throws {
    let messages = try await issues(of: .virtualTime) {
      let isDone = Locked(false)
      Task {
        try await Env.sleep(for: .seconds(3))
        isDone.replace(with: true)
      }
      try await Env.sleep(for: .seconds(2))
      #expect(isDone.withLock { $0 })
    }
    #expect(
      messages.count == 2 && messages.last?.contains("Next, in 1.0 seconds, comes a sleep") == true, "\(messages)")
  }

  @Test func `a sleep that is due at the same moment is told`() async throws {
    let messages = try await issues(of: .virtualTime) {
      let isDone = Locked(false)
      Task {
        try await Env.sleep(for: .seconds(3))
        isDone.replace(with: true)
      }
      try await Env.sleep(for: .seconds(3))
      #expect(isDone.withLock { $0 })
    }
    #expect(messages.count == 2, "\(messages)")
    #expect(messages.last?.contains("Still due at this moment: a sleep (") == true, "\(messages)")
  }

  @Test(.enabled(if: Jobs.showYields, "The runtime's hooks do not show Task.sleep."))
  func `a task that waits in Task.sleep is told`() async throws {
    let messages = try await issues(of: .virtualTime) {
      let task = Task { try await Task.sleep(for: .seconds(60)) }
      try await Env.sleep(for: .seconds(60))
      #expect(Bool(false))
      task.cancel()
    }
    #expect(messages.count == 2, "\(messages)")
    #expect(messages.last?.contains("Task.sleep takes real time") == true, "\(messages)")
  }

  @Test func `they are told once`() async throws {
    let messages = try await issues {
      Env.scheduler().schedule(after: .seconds(3)) {}
      for _ in 0..<3 { #expect(Bool(false)) }
    }
    #expect(messages.count == 4, "\(messages)")
  }

  @Test func `an expectation fails as ever where nothing waits`() async throws {
    let messages = try await issues {
      Env.scheduler().schedule(after: .seconds(3)) {}
      await Env.time.advance(by: .seconds(3))
      #expect(Bool(false))
    }
    #expect(messages.count == 1, "\(messages)")
  }

  @Test func `no other issue is told more, nor one that is known, nor a test that passes`() async throws {
    let messages = try await issues {
      Env.scheduler().schedule(after: .seconds(3)) {}
      withKnownIssue { #expect(Bool(false)) }
      Issue.record("another")
    }
    #expect(messages.count == 1, "\(messages)")
    #expect(try await issues { Env.scheduler().schedule(after: .seconds(3)) {} }.isEmpty)
  }
}
