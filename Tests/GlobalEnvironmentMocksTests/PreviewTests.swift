import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

/// The environment of previews.
@Suite(.environment(.preview))
struct PreviewTests {

  @Test func `a sleeping task goes on at once, and the date with it`() async throws {
    try await Env.sleep(for: .seconds(30))
    #expect(Env.date() == Environment.mock.date() + 30)
  }

  // On the main actor, where nothing runs between the two calls.
  @Test @MainActor func `scheduled work runs at once, unless it is cancelled`() async {
    let ran = AsyncStream.makeStream(of: String.self)
    Env.scheduler().schedule(after: .seconds(3)) { ran.continuation.yield("cancelled") }.cancel()
    Env.scheduler().schedule(after: .seconds(3)) { ran.continuation.yield("ran") }
    for await text in ran.stream {
      #expect(text == "ran")
      break
    }
  }

  @Test func `a timer rests after a minute`() async {
    let (clock, timer) = (Env.clock, Env.timer(every: .seconds(20)))
    let ticks = Locked(0)
    let third = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in timer
      where ticks.withLock({
        $0 += 1; return $0 == 3
      }) { third.continuation.yield() }
    }
    for await _ in third.stream { break }
    #expect(clock.now.offset == .seconds(60))
    task.cancel()
    await task.value
    #expect(ticks.withLock { $0 } == 3)
  }

  @Test func `a request without a stub finds no network, and is no issue`() async {
    #expect(await failure { try await send("/posts") } == .notConnectedToInternet)
  }

  @Test func `a cancelled task does not sleep on`() async {
    let task = Task { try await Env.sleep(for: .seconds(1_000)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
