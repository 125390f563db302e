import CombineSources
import Foundation
import GlobalEnvironmentTesting
import OpenCombine
import Testing

/// Combine's operators on virtual time.
@Suite(.environment(.mock)) @MainActor
struct SchedulerTests {
  private let subject = PassthroughSubject<String, Never>()
  private let received = Received<String>()

  @Test func `debounce lets the last value through when nothing came for its interval`() {
    let cancellable = subject.debounce(for: .milliseconds(300), scheduler: Env.scheduler().combine).sink(
      receiveValue: received.add)
    subject.send("s")
    Env.time.advance(by: .milliseconds(299))
    subject.send("sw")
    Env.time.advance(by: .milliseconds(299))
    #expect(received.values.isEmpty)
    Env.time.advance(by: .milliseconds(1))
    #expect(received.values == ["sw"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `delay puts values off by its interval`() {
    let cancellable = subject.delay(for: .seconds(2), scheduler: Env.scheduler().combine).sink(
      receiveValue: received.add)
    subject.send("late")
    Env.time.advance(by: .milliseconds(1_999))
    #expect(received.values.isEmpty)
    Env.time.advance(by: .milliseconds(1))
    #expect(received.values == ["late"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `receive(on:) waits for the scheduler's next turn`() {
    let cancellable = subject.receive(on: Env.scheduler().combine).sink(receiveValue: received.add)
    subject.send("now")
    #expect(received.values.isEmpty)
    Env.time.run()
    #expect(received.values == ["now"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `an interval goes on from its first moment, until it is cancelled`() {
    let scheduler = Env.scheduler().combine
    let start = scheduler.now
    let cancellable = scheduler.schedule(after: start.advanced(by: 5), interval: 2) { [received] in
      received.add("\(start.distance(to: scheduler.now).duration)")
    }
    Env.time.advance(by: .seconds(10))
    #expect(received.values == ["5.0 seconds", "7.0 seconds", "9.0 seconds"])
    cancellable.cancel()
    Env.time.advance(by: .seconds(10))
    #expect(received.values.count == 3)
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `an interval that is cancelled before or in its first run never comes again`() {
    let scheduler = Env.scheduler().combine
    let first = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) { [received] in received.add("no")
    }
    first.cancel()
    let box = Received<any Cancellable>()
    box.add(
      scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) { [received] in
        received.add("once")
        box.values.first?.cancel()
      })
    Env.time.advance(by: .seconds(5))
    #expect(received.values == ["once"])
    #expect(Env.time.pending.isEmpty)
  }

  @Test(arguments: [0, -1] as [CombineTime.Stride])
  func `without an interval there is one run`(interval: CombineTime.Stride) {
    let scheduler = Env.scheduler().combine
    let first = scheduler.now.advanced(by: 1)
    let cancellable = scheduler.schedule(after: first, interval: interval) { [received] in received.add("once") }
    scheduler.schedule(after: first, interval: interval) { [received] in received.add("no") }.cancel()
    #expect(received.values.isEmpty)
    Env.time.advance(by: .seconds(5))
    #expect(received.values == ["once"])
    #expect(Env.time.pending.isEmpty)
    withExtendedLifetime(cancellable) {}
  }

  @Test func `debounce that waits for nothing lets the last value through`() {
    let cancellable = subject.debounce(for: 0, scheduler: Env.scheduler().combine).sink(receiveValue: received.add)
    subject.send("s")
    subject.send("sw")
    Env.time.run()
    subject.send("swi")
    Env.time.run()
    #expect(received.values == ["sw", "swi"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `an interval whose first moment has passed runs once for all that it missed, and then in step`() {
    let scheduler = Env.scheduler().combine
    let start = scheduler.now
    Env.time.advance(by: .seconds(10))
    let cancellable = scheduler.schedule(after: start.advanced(by: 3), interval: 3) { [received] in
      received.add("\(start.distance(to: scheduler.now).duration)")
    }
    Env.time.advance(by: .seconds(5))
    cancellable.cancel()
    #expect(received.values == ["10.0 seconds", "12.0 seconds", "15.0 seconds"])
  }

  @Test func `a scheduler that runs work at once makes operators do so, and intervals run once`() {
    let scheduler = ImmediateWorkScheduler().combine
    let now = subject.receive(on: scheduler).sink(receiveValue: received.add)
    subject.send("now")
    now.cancel()
    let late = subject.delay(for: .seconds(2), scheduler: scheduler).sink(receiveValue: received.add)
    subject.send("late")
    late.cancel()
    let cancellable = scheduler.schedule(after: scheduler.now, interval: 1) { [received] in received.add("once") }
    cancellable.cancel()
    #expect(received.values == ["now", "late", "once"])
  }

  @Test(.environment(.unimplemented))
  func `each use of an unimplemented scheduler is an issue, but holding it is none`() {
    let scheduler = Env.scheduler().combine
    let uses: [() -> Void] = [
      { _ = scheduler.now },
      { scheduler.schedule { [received] in received.add("no") } },
      { scheduler.schedule(after: CombineTime(.init(offset: .zero))) { [received] in received.add("no") } },
      {
        _ = scheduler.schedule(after: CombineTime(.init(offset: .zero)), interval: 1) { [received] in received.add("no")
        }
      },
      { _ = scheduler.timerPublisher(every: 1).connect() },
    ]
    for use in uses { withKnownIssue { use() } }
    #expect(received.values.isEmpty)
  }

  @Test func `a cancelled subscription gets no more`() {
    let cancellable = subject.delay(for: .seconds(1), scheduler: Env.scheduler().combine).sink(
      receiveValue: received.add)
    subject.send("never")
    cancellable.cancel()
    Env.time.advance(by: .seconds(5))
    #expect(received.values.isEmpty)
  }

  @Test func `spans add, subtract and stop at the end of time`() {
    typealias Stride = CombineTime.Stride
    #expect(Stride.seconds(1.5) + .milliseconds(500) == 2)
    #expect(Stride.seconds(1) - .microseconds(1) == .nanoseconds(999_999_000))
    #expect(Stride(exactly: UInt64.max) == nil && Stride(exactly: 3) == 3)
    #expect((-Stride.seconds(3)).magnitude == 3)
    #expect(Stride.seconds(2) * .seconds(3) == 6)
    #expect(Stride.seconds(.nan) == 0)
    let farthest = Stride.seconds(.infinity)
    #expect(farthest + farthest >= farthest && farthest * farthest >= farthest)
    #expect(CombineTime(Env.clock.now).advanced(by: farthest) > CombineTime(Env.clock.now))
  }
}

/// What came, in order.
///
/// `@unchecked` holds because a test looks at it when what adds to it has ended, and one at a time adds.
final class Received<Value>: @unchecked Sendable {
  private(set) var values: [Value] = []

  func add(_ value: Value) { values.append(value) }
}
