import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// `Env.sleep`, `Env.clock`, `Env.timer` and `Env.timeout` in virtual time.
@Suite(.hidesKnownIssues, .virtualTime)
struct SleepTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  private var elapsed: Double { Env.date().timeIntervalSince(start) }

  // MARK: Sleep

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func `a sleep that is over before it began returns at once`(duration: Duration) async throws {
    try await Env.sleep(for: duration)
    #expect(elapsed == 0)
  }

  @Test func `a sleep until a deadline ends there, and at once when that has passed`() async throws {
    let deadline = Env.clock.now.advanced(by: .seconds(5))
    try await Env.sleep(until: deadline)
    #expect(elapsed == 5)
    try await Env.sleep(until: deadline)
    try await Env.sleep(until: deadline.advanced(by: .seconds(-1)))
    #expect(elapsed == 5)
  }

  @Test func `a sleep that is cancelled before it begins throws at once`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await Env.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(elapsed == 0)
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `a sleep that is cancelled meanwhile throws at once`() async throws {
    let task = Task { try await Env.sleep(for: .seconds(10)) }
    try await Env.sleep(for: .seconds(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(elapsed == 1)
  }

  @Test func `a sleep that is cancelled afterwards has ended well`() async throws {
    let task = Task { try await Env.sleep(for: .seconds(1)) }
    try await Env.sleep(for: .seconds(2))
    task.cancel()
    try await task.value
  }

  @Test func `a thousand sleeps cancelled in every order end, once each`() async {
    await withTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask {
          let task = Task { try await Env.sleep(for: .milliseconds(number % 10)) }
          if number.isMultiple(of: 3) { await Task.yield() }
          if number.isMultiple(of: 2) { task.cancel() }
          _ = await task.result
        }
      }
    }
    #expect(Env.time.pending.isEmpty)
  }

  // MARK: Clock

  @Test func `code that takes any clock follows the environment`() async throws {
    func twice(on clock: some Clock<Duration>) async throws {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(1))
    }
    let taken = try await Env.clock.measure { try await twice(on: Env.clock) }
    #expect(taken == .seconds(2))
    #expect(elapsed == 2)
  }

  @Test func `measuring ends at once when what is measured is cancelled, before or meanwhile`() async throws {
    for isBefore in [true, false] {
      let task = Task {
        if isBefore { withUnsafeCurrentTask { $0?.cancel() } }
        return try await Env.clock.measure { try await Env.clock.sleep(for: .seconds(100)) }
      }
      try await Env.sleep(for: .seconds(1))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(elapsed == 2)
  }

  @Test func `moments beyond the end of time do not trap`() {
    let end = Env.clock.now.advanced(by: .seconds(Int64.max)).advanced(by: .seconds(Int64.max))
    #expect(end == end.advanced(by: .seconds(1)))
    #expect(end > Env.clock.now)
    let beginning = Env.clock.now.advanced(by: .seconds(Int64.min)).advanced(by: .seconds(Int64.min))
    #expect(beginning.duration(to: end) > .zero)
    let first = EnvironmentClock.Instant(offset: .seconds(Int64.min) * 18)
    #expect(first.duration(to: EnvironmentClock.Instant(offset: .seconds(Int64.max) * 18)) > .zero)
  }

  // MARK: Timer

  @Test func `a timer ticks at each multiple of its interval, however long the body of the loop takes`() async throws {
    var ticks: [Double] = []
    for await _ in Env.timer(every: .milliseconds(500)) {
      ticks.append(elapsed)
      try await Env.sleep(for: .milliseconds(200))
      if ticks.count == 4 { break }
    }
    #expect(ticks == [0.5, 1, 1.5, 2])
  }

  @Test func `a timer whose loop is late gives one tick for all that were missed`() async throws {
    var ticks: [Double] = []
    for await _ in Env.timer(every: .seconds(1)) {
      ticks.append(elapsed)
      if ticks.count == 1 { try await Env.sleep(for: .milliseconds(2500)) }
      if ticks.count == 4 { break }
    }
    #expect(ticks == [1, 3.5, 4, 5])
  }

  @Test func `a timer ends when its task is cancelled, before or meanwhile`() async throws {
    for isBefore in [true, false] {
      let task = Task {
        if isBefore { withUnsafeCurrentTask { $0?.cancel() } }
        var count = 0
        for await _ in Env.timer(every: .seconds(1)) { count += 1 }
        return count
      }
      try await Env.sleep(for: .milliseconds(2500))
      task.cancel()
      #expect(await task.value == (isBefore ? 0 : 2))
    }
  }

  @Test func `a timer without a positive interval is an issue, and gives no tick`() async {
    await withKnownIssue {
      for await _ in Env.timer(every: .zero) { Issue.record("It ticked.") }
    } matching: {
      $0.description.contains("longer than zero") && $0.sourceLocation?.fileName == "SleepTests.swift"
    }
  }

  // MARK: Timeout

  @Test func `what ends in time returns its value`() async throws {
    let value = try await Env.timeout(after: .seconds(2)) {
      try await Env.sleep(for: .seconds(1))
      return 7
    }
    #expect(value == 7)
    #expect(elapsed == 1)
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `what takes too long is cancelled, with an error that tells the limit and the place`() async {
    let line = #line + 2
    func work() async throws {
      try await Env.timeout(after: .seconds(2)) { try await Env.sleep(for: .seconds(3)) }
    }
    let error = await #expect(throws: EnvironmentTimeoutError.self) { try await work() }
    #expect(elapsed == 2)
    #expect(error?.limit == .seconds(2))
    #expect(
      error?.description == """
        Timed out: not finished after 2.0 seconds, the limit given at \
        GlobalEnvironmentTimeTests/SleepTests.swift:\(line).
        """)
  }

  @Test func `what fails in time throws its error`() async {
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await Env.timeout(after: .seconds(2)) { throw Refused() } }
    #expect(elapsed == 0)
  }

  @Test func `cancelling what has a timeout cancels the body, whose answer counts`() async throws {
    for isBefore in [true, false] {
      let task = Task {
        if isBefore { withUnsafeCurrentTask { $0?.cancel() } }
        return try await Env.timeout(after: .seconds(100)) {
          do {
            try await Env.sleep(for: .seconds(50))
            return "slept"
          } catch {
            return "cancelled"
          }
        }
      }
      try await Env.sleep(for: .seconds(1))
      task.cancel()
      #expect(try await task.value == "cancelled")
    }
    #expect(elapsed == 2)
  }

  @Test func `a limit that has passed already times out what must wait`() async {
    await #expect(throws: EnvironmentTimeoutError.self) {
      try await Env.timeout(after: .seconds(-1)) { try await Env.sleep(for: .seconds(1)) }
    }
    #expect(elapsed == 0)
  }

  @Test func `a limit before the beginning of time is one that has passed, and traps nothing`() async {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    await #expect(throws: EnvironmentTimeoutError.self) {
      try await Env.timeout(after: Duration(attoseconds: .min)) { try await Env.sleep(for: .seconds(1)) }
    }
  }
}
