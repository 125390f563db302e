import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// Work that goes on and on: it ends with an answer, and much work is not taken for it.
@Suite(.hidesKnownIssues, .environment(.mock))
struct LoopTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  @Test func `work that comes back at once forever is put off, with an issue that names it`() {
    Env = mockOfLowLimit
    let line = #line + 2
    @Sendable func again() {
      Env.scheduler().schedule { again() }
    }
    again()
    let count = Locked(0)
    Env.scheduler().schedule(after: .milliseconds(1)) { count.withLock { $0 += 1 } }
    withKnownIssue {
      Env.time.advance(by: .seconds(2))
    } matching: {
      $0.description.contains("LoopTests.swift:\(line)") && $0.description.contains("while time stood still")
    }
    #expect(Env.date() == start + 2)
    Env.scheduler().schedule { count.withLock { $0 += 1 } }
    Env.time.advance(by: .zero)
    #expect(count.withLock { $0 } == 2)
    // The loop itself goes on, slowly.
    #expect(Env.time.pending.count == 1)
  }

  @Test func `work put off can still be cancelled`() {
    Env = mockOfLowLimit
    let work = Locked<EnvironmentCancellation?>(nil)
    @Sendable func again() {
      let next = Env.scheduler().schedule { again() }
      work.withLock { $0 = next }
    }
    again()
    withKnownIssue { Env.time.advance(by: .zero) }
    work.withLock { $0 }?.cancel()
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `frames that a test makes by hand are not taken for work that comes back`() {
    Env = mockOfLowLimit
    let count = Locked(0)
    for frame in 0..<1_100 {
      Env.scheduler().schedule { count.withLock { $0 += 1 } }
      Env.time.advance(by: frame.isMultiple(of: 2) ? .zero : .milliseconds(1))
    }
    #expect(count.withLock { $0 } == 1_100)
  }

  @Test func `much work at one moment is not taken for work that comes back`() {
    Env = mockOfLowLimit
    let count = Locked(0)
    for _ in 0..<1_500 {
      Env.scheduler().schedule { Env.scheduler().schedule { count.withLock { $0 += 1 } } }
    }
    Env.time.advance(by: .zero)
    #expect(count.withLock { $0 } == 1_500)
  }

  @Test func `work that comes back at once forever is put off, and the body goes on`() async throws {
    @Sendable func again() {
      Env.scheduler().schedule { again() }
    }
    try await withKnownIssue {
      try await withVirtualTimeOfLowLimit {
        again()
        try await Env.sleep(for: .seconds(10))
        #expect(Env.time.pending.count == 1)
      }
    } matching: {
      $0.description.contains("while time stood still")
    }
  }

  @Test func `work that comes back at once forever is put off, whatever waits for it`() async {
    Env = mockOfLowLimit
    let isOver = Locked(false)
    @Sendable func again() {
      if !isOver.withLock({ $0 }) { Env.scheduler().schedule { again() } }
    }
    again()
    await withKnownIssue { await Env.time.settle() }
    await Env.time.advance(by: .seconds(3))
    isOver.withLock { $0 = true }
    await Env.time.run()
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `a long chain of work at one moment loses nothing`() async throws {
    let count = Locked(0)
    await withKnownIssue {
      try await withVirtualTimeOfLowLimit {
        for _ in 0..<2_010 {
          await takeTurn()
          count.withLock { $0 += 1 }
        }
      }
    }
    #expect(count.withLock { $0 } == 2_010)
  }

  @Test func `a higher limit lets a long chain of work at one moment end in time`() async throws {
    try await LoopWatch.$defaultLimit.withValue(1_000) {
      try await withVirtualTime(limit: 30_000) {
        for _ in 0..<2_010 { await takeTurn() }
        #expect(Env.clock.now.offset == .zero)
      }
    }
  }

  /// Waits for the scheduler's next turn.
  private func takeTurn() async {
    await withCheckedContinuation { continuation in Env.scheduler().schedule { continuation.resume() } }
  }

  @Test func `what is due one day beside a timer is waited for`() async throws {
    try await withVirtualTimeOfLowLimit {
      Env.scheduler().schedule(every: .seconds(10)) {}
      try await Task { try await Env.sleep(for: .seconds(100_000)) }.value
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      Env.scheduler().schedule(after: .seconds(100_000)) { continuation.finish() }
      for await _ in stream {}
      #expect(Env.clock.now.offset == .seconds(200_000))
    }
  }

  @Test func `a stuck body beside a timer ends with an error that names the timer`() async throws {
    let line = #line + 2
    func wait() async throws {
      try await withVirtualTimeOfLowLimit {
        Env.scheduler().schedule(every: .seconds(1)) {}
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }
    let error = await #expect(throws: StuckError.self) { try await wait() }
    #expect(error?.description.contains("Nothing but timers and loops") == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("LoopTests.swift:\(line + 1)") == true, "\(error?.description ?? "")")
  }

  @Test func `a body that sleeps long beside a timer is not stuck`() async throws {
    try await withVirtualTimeOfLowLimit {
      Env.scheduler().schedule(every: .seconds(1)) {}
      try await Env.sleep(for: .seconds(15_000))
    }
    try await withVirtualTimeOfLowLimit {
      async let child: Void = { for _ in 0..<12_000 { try await Env.sleep(for: .seconds(1)) } }()
      try await child
    }
  }

  /// A mock in which something is endless after a thousand rounds.
  private var mockOfLowLimit: Environment { LoopWatch.$defaultLimit.withValue(1_000) { .mock } }

  /// Runs `body` in virtual time, where something is endless after a thousand rounds.
  private func withVirtualTimeOfLowLimit(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await LoopWatch.$defaultLimit.withValue(1_000) { try await withVirtualTime(limit: 20_000) { try await body() } }
  }
}
