import Dispatch
import GlobalEnvironmentTesting
import Testing
import XCTest

/// Work for a scheduler runs on the actor of the code that writes it.
@Suite(.environment(.mock))
struct ActorOfWorkTests {

  @Test @MainActor func `a main-actor class changes itself in what it schedules`() {
    let banner = Banner()
    banner.show("Saved")
    #expect(banner.text == "Saved")
    Env.time.advance(by: .seconds(3))
    #expect(banner.text == "")
  }

  @Test @MainActor func `such work may repeat`() {
    let banner = Banner()
    banner.count(every: .seconds(1))
    Env.time.advance(by: .seconds(3))
    #expect(banner.text == "+++")
  }

  @Test(.virtualTime) @MainActor func `it runs before the code that waits for its moment goes on`() async throws {
    let banner = Banner()
    banner.show("Saved")
    try await Env.sleep(for: .seconds(3))
    #expect(banner.text == "")
  }

  @Test @MainActor func `a body of virtual time runs on the actor of its test`() async throws {
    let text = try await withVirtualTime {
      let banner = Banner()
      banner.show("Saved")
      try await Env.sleep(for: .seconds(2))
      return banner.text
    }
    #expect(text == "Saved")
  }

  @Test(.virtualTime) func `work of another actor hops there`() async throws {
    let counter = Counter()
    await counter.countLater()
    try await Env.sleep(for: .seconds(2))
    #expect(await counter.count == 1)
  }

  @Test(.virtualTime) func `work that is cancelled on its way to its actor does not run`() async throws {
    let counter = Counter()
    await counter.cancelWhatIsDue()
    try await Env.sleep(for: .seconds(2))
    #expect(await counter.count == 0)
  }

  @Test(.virtualTime) func `so it is with repeating work on its way to the main actor`() async {
    let banner = Banner()
    let counting = await banner.count(every: .seconds(1))
    advance(by: .seconds(3))
    counting.cancel()
    await Env.time.settle()
    #expect(await banner.text == "")
  }

  @Test(.environment(.live)) @MainActor func `on the live main queue it needs no hop`() async {
    let banner = Banner()
    let isSame = await withCheckedContinuation { continuation in
      QueueScheduler.main.schedule {
        banner.text = "from the queue"
        continuation.resume(returning: MainQueue.isCurrent)
      }
    }
    #expect(isSame)
    #expect(banner.text == "from the queue")
  }

  @Test(.environment(.live)) @MainActor func `on a queue in the background it hops to the main actor`() async {
    let banner = Banner()
    let isOnMain = await withCheckedContinuation { continuation in
      QueueScheduler.background.schedule {
        banner.text = "from elsewhere"
        continuation.resume(returning: MainQueue.isCurrent)
      }
    }
    #expect(isOnMain)
    #expect(banner.text == "from elsewhere")
  }

  /// Moves time at once, off the main queue.
  private func advance(by duration: Duration) { Env.time.advance(by: duration) }

  @Test(.environment(.live)) @MainActor func `work without an actor stays in the background`() async {
    let isOnMain = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = { continuation.resume(returning: MainQueue.isCurrent) }
      QueueScheduler.background.schedule(work)
    }
    #expect(!isOnMain)
  }
}

final class ActorOfWorkTestCase: EnvironmentTestCase {
  @MainActor func testAMainActorClassChangesItselfInWhatItSchedules() {
    let banner = Banner()
    banner.show("Saved")
    Env.time.advance(by: .seconds(3))
    XCTAssertEqual(banner.text, "")
  }

  @MainActor func testABodyOfVirtualTimeRunsOnTheActorOfItsTest() async throws {
    let text = try await withVirtualTime {
      let banner = Banner()
      banner.show("Saved")
      try await Env.sleep(for: .seconds(4))
      return banner.text
    }
    XCTAssertEqual(text, "")
  }
}

@MainActor private final class Banner {
  var text = ""

  func show(_ text: String) {
    self.text = text
    Env.scheduler().schedule(after: .seconds(3)) { self.text = "" }
  }

  @discardableResult func count(every interval: Duration) -> EnvironmentCancellation {
    Env.scheduler().schedule(every: interval) { [weak self] in self?.text += "+" }
  }
}

private actor Counter {
  private(set) var count = 0

  @discardableResult func countLater() -> EnvironmentCancellation {
    Env.scheduler().schedule(after: .seconds(1)) { self.count += 1 }
  }

  func cancelWhatIsDue() {
    let counting = countLater()
    // While this is on the actor, nothing else is.
    Env.time.advance(by: .seconds(1))
    counting.cancel()
  }
}
