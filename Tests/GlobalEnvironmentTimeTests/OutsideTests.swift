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

/// What a run in virtual time does about the real world, and about other runs.
@Suite(.hidesKnownIssues, .environment(.mock))
struct OutsideTests {

  @Test func `time waits for what is under way outside, and nothing counts as stuck meanwhile`() async throws {
    for _ in 0..<20 {
      try await withVirtualTime {
        let time = Env.time
        async let timeout: Void = Env.sleep(for: .seconds(10))
        await time.standingStill {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume() }
          }
        }
        #expect(Env.clock.now.offset == .zero)
        try await timeout
      }
    }
  }

  @Test func `a task that goes on after something outside does so before time moves`() async throws {
    for _ in 0..<50 {
      try await withVirtualTime {
        let time = Env.time
        let isInOrder = Locked(false)
        let task = Task {
          await time.standingStill {
            await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
          }
          let before = Env.clock.now
          for _ in 0..<1_000 { _ = Env.date() }
          isInOrder.withLock { $0 = Env.clock.now == before && before.offset == .zero }
        }
        try await Env.sleep(for: .seconds(1))
        await task.value
        #expect(isInOrder.withLock { $0 })
      }
    }
  }

  @Test func `time moves while the task sleeps by it for which it stands still`() async throws {
    try await withVirtualTime {
      let start = Env.date()
      let neighbour = Task { try await Env.sleep(for: .seconds(90)) }
      try await Env.time.standingStill {
        try await Env.sleep(for: .seconds(60))
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
        }
        #expect(Env.date() == start + 60)
      }
      neighbour.cancel()
    }
  }

  @Test func `time moves while the task moves it for which it stands still`() async throws {
    try await withVirtualTime {
      await Env.time.standingStill {
        await Env.time.advance(by: .seconds(1))
        await Env.time.run()
      }
      #expect(Env.clock.now.offset == .seconds(1))
    }
  }

  @Test func `work in the time of a mock from before the run is told with its place`() async throws {
    let outer = Env.scheduler()
    let error = await #expect(throws: StuckError.self) {
      try await withVirtualTime(patience: .milliseconds(50)) {
        let (answers, answer) = AsyncStream<Int>.makeStream()
        let token = outer.schedule(after: .seconds(1)) { answer.yield(1) }
        for await _ in answers {}
        token.cancel()
      }
    }
    let text = error?.description ?? ""
    #expect(text.contains("work that is scheduled at GlobalEnvironmentTimeTests/OutsideTests.swift:"), "\(text)")
    #expect(text.contains("in the time of a mock that was made outside of the run"), "\(text)")
  }

  @Test func `a sleep in the time of a mock from before the run is told with its place`() async throws {
    let mock = Environment.mock
    let error = await #expect(throws: StuckError.self) {
      try await withVirtualTime(patience: .milliseconds(50)) {
        try await withEnvironment(mock) { try await Env.sleep(for: .seconds(1)) }
      }
    }
    let text = error?.description ?? ""
    #expect(text.contains("in the time of a mock that was made outside of the run"), "\(text)")
    #expect(text.contains("OutsideTests.swift:"), "\(text)")
  }

  #if os(Linux) || os(macOS)
    @Test func `time that stands still for a child task that sleeps by it is told, with the place`() async throws {
      await #expect(processExitsWith: .success) {
        Env = .mock
        let (errors, original) = (Pipe(), dup(STDERR_FILENO))
        dup2(errors.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        let task = Task {
          // What reads waits no longer where the run cannot begin.
          defer { try? errors.fileHandleForWriting.write(contentsOf: Data(" It has ended.".utf8)) }
          try await withVirtualTime(patience: .milliseconds(50)) {
            try await Env.time.standingStill {
              async let sleep: Void = Env.sleep(for: .seconds(1))
              try await sleep
            }
          }
        }
        // However long it takes: no time is measured.
        let told = await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            continuation.resume(returning: String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self))
          }
        }
        // Until here, the pipe has a reader.
        withExtendedLifetime(errors) { _ = dup2(original, STDERR_FILENO) }
        #expect(told.contains("a task sleeps at GlobalEnvironmentTimeTests/OutsideTests.swift:"), "\(told)")
        task.cancel()
      }
    }
  #endif

  @Test func `time stands still again when such a sleep is cancelled, or was over before it began`() async throws {
    try await withVirtualTime {
      let start = Env.date()
      let neighbour = Task { try await Env.sleep(for: .seconds(90)) }
      let task = Task {
        await Env.time.standingStill {
          try? await Env.sleep(for: .zero)
          try? await Env.sleep(for: .seconds(60))
          await Task.detached {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
            }
          }.value
          #expect(Env.date() == start + 1)
        }
      }
      try await Env.sleep(for: .seconds(1))
      task.cancel()
      await task.value
      neighbour.cancel()
    }
  }

  @Test func `what is due runs also while something is under way outside`() async throws {
    try await withVirtualTime {
      let time = Env.time
      await time.standingStill {
        await withCheckedContinuation { continuation in Env.scheduler().schedule { continuation.resume() } }
      }
      #expect(Env.clock.now.offset == .zero)
    }
  }

  @Test func `what is deaf outside is left behind, and reported`() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    try await withKnownIssue {
      try await withVirtualTime {
        let time = Env.time
        Task {
          await time.standingStill { await Task.detached { for await _ in gate { break } }.value }
        }
        await Task.yield()
      }
    } matching: {
      $0.description.contains("waits for the real world")
    }
    opened.yield()
  }

  @Test func `what is under way outside when the body ends is cancelled`() async throws {
    let isCancelled = Locked(false)
    try await withVirtualTime {
      Task { await standStillUntilCancelled(isCancelled) }
      await Task.yield()
    }
    #expect(isCancelled.withLock { $0 })
  }

  @Test func `so is what begins outside when the body has ended already`() async throws {
    let isCancelled = Locked(false)
    try await withVirtualTime {
      let sleeper = Task { try? await Env.sleep(for: .seconds(3_600)) }
      Task {
        // The end of the run cancels the sleep, but not the task that waits for it.
        await sleeper.value
        await standStillUntilCancelled(isCancelled)
      }
    }
    #expect(isCancelled.withLock { $0 })
  }

  private func standStillUntilCancelled(_ isCancelled: Locked<Bool>) async {
    await Env.time.standingStill {
      for await _ in AsyncStream<Int>.makeStream().stream {}
      isCancelled.withLock { $0 = Task.isCancelled }
    }
  }

  @Test func `real work with which a cancelled task cleans up gets some time`() async throws {
    let hasCleanedUp = Locked(false)
    try await withVirtualTime {
      let time = Env.time
      Task {
        try? await Env.sleep(for: .seconds(3_600))
        await time.standingStill {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { continuation.resume() }
          }
        }
        try? await Env.sleep(for: .seconds(3_600))
        hasCleanedUp.withLock { $0 = true }
      }
      await Task.yield()
    }
    #expect(hasCleanedUp.withLock { $0 })
  }

  @Test func `other runs go on while one waits for what never comes`() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    // Deaf to its cancellation: it ends when the others have ended, or is left behind before.
    let waiting = EnvironmentScope.root.run {
      Task {
        try await withVirtualTime { await Task.detached { for await _ in gate { break } }.value }
      }
    }
    for _ in 0..<20 { try await withVirtualTime { try await Env.sleep(for: .seconds(3600)) } }
    opened.yield()
    do { try await waiting.value } catch is StuckError {}
  }

  @Test func `code that is in no run is left alone while one is under way`() async throws {
    let (started, begun) = AsyncStream<Void>.makeStream()
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let run = Task {
      defer { begun.finish() }
      return try await withVirtualTime(seed: 1) {
        let request = Env.time.driver.beginOutside {}
        begun.yield()
        for await _ in gate { break }
        Env.time.driver.endOutside(request)
        return Env.clock.now.offset
      }
    }
    for await _ in started { break }
    let before = Env.date()
    let total = await withTaskGroup { group in
      for number in 0..<1_000 { group.addTask { await Task.detached { await Adder().add(number) }.value } }
      return await group.reduce(0, +)
    }
    #expect(total == 499_500)
    #expect(Env.date() == before)
    opened.yield()
    #expect(try await run.value == .zero)
  }
}

private actor Adder {
  private var sum = 0

  func add(_ number: Int) async -> Int {
    await MainActor.run {}
    sum += number
    return sum
  }
}
