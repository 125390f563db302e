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

  @Test func `an interval of nothing is an issue, and runs once`() {
    let scheduler = Env.scheduler().combine
    withKnownIssue {
      let cancellable = scheduler.schedule(after: scheduler.now, interval: 0) { [received] in received.add("once") }
      Env.time.advance(by: .seconds(5))
      cancellable.cancel()
    }
    #expect(received.values == ["once"])
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
