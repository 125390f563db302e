import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// Answers that a test gives later.
@Suite(.hidesKnownIssues, .environment(.mock))
struct PendingAnswerTests {

  @Test func `a cancelled call throws, and is recorded as cancelled`() async {
    let spy = ThrowingSpy<Int, Int>()
    let answer = spy.stubPending()
    let task = Task { try await spy.call(1) }
    while answer.waitingCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(spy.calls.last?.isCancelled == true)
    #expect(spy.calls.last?.error is CancellationError)
    #expect(answer.waitingCount == 0)
  }

  @Test func `a call of a cancelled task does not wait`() async throws {
    let spy = ThrowingSpy<Int, Int>()
    let answer = spy.stubPending()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await spy.call(1)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    answer.resolve(returning: 1)
    #expect(try await spy.call(2) == 1)
  }

  @Test func `a cancelled call that cannot throw waits on, and is recorded as cancelled`() async {
    let spy = Spy<Int, Int>(placeholder: 0)
    let answer = spy.stubPending()
    let task = Task { await spy.call(1) }
    while answer.waitingCount == 0 { await Task.yield() }
    task.cancel()
    #expect(spy.calls.last?.isCancelled == true)
    #expect(answer.waitingCount == 1)
    answer.resolve(returning: 2)
    #expect(await task.value == 2)
  }

  @Test func `a second resolution is an issue at its line, and changes nothing`() async {
    let spy = Spy<Int, Int>(placeholder: 0)
    let answer = spy.stubPending()
    answer.resolve(returning: 1)
    let line: Int = #line + 2
    withKnownIssue {
      answer.resolve(returning: 2)
    } matching: {
      $0.description.contains("has been resolved before") && $0.sourceLocation?.line == line
    }
    #expect(await spy.call(1) == 1)
  }

  @Test func `a synchronous call cannot wait, which is an issue`() throws {
    let spy = ThrowingSpy<Int, Int>()
    let answer = spy.stubPending()
    withKnownIssue {
      #expect(throws: UnstubbedCallError.self) { try spy.call(1) }
    } matching: {
      $0.description.contains("was called synchronously")
    }
    answer.resolve(returning: 3)
    #expect(try spy.call(1) == 3)
  }

  @Test func `it may be resolved after the call`() async throws {
    let spy = ThrowingSpy<Int, String>()
    let answer = spy.stubPending()
    let task = Task { try await spy.call(1) }
    while answer.waitingCount == 0 { await Task.yield() }
    #expect(spy.calls.last?.outcome == nil)
    answer.resolve(returning: "late")
    #expect(try await task.value == "late")
    #expect(spy.calls.last?.result == "late")
  }

  @Test func `it may be resolved before the call`() async throws {
    let spy = ThrowingSpy<Int, String>()
    spy.stubPending().resolve(returning: "early")
    #expect(try await spy.call(1) == "early")
    #expect(try await spy.call(2) == "early")
  }

  @Test func `it may be resolved with an error`() async {
    let spy = ThrowingSpy<Int, String>()
    spy.stubPending().resolve(throwing: URLError(.timedOut))
    await #expect(throws: URLError.self) { try await spy.call(1) }
  }

