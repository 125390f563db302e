import Dispatch
import Testing

@testable import GlobalEnvironmentTime

/// Whether something waits in the main queue.
struct QueueLookTests {
  // In a process of its own, where no other test uses the queue.
  @Test func `a block that runs on the main queue sees whether others wait behind it`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<100 {
        let looks = DispatchQueue.main.sync {
          let before = QueueLook.mainQueueIsEmpty
          DispatchQueue.main.async {}
          return [before, QueueLook.mainQueueIsEmpty]
        }
        DispatchQueue.main.sync {}
        #expect(looks == [true, false] && DispatchQueue.main.sync { QueueLook.mainQueueIsEmpty } == true)
      }
    }
  }
}
