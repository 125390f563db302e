import Dispatch
import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// What ends, though it would go on or wait forever.
@Suite(.hidesKnownIssues, .environment(.mock))
struct LimitTests {
  private let start = Date(timeIntervalSince1970: 1_573_548_300)

  @Test func `a body that polls with sleeps ends with an error that names the place`() async throws {
    let line = #line + 3
    func poll() async throws {
      try await withVirtualTime(limit: 2_000) {
        while true { try await Env.sleep(for: .milliseconds(10)) }
      }
    }
    let error = await #expect(throws: StuckError.self) { try await poll() }
    #expect(error?.description.contains("LimitTests.swift:\(line)") == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("rounds") == true)
  }

  @Test func `a timer loop of the body that never ends does, with an error that names the place`() async throws {
    let line = #line + 3
    func tick() async throws {
      try await withVirtualTime(limit: 2_000) {
        for await _ in Env.timer(every: .seconds(1)) {}
      }
    }
    let error = await #expect(throws: StuckError.self) { try await tick() }
    #expect(error?.description.contains("LimitTests.swift:\(line)") == true, "\(error?.description ?? "")")
  }

  @Test func `a loop of sleeps that take no time ends, with an error that names the place`() async throws {
    let line = #line + 3
    func poll() async throws {
      try await withVirtualTime(patience: .milliseconds(100), limit: 2_000) {
        while true { try await Env.sleep(for: .zero) }
      }
    }
    let error = await #expect(throws: StuckError.self) { try await poll() }
    #expect(error?.description.contains("LimitTests.swift:\(line)") == true, "\(error?.description ?? "")")
  }