  @Test func `all calls that wait get the answer`() async {
    let spy = Spy<Int, Int>(placeholder: 0)
    let answer = spy.stubPending()
    let results = await withTaskGroup { group in
      for number in 0..<1_000 { group.addTask { await spy.call(number) } }
      while answer.waitingCount < 1_000 { await Task.yield() }
      answer.resolve(returning: 7)
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: 7, count: 1_000))
  }

  @Test func `answers that come later stand in line with others`() async throws {
    let spy = ThrowingSpy<Int, Int>()
    let second = PendingAnswer<Int, any Error>()
    spy.stub(.returns(1), .waits(for: second), .returns(3))
    #expect(try await spy.call(0) == 1)
    async let waiting = spy.call(0)
    while second.waitingCount == 0 { await Task.yield() }
    #expect(try await spy.call(0) == 3)
    second.resolve(returning: 2)
    #expect(try await waiting == 2)
  }

  @Test func `an answer that comes while tasks are cancelled leaves nobody waiting`() async {
    for round in 0..<200 {
      let spy = ThrowingSpy<Int, Int>()
      let answer = spy.stubPending()
      let tasks = (0..<8).map { number in Task { try await spy.call(number) } }
      if round % 2 == 0 { await Task.yield() }
      async let cancelled: Void = { for task in tasks { task.cancel() } }()
      answer.resolve(returning: 1)
      await cancelled
      for task in tasks { _ = await task.result }
      #expect(answer.waitingCount == 0)
      #expect(spy.calls.allSatisfy { $0.outcome != nil })
    }
  }

  // MARK: Fallbacks

  @Test(.virtualTime) func `it falls back when the first call has waited for that long`() async throws {
    let spy = ThrowingSpy<Int, String>()
    let answer = spy.stubPending(or: .success("late"), after: .seconds(60))
    let start = Env.date()
    try await Env.sleep(for: .seconds(5))
    async let second = { () async throws -> String in
      try await Env.sleep(for: .seconds(30))
      return try await spy.call(2)
    }()
    #expect(try await spy.call(1) == "late")
    #expect(Env.date() == start + 65)
    #expect(try await second == "late")
    #expect(Env.date() == start + 65)
    #expect(answer.waitingCount == 0)
  }

  @Test(.virtualTime) func `it does not fall back when it was resolved before`() async throws {
    let spy = ThrowingSpy<Int, String>()
    let answer = spy.stubPending(or: .failure(URLError(.timedOut)), after: .seconds(60))
    let start = Env.date()
    let call = Task { try await spy.call(1) }
    try await Env.sleep(for: .seconds(30))
    answer.resolve(returning: "early")
    #expect(try await call.value == "early")
    try await Env.sleep(for: .seconds(60))
    #expect(try await spy.call(2) == "early")
    #expect(Env.date() == start + 90)
  }

  @Test(.virtualTime) func `the time of a fallback begins again when its calls are cancelled`() async throws {
    let spy = ThrowingSpy<Int, String>()
    spy.stubPending(or: .success("late"), after: .seconds(60))
    let start = Env.date()
    let call = Task { try await spy.call(1) }
    try await Env.sleep(for: .seconds(30))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    try await Env.sleep(for: .seconds(60))
    #expect(try await spy.call(2) == "late")
    #expect(Env.date() == start + 150)
  }

  @Test(.virtualTime) func `a resolution after the fallback is an issue`() async {
    let spy = Spy<Int, Int>(placeholder: 0)
    let answer = spy.stubPending(or: .success(1), after: .seconds(60))
    #expect(await spy.call(1) == 1)
    withKnownIssue {
      answer.resolve(returning: 2)
    } matching: {
      $0.description.contains("or has fallen back")
    }
  }

  // MARK: Virtual time

  @Test(.virtualTime) func `time goes on while a call waits`() async throws {
    let spy = ThrowingSpy<Int, String>()
    let answer = spy.stubPending()
    let start = Env.date()
    let task = Task {
      let text = try await spy.call(1)
      return (text, Env.date())
    }
    try await Env.sleep(for: .seconds(3600))
    #expect(answer.waitingCount == 1)
    answer.resolve(returning: "now")
    let (text, date) = try await task.value
    #expect(text == "now")
    #expect(date == start + 3600)
    #expect(spy.calls.last?.date == start)
  }

  @Test(.virtualTime) func `a call that nobody resolves times out in virtual time`() async throws {
    let spy = ThrowingSpy<Int, String>()
    let answer = spy.stubPending()
    await #expect(throws: EnvironmentTimeoutError.self) {
      try await Env.timeout(after: .seconds(30)) { try await spy.call(1) }
    }
    #expect(spy.calls.last?.isCancelled == true)
    #expect(answer.waitingCount == 0)
  }

  @Test func `a body that waits for what nobody resolves is stuck, and the call is cancelled`() async {
    let spy = ThrowingSpy<Int, String>()
    _ = spy.stubPending()
    await #expect(throws: StuckError.self) {
      try await withVirtualTime { _ = try await spy.call(1) }
    }
    #expect(spy.calls.last?.isCancelled == true)
  }

  @Test func `a stuck body names the answers that nobody has resolved, and how to go on`() async throws {
    let spy = ThrowingSpy<Int, String>()
    let place = "GlobalEnvironmentMocksTests/PendingAnswerTests.swift"
    let line = #line + 1
    _ = spy.stubPending()
    func wait() async throws {
      try await withVirtualTime { _ = try await spy.call(1) }
    }
    let error = await #expect(throws: StuckError.self) { try await wait() }
    let text = try #require(error).description
    #expect(text.contains("Waiting: a call at \(place):\(line + 2) of the spy made at \(place):\(line - 3)"), "\(text)")
    #expect(text.contains("whose answer of \(place):\(line) is not resolved"), "\(text)")
    #expect(text.contains("answer.resolve(returning: …)") && !text.contains("Nothing waits for time"), "\(text)")
  }

  @Test func `a stuck body does not name answers that were resolved, or whose call was cancelled`() async throws {
    let (first, second) = (ThrowingSpy<Int, String>(), ThrowingSpy<Int, String>())
    let (resolved, _) = (first.stubPending(), second.stubPending())
    let error = await #expect(throws: StuckError.self) {
      try await withVirtualTime {
        let answered = Task { try await first.call(1) }
        let cancelled = Task { try await second.call(1) }
        try await Env.sleep(for: .seconds(1))
        resolved.resolve(returning: "")
        cancelled.cancel()
        _ = try await answered.value
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }
    let text = try #require(error).description
    #expect(!text.contains("resolved") && text.contains("Nothing waits for time"), "\(text)")
  }

  @Test(.virtualTime(seeds: 0..<20)) func `calls that wait are resolved in any order of tasks`() async throws {
    let spy = Spy<Int, Int>(placeholder: 0)
    let answer = spy.stubPending()
    let tasks = (0..<5).map { number in Task { await spy.call(number) } }
    try await Env.sleep(for: .seconds(1))
    answer.resolve(returning: 9)
    for task in tasks { #expect(await task.value == 9) }
  }
}
