import CombineSources
import Foundation
import GlobalEnvironmentTesting
import OpenCombine
import Testing

/// Timers as publishers.
@Suite(.environment(.mock)) @MainActor
struct TimerTests {
  private let received = Received<Duration>()
  private let timer = Env.scheduler().combine.timerPublisher(every: .seconds(1))

  private func add(_ moment: CombineTime) { received.add(moment.instant.offset) }

  // MARK: Unhappy paths

  @Test(arguments: [0.0, -1, -Double.infinity])
  func `an interval that is not positive is an issue at its line, and gives no value`(seconds: Double) {
    let line: Int = #line + 1
    let timer = Env.scheduler().combine.timerPublisher(every: .seconds(seconds))
    withKnownIssue {
      let cancellable = timer.autoconnect().sink(receiveValue: add)
      Env.time.advance(by: .seconds(5))
      cancellable.cancel()
    } matching: {
      $0.description.contains("longer than zero") && $0.sourceLocation?.line == line
    }
    #expect(received.values.isEmpty)
  }

  @Test func `an interval beyond all measure never comes, and traps nothing`() {
    let timer = Env.scheduler().combine.timerPublisher(every: .seconds(.infinity), tolerance: .seconds(.infinity))
    let cancellable = timer.autoconnect().sink(receiveValue: add)
    Env.time.advance(by: .seconds(1 << 40))
    cancellable.cancel()
    #expect(received.values.isEmpty)
  }

  @Test func `nothing comes before it is connected`() {
    let cancellable = timer.sink(receiveValue: add)
    Env.time.advance(by: .seconds(5))
    #expect(received.values.isEmpty)
    #expect(Env.time.pending.isEmpty)
    cancellable.cancel()
  }

  @Test func `nothing comes after the subscription is cancelled, and nothing waits any more`() {
    let cancellable = timer.autoconnect().sink(receiveValue: add)
    Env.time.advance(by: .seconds(2))
    cancellable.cancel()
    cancellable.cancel()
    Env.time.advance(by: .seconds(5))
    #expect(received.values == [.seconds(1), .seconds(2)])
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `a value may cancel all that would follow`() {
    let box = Received<AnyCancellable>()
    box.add(
      timer.autoconnect().sink { moment in
        add(moment)
        box.values.first?.cancel()
      })
    Env.time.advance(by: .seconds(5))
    #expect(received.values == [.seconds(1)])
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `a subscriber that stops the timer stops it for those that come after it`() {
    let box = Received<any Cancellable>()
    let first = timer.sink { _ in box.values.first?.cancel() }
    let second = timer.sink(receiveValue: add)
    box.add(timer.connect())
    Env.time.advance(by: .seconds(5))
    #expect(received.values.isEmpty)
    first.cancel()
    second.cancel()
  }

  @Test func `to connect twice starts it once, and either connection stops it`() {
    let cancellable = timer.sink(receiveValue: add)
    let first = timer.connect()
    let second = timer.connect()
    Env.time.advance(by: .seconds(2))
    second.cancel()
    Env.time.advance(by: .seconds(2))
    first.cancel()
    #expect(received.values == [.seconds(1), .seconds(2)])
    cancellable.cancel()
  }

  @Test func `it can be started again, and an old connection does not stop it`() {
    let cancellable = timer.sink(receiveValue: add)
    let first = timer.connect()
    Env.time.advance(by: .milliseconds(1_500))
    first.cancel()
    let second = timer.connect()
    first.cancel()
    Env.time.advance(by: .seconds(2))
    #expect(received.values == [.seconds(1), .milliseconds(2_500), .milliseconds(3_500)])
    second.cancel()
    cancellable.cancel()
  }

  @Test func `on a scheduler that runs work at once it sends one value`() {
    let cancellable = ImmediateWorkScheduler().combine.timerPublisher(every: .seconds(60)).autoconnect().sink(
      receiveValue: add)
    cancellable.cancel()
    #expect(received.values == [.seconds(60)])
  }

  @Test func `a timer that is let go of keeps neither its time nor its subscriber alive`() {
    weak var time: VirtualTime?
    weak var subscriber: Received<Int>?
    do {
      let own = VirtualTime(startingAt: .distantPast)
      let received = Received<Int>()
      (time, subscriber) = (own, received)
      let cancellable = own.combine.timerPublisher(every: 1).autoconnect().sink { _ in received.add(1) }
      own.advance(by: .seconds(3))
      #expect(received.values == [1, 1, 1])
      withExtendedLifetime(cancellable) {}
    }
    #expect(time == nil)
    #expect(subscriber == nil)
  }

  // MARK: Happy paths

  @Test func `it sends the moment at each multiple of its interval from when it is connected`() {
    Env.time.advance(by: .milliseconds(500))
    let cancellable = timer.autoconnect().sink(receiveValue: add)
    Env.time.advance(by: .seconds(3))
    cancellable.cancel()
    #expect(received.values == [.milliseconds(1_500), .milliseconds(2_500), .milliseconds(3_500)])
  }

  @Test func `subscribers share it until the last one has gone`() {
    let shared = timer.autoconnect()
    let first = shared.sink(receiveValue: add)
    let second = shared.sink(receiveValue: add)
    Env.time.advance(by: .seconds(1))
    first.cancel()
    Env.time.advance(by: .seconds(1))
    #expect(received.values == [.seconds(1), .seconds(1), .seconds(2)])
    second.cancel()
    #expect(Env.time.pending.isEmpty)
  }
}
