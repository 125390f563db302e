import CombineSources
import Foundation
import GlobalEnvironmentTesting
import OpenCombine
import Testing

/// How much of a timer its subscribers get, and in which order.
@Suite(.environment(.mock)) @MainActor
struct TimerDemandTests {
  private let received = Received<Duration>()
  private let timer = Env.scheduler().combine.timerPublisher(every: .seconds(1))

  private func add(_ moment: CombineTime) { received.add(moment.instant.offset) }

  @Test func `a subscriber gets no more than it asks for, and what comes meanwhile is lost`() {
    let subscriber = Asking(for: .max(2))
    timer.subscribe(subscriber)
    let connection = timer.connect()
    Env.time.advance(by: .seconds(5))
    #expect(subscriber.received.values == [.seconds(1), .seconds(2)])
    subscriber.subscription?.request(.max(1))
    Env.time.advance(by: .seconds(5))
    #expect(subscriber.received.values == [.seconds(1), .seconds(2), .seconds(6)])
    connection.cancel()
  }

  @Test func `what a subscriber asks for in answer to a value counts`() {
    let subscriber = Asking(for: .max(1), thenFor: .max(1))
    timer.subscribe(subscriber)
    let connection = timer.connect()
    Env.time.advance(by: .seconds(3))
    #expect(subscriber.received.values == [.seconds(1), .seconds(2), .seconds(3)])
    connection.cancel()
  }

  @Test func `a subscriber that asks for nothing gets nothing, and another one all`() {
    let subscriber = Asking(for: .none)
    timer.subscribe(subscriber)
    let cancellable = timer.autoconnect().sink(receiveValue: add)
    Env.time.advance(by: .seconds(2))
    #expect(subscriber.received.values.isEmpty)
    #expect(received.values == [.seconds(1), .seconds(2)])
    cancellable.cancel()
  }

  @Test func `a value that comes while another is dealt with waits for its turn`() {
    let order = Received<String>()
    let cancellable = timer.autoconnect().sink { moment in
      order.add("begin \(moment.instant.offset)")
      if moment.instant.offset == .seconds(1) { Env.time.advance(by: .seconds(3)) }
      order.add("end")
    }
    Env.time.advance(by: .seconds(1))
    cancellable.cancel()
    #expect(order.values == ["begin 1.0 seconds", "end", "begin 4.0 seconds", "end"])
  }

  @Test func `a value that waits for its turn is not sent when the timer is stopped`() {
    let box = Received<any Cancellable>()
    let cancellable = timer.sink { moment in
      add(moment)
      Env.time.advance(by: .seconds(3))
      box.values.first?.cancel()
    }
    box.add(timer.connect())
    Env.time.advance(by: .seconds(1))
    #expect(received.values == [.seconds(1)])
    cancellable.cancel()
  }

  @Test func `ticks of many threads come one at a time, and in order`() async {
    let scheduler = ByHand()
    let moments = Received<Duration>()
    let isBusy = Received<Bool>()
    let cancellable = scheduler.combine.timerPublisher(every: 1).autoconnect().sink { @Sendable moment in
      // Two at once would make a race of it, which the thread sanitizer sees, or lose one of them.
      isBusy.add(true)
      moments.add(moment.instant.offset)
      isBusy.add(false)
    }
    await withTaskGroup { group in
      for _ in 0..<1_000 { group.addTask { scheduler.run() } }
    }
    #expect(!moments.values.isEmpty)
    #expect(moments.values == moments.values.sorted())
    #expect(isBusy.values == moments.values.flatMap { _ in [true, false] })
    cancellable.cancel()
  }
}
