import Dispatch
import Foundation
import Testing

@testable import GlobalEnvironment

/// The scheduler that runs work at once on the main queue.
struct UserInterfaceSchedulerTests {
  private let scheduler = QueueScheduler.userInterface

  private static let isMain: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static var isOnMain: Bool { DispatchQueue.getSpecific(key: isMain) == true }

  @Test func `work hops to the main queue from another queue`() async {
    let ranOnMain = await withCheckedContinuation { continuation in
      DispatchQueue(label: "elsewhere").async {
        scheduler.schedule { continuation.resume(returning: Self.isOnMain) }
      }
    }
    #expect(ranOnMain)
  }

  @Test func `work hops to the main queue from a task that is not on the main actor`() async {
    let ranOnMain = await withCheckedContinuation { continuation in
      scheduler.schedule { continuation.resume(returning: Self.isOnMain) }
    }
    #expect(ranOnMain)
  }

  @Test @MainActor func `work that is due later never runs at once, and can be taken back`() {
    scheduler.schedule(after: .seconds(3_600)) { Issue.record("It ran.") }.cancel()
    scheduler.schedule(after: .seconds(Int64.max)) { Issue.record("It ran.") }.cancel()
  }

  @Test @MainActor func `repeating work never runs at once, however short its interval, and can be taken back`() {
    let first = scheduler.now.advanced(by: .seconds(-1))
    scheduler.schedule(every: .nanoseconds(1), startingAt: first) { Issue.record("It ran.") }.cancel()
  }

  @Test @MainActor func `work that schedules itself does not exhaust the stack`() async {
    let runs = Locked(0)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @Sendable func work() {
        let count = runs.withLock { count in
          count += 1
          return count
        }
        if count < 10_000 { scheduler.schedule(work) } else { continuation.resume() }
      }
      scheduler.schedule(work)
    }
    #expect(runs.withLock { $0 } == 10_000)
  }

  @Test @MainActor func `to cancel what has run at once does nothing`() {
    let runs = Locked(0)
    let work = scheduler.schedule { runs.withLock { $0 += 1 } }
    work.cancel()
    work.cancel()
    #expect(runs.withLock { $0 } == 1)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  @MainActor func `work that is due runs before the call returns, on the main actor`(delay: Duration) {
    let runs = Locked(0)
    scheduler.schedule(after: delay) { runs.withLock { $0 += 1 } }
    #expect(runs.withLock { $0 } == 1)
  }

  @Test func `work that is due runs before the call returns, in a block of the main queue`() async {
    let count = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        let runs = Locked(0)
        scheduler.schedule { runs.withLock { $0 += 1 } }
        continuation.resume(returning: runs.withLock { $0 })
      }
    }
    #expect(count == 1)
  }

  @Test @MainActor func `work that runs at once sees the environment of the caller`() {
    withEnvironment {
      $0.date = { .distantPast }
    } perform: {
      scheduler.schedule { #expect(Env.date() == .distantPast) }
    }
  }

  @Test func `work that hops sees the environment of the caller`() async {
    await withEnvironment {
      $0.date = { .distantPast }
    } perform: {
      let date = await withCheckedContinuation { continuation in
        scheduler.schedule { continuation.resume(returning: Env.date()) }
      }
      #expect(date == .distantPast)
    }
  }
}
