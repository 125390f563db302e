import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

/// Seeded orders of what may run next.
@Suite(.environment(.mock))
struct SeedTests {

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a race shows where an actor asks another one, with seeds and without`() async throws {
    var totals: [Int: Int] = [:]
    for seed in 0..<60 as Range<Int> {
      totals[try await withVirtualTime(seed: seed) { await depositTwice() }, default: 0] += 1
    }
    #expect(totals[1, default: 0] > 0 && totals[2, default: 0] > 0, "\(totals)")
    #expect(try await withVirtualTime { await depositTwice() } == 1)
  }

  @Test(.whereYieldsShow) func `a race on an actor shows in some orders and not in others`() async throws {
    var totals: [Int: Int] = [:]
    for seed in 0..<200 as Range<Int> {
      totals[try await withdrawTwice(seed: seed), default: 0] += 1
    }
    #expect(totals[0, default: 0] > 0)
    #expect(totals[50, default: 0] > 0)
    #expect(totals.count == 2, "\(totals)")
  }

  @Test(.whereYieldsShow) func `the same seed gives the same order`() async throws {
    for seed in 0..<20 as Range<Int> {
      let first = try await order(seed: seed)
      for _ in 0..<5 { #expect(try await order(seed: seed) == first) }
    }
  }

  @Test(.whereYieldsShow) func `different seeds give different orders`() async throws {
    var orders: Set<[Int]> = []
    for seed in 0..<50 as Range<Int> { orders.insert(try await order(seed: seed)) }
    #expect(orders.count > 25)
  }

  @Test(.whereYieldsShow, arguments: 0..<20)
  func `tasks that poll for what a later one does end with each seed`(seed: Int) async throws {
    try await withVirtualTime(seed: seed, limit: 50_000) {
      let isOver = Locked(false)
      await withTaskGroup { group in
        for _ in 0..<10 {
          group.addTask {
            while !isOver.withLock(\.self) { await Task.yield() }
          }
        }
        group.addTask {
          for _ in 0..<10 { await Task.yield() }
          isOver.withLock { $0 = true }
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `work that cancels other work of the same moment does so with each seed`(seed: Int) async throws {
    try await withVirtualTime(seed: seed) {
      let second = Locked<EnvironmentCancellation?>(nil)
      let hasRun = Locked(false)
      Env.scheduler().schedule(after: .seconds(1)) { second.withLock { $0 }?.cancel() }
      second.replace(
        with: Env.scheduler().schedule(after: .seconds(1)) { hasRun.replace(with: true) })
      try await Env.sleep(for: .seconds(2))
      #expect(hasRun.withLock { !$0 })
    }
  }

  @Test(.whereYieldsShow) func `a seed gives the same order on every machine`() async throws {
    let orders = [try await order(seed: 1), try await order(seed: 2)]
    #expect(orders == [[0, 0, 2, 2, 1, 1, 3, 3, 7, 5, 6, 4], [3, 2, 0, 1, 2, 0, 3, 1, 5, 4, 6, 7]])
  }

  @Test(.hidesKnownIssues) func `a run that throws names its seed`() async {
    await expectWarning("This failed with seed 7.") {
      await #expect(throws: Lost.self) { try await withVirtualTime(seed: 7) { () throws -> Void in throw Lost() } }
    }
  }

  @Test(.hidesKnownIssues) func `a run in which the test has an issue names its seed`() async throws {
    await expectWarning("This failed with seed 8.") {
      try? await withVirtualTime(seed: 8) {
        withKnownIssue {
          Issue.record("lost")
        } matching: { _ in
          false
        }
      }
    }
  }

  @Test(.hidesKnownIssues) func `a run that can never end names its seed`() async throws {
    await expectWarning("This failed with seed 9.") {
      await #expect(throws: StuckError.self) {
        try await withVirtualTime(seed: 9, patience: .milliseconds(100)) {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
    }
  }

  @Test(.hidesKnownIssues) func `a run that is cancelled names no seed`() async {
    let messages = await SendingRequests.issues(of: {
      let task = Task {
        try await withVirtualTime(seed: 10) {
          withUnsafeCurrentTask { $0?.cancel() }
          try await Env.sleep(for: .seconds(1))
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    })
    #expect(messages.isEmpty)
  }

  private struct Lost: Error {}

  private func expectWarning(_ message: String, _ body: () async -> Void) async {
    let messages = await SendingRequests.issues(of: body)
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }

  /// Tells in which order eight tasks take their turns.
  private func order(seed: Int) async throws -> [Int] {
    try await withVirtualTime(seed: seed) {
      let log = Locked<[Int]>([])
      await withTaskGroup { group in
        for number in 0..<4 {
          group.addTask {
            for _ in 0..<2 {
              await Task.yield()
              log.withLock { $0.append(number) }
            }
          }
        }
      }
      await withTaskGroup { group in
        for number in 4..<8 {
          group.addTask { await Task { log.withLock { $0.append(number) } }.value }
        }
      }
      return log.withLock { $0 }
    }
  }

  /// Makes two deposits, and returns the balance: 1 if the second began before the first had ended, else 2.
  private func depositTwice() async -> Int {
    let till = Till()
    await withTaskGroup { group in
      for _ in 0..<2 { group.addTask { await till.deposit() } }
    }
    return await till.balance
  }

  /// Two withdrawals of 50 from 50, of which one must be refused.
  private func withdrawTwice(seed: Int) async throws -> Int {
    try await withVirtualTime(seed: seed) {
      let account = Account()
      async let first = account.withdraw(50)
      async let second = account.withdraw(50)
      _ = await (first, second)
      return await account.overdraft
    }
  }
}

/// An account with the classic mistake: what it has read may be old when it writes.
private actor Account {
  private var balance = 50

  var overdraft: Int { max(0, -balance) }

  func withdraw(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    await authorize()
    balance -= amount
    return true
  }

  private nonisolated func authorize() async {
    await Task.yield()
  }
}

/// The same mistake, with a call of another actor.
private actor Till {
  private(set) var balance = 0
  private let journal = Journal()

  func deposit() async {
    let old = balance
    await journal.note()
    balance = old + 1
  }
}

private actor Journal {
  private var notes = 0

  func note() { notes += 1 }
}
