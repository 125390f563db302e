import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// Actors on which tasks of a run wait beside others.
@Suite(.environment(.mock)) struct TurnsOfActorsTests {
  @Test func `a task of no run that an actor lets go on, in a turn of a run, is none of the run's own`() async throws {
    for _ in 0..<50 {
      let queue = WaitingLine()
      let outside = Task.detached {
        await queue.wait()
        return TimelineDriver.ofRun == nil
      }
      while await !queue.isInUse { await Task.yield() }
      try await withVirtualTime { await queue.next() }
      #expect(await outside.value)
    }
  }
}

/// Lets one task at a time go on, as test frameworks do.
private actor WaitingLine {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var isInUse: Bool { !waiting.isEmpty }

  func wait() async { await withCheckedContinuation { waiting.append($0) } }

  func next() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
