import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks

private typealias Locked = GlobalEnvironmentMocks.Locked

/// Work that goes on and on: it ends with an answer, and much work is not taken for it.
@Suite(.environment(.mock))
struct LoopTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  @Test func `work that comes back at once for ever is taken off, with an issue that names it`() {
    let line = #line + 2
    @Sendable func again() {
      Env.scheduler().schedule { again() }
    }
    again()
    Env.scheduler().schedule(after: .seconds(1)) { Env.locale = { Locale(identifier: "later") } }
    withKnownIssue {
      Env.time.advance(by: .seconds(2))
    } matching: {
      $0.description.contains("LoopTests.swift:\(line)") && $0.description.contains("while time stood still")
    }
    #expect(Env.date() == start + 2)
    #expect(Env.locale().identifier == "later")
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `much work at one moment is not taken for work that comes back`() {
    let count = Locked(0)
    for _ in 0..<150_000 {
      Env.scheduler().schedule { Env.scheduler().schedule { count.withLock { $0 += 1 } } }
    }
    Env.time.advance(by: .zero)
    #expect(count.withLock { $0 } == 150_000)
  }

  @Test func `work that comes back at once for ever is taken off, and the body goes on`() async throws {
    @Sendable func again() {
      Env.scheduler().schedule { again() }
    }
    try await withKnownIssue {
      try await withVirtualTimeOfLowLimit {
        again()
        try await Env.sleep(for: .seconds(1))
        #expect(Env.time.pending.isEmpty)
      }
    } matching: {
      $0.description.contains("while time stood still")
    }
  }

  @Test func `work that comes back at once for ever is taken off, whoever waits for it`() async {
    @Sendable func again() {
      Env.scheduler().schedule { again() }
    }
    Env = LoopWatch.$defaultLimit.withValue(1_000) { .mock }
    again()
    await withKnownIssue { await Env.time.settle() }
    #expect(Env.time.pending.isEmpty)
    again()
    await withKnownIssue { await Env.time.advance(by: .seconds(1)) }
    again()
    await withKnownIssue { await Env.time.run() }
    #expect(Env.date() == start + 1)
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

  /// Runs `body` in virtual time, where something is endless after a thousand rounds.
  private func withVirtualTimeOfLowLimit(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await LoopWatch.$defaultLimit.withValue(1_000) { try await withVirtualTime { try await body() } }
  }
}