  @Test func `a loop of yields that never ends does`() async throws {
    await #expect(throws: StuckError.self) {
      try await withVirtualTime(limit: 5_000) {
        while !Task.isCancelled { await Task.yield() }
      }
    }
  }

  @Test(.whereYieldsShow) func `an endless loop of yields beside a timer is told with what is due`() async throws {
    let error = await #expect(throws: StuckError.self) {
      try await withVirtualTime(limit: 2_000) {
        let timer = Env.scheduler().schedule(every: .seconds(1)) {}
        defer { timer.cancel() }
        while !Task.isCancelled { await Task.yield() }
      }
    }
    #expect(error?.description.contains("what is due does not end them") == true, "\(error?.description ?? "")")
    #expect(error?.pending.count == 1)
  }

  @Test func `a loop of timeouts that have passed ends`() async throws {
    await #expect(throws: StuckError.self) {
      try await withVirtualTime(limit: 2_000) {
        while !Task.isCancelled { try? await Env.timeout(after: .zero) { try await Env.sleep(for: .seconds(1)) } }
      }
    }
  }

  @Test func `tasks may poll for what is under way outside`() async throws {
    try await withVirtualTime(limit: 5_000) {
      let isOver = Locked(false)
      async let answer: Void = Env.time.standingStill {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { continuation.resume() }
        }
        isOver.withLock { $0 = true }
      }
      while !isOver.withLock(\.self) { await Task.yield() }
      await answer
    }
  }

  @Test(.whereYieldsShow) func `an endless loop of yields is told with the function that it is in`() async throws {
    let error = await #expect(throws: StuckError.self) {
      try await withVirtualTime(limit: 5_000) { await SlowModel().poll {} }
    }
    #expect(error?.description.contains("SlowModel.poll(") == true, "\(error?.description ?? "")")
  }

  @Test(.whereYieldsShow) func `a loop of yields that outlives the body is told with its place, and stopped`()
    async throws
  {
    let count = Locked(0)
    // In no test's environment, since it holds its own forever.
    try await EnvironmentScope.root.run {
      try await withKnownIssue {
        try await withVirtualTime(limit: 5_000) {
          Task { await SlowModel().poll { count.withLock { $0 += 1 } } }
          try await Env.sleep(for: .seconds(1))
        }
      } matching: {
        $0.description.contains("runs without end") && $0.description.contains("SlowModel.poll(")
      }
    }
    let stopped = count.withLock { $0 }
    for _ in 0..<100 { await Task.yield() }
    #expect(count.withLock { $0 } == stopped)
  }

  @Test func `work that comes back without end when the body ends is no task that runs without end`() async throws {
    @Sendable func comeBack() { Env.scheduler().schedule { comeBack() } }
    try await withKnownIssue {
      try await LoopWatch.$defaultLimit.withValue(1_000) {
        try await withVirtualTime(limit: 2_000) {
          comeBack()
          try await Env.sleep(for: .seconds(1))
        }
      }
    } matching: {
      !$0.description.contains("runs without end")
    }
  }

  @Test func `a loop of yields that ignores its cancellation is left behind, and stopped`() async throws {
    let count = Locked(0)
    // In no test's environment, since it holds its own forever.
    let task = EnvironmentScope.root.run {
      Task.detached {
        try await withVirtualTime(limit: 5_000) {
          while true {
            await Task.yield()
            count.withLock { $0 += 1 }
          }
        }
      }
    }
    await #expect(throws: StuckError.self) { try await task.value }
    // The turn that was under way comes to its end: at the next yield, unless a yield is over before the task has suspended.
    var counted = -1
    for _ in 0..<100 where counted != count.withLock({ $0 }) {
      counted = count.withLock { $0 }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(count.withLock { $0 } == counted)
  }

  @Test(.whereYieldsShow)
  func `a run ends in which one task was stopped and another sleeps in real time`() async throws {
    // In no test's environment, since they hold theirs.
    try await EnvironmentScope.root.run {
      try await withKnownIssue {
        try await withVirtualTime(limit: 2_000) {
          Task { while true { await Task.yield() } }
          Task { try? await Task.sleep(for: .seconds(2)) }
          await Task.yield()
        }
      } matching: {
        $0.description.contains("runs without end") || $0.description.contains("still waits in Task.sleep")
      }
    }
  }

  @Test func `limits beyond all measure are none, and trap nothing`() async throws {
    for (patience, limit) in [(Duration.seconds(Int64.max), Int.max), (.seconds(Int64.min), .min)] {
      try await withVirtualTime(patience: patience, limit: limit) {
        try await Env.sleep(for: .seconds(1))
        await Task { await Task.yield() }.value
      }
    }
  }

  @Test func `a higher limit lets a long loop end`() async throws {
    try await withVirtualTime(limit: 10_000) { for _ in 0..<9_000 { try await Env.sleep(for: .seconds(1)) } }
    await #expect(throws: StuckError.self) {
      try await withVirtualTime(limit: 2_000) { for _ in 0..<9_000 { try await Env.sleep(for: .seconds(1)) } }
    }
  }

  // MARK: The real world

  @Test(.whereYieldsShow) func `a timeout that real waiting runs into says what virtual time does not wait for`()
    async throws
  {
    try await withVirtualTime {
      let error = await #expect(throws: EnvironmentTimeoutError.self) {
        // What comes from outside, and does not before the timeout cancels the wait for it.
        try await Env.timeout(after: .seconds(5)) { for await _ in AsyncStream<Int>.makeStream().stream {} }
      }
      #expect(error?.description.contains("Env.time.standingStill") == true, "\(error?.description ?? "")")
    }
  }

  @Test(.whereYieldsShow) func `a timer beside it does not keep that from being said`() async throws {
    try await withVirtualTime {
      let heartbeat = Task { for await _ in Env.timer(every: .seconds(1)) {} }
      let error = await #expect(throws: EnvironmentTimeoutError.self) {
        try await Env.timeout(after: .seconds(5)) { for await _ in AsyncStream<Int>.makeStream().stream {} }
      }
      #expect(error?.description.contains("Env.time.standingStill") == true, "\(error?.description ?? "")")
      heartbeat.cancel()
    }
  }

  @Test(.whereYieldsShow) func `timeouts around it, or beside it, do not keep that from being said`() async throws {
    try await withVirtualTime {
      let error = await #expect(throws: EnvironmentTimeoutError.self) {
        try await Env.timeout(after: .seconds(5)) {
          let nothing: @concurrent @Sendable () async -> Void = {
            for await _ in AsyncStream<Int>.makeStream().stream {}
          }
          async let other: Void = Env.timeout(after: .seconds(7), nothing)
          try await Env.timeout(after: .seconds(60), nothing)
          try await other
        }
      }
      #expect(error?.description.contains("Env.time.standingStill") == true, "\(error?.description ?? "")")
    }
  }

  @Test(.whereYieldsShow) func `a task beside it that sleeps for long leaves open what took so long`() async throws {
    try await withVirtualTime {
      let cache = Task { try await Env.sleep(for: .seconds(3_600)) }
      let error = await #expect(throws: EnvironmentTimeoutError.self) {
        try await Env.timeout(after: .seconds(5)) { for await _ in AsyncStream<Int>.makeStream().stream {} }
      }
      #expect(error?.description.contains("If it did not wait for virtual time") == true, "\(error?.description ?? "")")
      cache.cancel()
    }
  }

  @Test func `a task that polls in real time does not keep a stuck body from being given up`() async {
    var limits = VirtualTimeLimits(patience: .milliseconds(100), rounds: 0)
    limits.patienceWithPolls = .zero
    let run = VirtualTimeRun(limits: limits, place: nil)
    let error = await #expect(throws: StuckError.self) {
      try await run.perform(onHopeless: { _ in }) {
        let poller = Task { while !Task.isCancelled { try await Task.sleep(for: .milliseconds(50)) } }
        defer { poller.cancel() }
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }
    let text = error?.description ?? ""
    #expect(text.contains("tasks that wait in real time") || !Jobs.showYields, "\(text)")
  }

  @Test func `a body that polls in real time itself is left alone`() async throws {
    try await withVirtualTime(patience: .milliseconds(100)) {
      for _ in 0..<50 { try await Task.sleep(for: .milliseconds(50)) }
    }
  }

  @Test func `a timeout of something that sleeps in virtual time has no more to say`() async throws {
    try await withVirtualTime {
      let error = await #expect(throws: EnvironmentTimeoutError.self) {
        try await Env.timeout(after: .seconds(5)) { try await Env.sleep(for: .seconds(6)) }
      }
      #expect(error?.description.contains("standingStill") == false)
    }
  }

  @Test func `real waiting that time stands still for is not timed out`() async throws {
    try await withVirtualTime {
      let answer = try await Env.timeout(after: .seconds(5)) {
        await Env.time.standingStill {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
              continuation.resume(returning: 7)
            }
          }
        }
      }
      #expect(answer == 7 && Env.date() == start)
    }
  }

  @Test @MainActor func `time stands still for a body of the caller's actor, which may throw`() async throws {
    struct Refused: Error {}
    var count = 0
    await #expect(throws: Refused.self) {
      try await Env.time.standingStill {
        count += 1
        throw Refused()
      }
    }
    #expect(count == 1)
  }

  @Test func `a stuck body is given up, and the error says what it may wait for`() async throws {
    let error = await #expect(throws: StuckError.self) {
      try await withVirtualTime(patience: .milliseconds(100)) {
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }
    #expect(error?.description.contains("Env.time.standingStill") == true)
  }

  @Test func `a body that waits for something real is given more patience where that is asked for`() async throws {
    // More than the usual patience, of three seconds.
    try await withVirtualTime(patience: .seconds(60)) { await comeBackFromQueue(after: .milliseconds(3_500)) }
  }

  @Test func `a body is not given up while time stands still for what it waits for`() async throws {
    try await withVirtualTime(patience: .milliseconds(100)) {
      await Env.time.standingStill { await comeBackFromQueue(after: .milliseconds(1_500)) }
    }
  }

  #if !canImport(Darwin)
    @Test(.whereYieldsShow) func `a body in Task.sleep is not given up before that ends`() async throws {
      try await withVirtualTime(patience: .seconds(1)) {
        try await Task.sleep(for: .milliseconds(2_500))
      }
    }

    @Test(.whereYieldsShow) func `a task that goes on in Task.sleep after the run is told`() async throws {
      let task = Locked<Task<Void, any Error>?>(nil)
      try await withKnownIssue {
        try await withVirtualTime {
          let sleeping = Task { try await SlowModel().sleepForReal() }
          task.withLock { $0 = sleeping }
          try await Env.sleep(for: .seconds(60))
        }
      } matching: {
        $0.description.contains("Task.sleep (one task, in ") && $0.description.contains("SlowModel.sleepForReal()")
      }
      task.withLock { $0 }?.cancel()
    }

    @Test(.whereYieldsShow, arguments: RealSleep.allCases)
    func `each kind of Task.sleep is told with the function that waits`(kind: RealSleep) async throws {
      try await withVirtualTime {
        let error = await #expect(throws: EnvironmentTimeoutError.self) {
          try await Env.timeout(after: .seconds(5)) { try await kind.sleep() }
        }
        let description = error?.description ?? ""
        #expect(
          description.contains("Task.sleep (one task, in ") && description.contains("RealSleep.sleep"), "\(error)")
      }
    }

    enum RealSleep: CaseIterable {
      case forDuration, nanoseconds, until, clock, suspendingClock, inChild, inGroup, onMainActor

      func sleep() async throws {
        switch self {
        case .forDuration: try await Task.sleep(for: .seconds(3_600))
        case .nanoseconds: try await Task.sleep(nanoseconds: 3_600_000_000_000)
        case .until: try await Task.sleep(until: .now + .seconds(3_600), clock: .continuous)
        case .clock: try await ContinuousClock().sleep(for: .seconds(3_600))
        case .suspendingClock: try await SuspendingClock().sleep(for: .seconds(3_600))
        case .inChild:
          async let sleep: Void = Task.sleep(for: .seconds(3_600))
          try await sleep
        case .inGroup:
          try await withThrowingTaskGroup { group in
            group.addTask { try await Task.sleep(for: .seconds(3_600)) }
            try await group.waitForAll()
          }
        case .onMainActor: try await sleepOnMainActor()
        }
      }

      @MainActor private func sleepOnMainActor() async throws { try await Task.sleep(for: .seconds(3_600)) }
    }
  #endif

  @Test func `a task that has just left Task.sleep when the run ends is not told`() async throws {
    try await withVirtualTime {
      Task { try await Task.sleep(for: .milliseconds(20)) }
      try await Env.sleep(for: .seconds(60))
    }
  }

  // MARK: Executors of one's own

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test(.virtualTime) func `a sleep on an actor's own executor is exact, without a word`() async throws {
    let neighbour = Task { try await Env.sleep(for: .seconds(60)) }
    let queue = OwnQueue()
    for second in 1...20 {
      try await queue.sleep()
      #expect(Env.date() == start + Double(second))
    }
    neighbour.cancel()
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private actor OwnQueue {
    private let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func sleep() async throws { try await Env.sleep(for: .seconds(1)) }
    func advance() async { await Env.time.advance(by: .seconds(1)) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a sleep on an actor's own executor is exact while time stands still for it`() async throws {
    try await withVirtualTime {
      let neighbour = Task { try await Env.sleep(for: .seconds(60)) }
      try await Env.time.standingStill {
        let queue = OwnQueue()
        for second in 1...20 {
          try await queue.sleep()
          #expect(Env.date() == start + Double(second))
        }
      }
      neighbour.cancel()
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a move of time there is exact, too`() async throws {
    try await withVirtualTime {
      let neighbour = Task { try await Env.sleep(for: .seconds(60)) }
      await Env.time.standingStill {
        let queue = OwnQueue()
        for second in 1...20 {
          await queue.advance()
          #expect(Env.date() == start + Double(second))
        }
      }
      neighbour.cancel()
    }
  }

  @Test func `a sleep in a turn of an actor that someone else runs is not told`() async throws {
    // In a busy process, the other task continues late.
    try await withVirtualTime(patience: .seconds(60)) {
      let sleeper = Sleeper()
      let gate = DispatchSemaphore(value: 0)
      await Env.time.standingStill {
        await withCheckedContinuation { continuation in
          _ = EnvironmentScope.root.run {
            Task.detached { await sleeper.block(for: gate) { continuation.resume() } }
          }
        }
      }
      let sleep = Task { try await sleeper.sleep() }
      await Task.yield()
      gate.signal()
      try await sleep.value
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [true, false])
  func `a sleep of a task that prefers an executor of its own is exact, too`(isOnActor: Bool) async throws {
    try await withVirtualTime {
      let sleeper = Sleeper()
      try await Task(executorPreference: PreferredExecutor()) {
        // From here on, time waits for it. Where a task begins on such an executor, it does not show.
        try await Env.sleep(for: .seconds(1))
        let neighbour = Task { try await Env.sleep(for: .seconds(60)) }
        for second in 2...20 {
          if isOnActor { try await sleeper.sleep() } else { try await Env.sleep(for: .seconds(1)) }
          #expect(Env.date() == start + Double(second))
        }
        neighbour.cancel()
      }.value
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a sleep of a task that prefers the default executor is as any other`() async throws {
    let (holds, hold) = AsyncStream.makeStream(of: Void.self)
    let sleeper = Sleeper()
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await withVirtualTime {
          await sleeper.work {
            hold.finish()
            // The other test's task waits for this actor by then. It runs there next, on the same thread.
            let end = ContinuousClock.now + .milliseconds(20)
            while ContinuousClock.now < end {}
          }
        }
      }
      group.addTask {
        try await withVirtualTime {
          await Env.time.standingStill { for await _ in holds {} }
          try await withTaskExecutorPreference(globalConcurrentExecutor) {
            await sleeper.work {}
            try await Env.sleep(for: .seconds(1))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private actor Sleeper {
    func work(_ work: () -> Void) { work() }

    func block(for gate: DispatchSemaphore, _ begin: @Sendable () -> Void) {
      begin()
      gate.wait()
    }

    func sleep() async throws { try await Env.sleep(for: .seconds(1)) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "OwnQueue")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class PreferredExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "PreferredExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

private func comeBackFromQueue(after delay: DispatchTimeInterval) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { continuation.resume() }
  }
}

private struct SlowModel {
  func poll(_ look: () -> Void) async {
    while !Task.isCancelled {
      look()
      await Task.yield()
    }
  }

  func sleepForReal() async throws { try await Task.sleep(for: .seconds(3_600)) }
}
