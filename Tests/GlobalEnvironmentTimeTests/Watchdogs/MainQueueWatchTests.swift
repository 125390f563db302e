import Dispatch
import GlobalEnvironment
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// When a main queue that does not run is reported. Another queue stands for it.
struct MainQueueWatchTests {
  private let queue = DispatchQueue(label: "MainQueueWatchTests")
  private let told = Locked<[String]>([])
  private let start = ContinuousClock.now

  /// So many seconds later, in which the process has worked for `used` seconds.
  private func later(_ seconds: Int, used: Double = 0) -> ProcessorTime {
    ProcessorTime(at: start + .seconds(seconds), used: used)
  }

  private func watch() -> MainQueueWatch {
    MainQueueWatch(queue: queue, tell: { [told] message in told.withLock { $0.append(message) } })
  }

  private var messages: [String] { told.withLock { $0 } }

  @Test func `a queue that does not run while it is needed is reported once, with what to do`() {
    queue.suspend()
    defer { queue.resume() }
    let watch = watch()
    for second in 0..<20 { watch.look(isNeeded: true, at: later(second)) }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("the main thread is blocked, by a semaphore for instance") == true)
    #expect(messages.first?.contains("make main asynchronous") == true)
  }

  @Test func `one that runs now and then is not`() {
    let watch = watch()
    for second in 0..<20 {
      watch.look(isNeeded: true, at: later(second))
      if second.isMultiple(of: 4) { queue.sync {} }
    }
    #expect(messages == [])
  }

  @Test func `one that does not run while the process is busy is reported when that is over`() {
    queue.suspend()
    defer { queue.resume() }
    let watch = watch()
    for second in 0..<20 { watch.look(isNeeded: true, at: later(second, used: Double(second))) }
    #expect(messages == [])
    for second in 20..<40 { watch.look(isNeeded: true, at: later(second, used: 20)) }
    #expect(messages.count == 1)
  }

  @Test func `one that nobody needs for so long is not`() {
    queue.suspend()
    defer { queue.resume() }
    let watch = watch()
    for second in 0..<20 { watch.look(isNeeded: second % 5 != 4, at: later(second)) }
    #expect(messages == [])
  }
}
