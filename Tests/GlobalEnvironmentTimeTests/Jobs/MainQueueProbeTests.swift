import Dispatch
import Testing

@testable import GlobalEnvironmentTime

/// Whether something waits in the main queue.
struct MainQueueProbeTests {
  // In a process of its own, where no other test uses the queue.
  @Test func `a block that runs on the main queue sees whether others wait behind it`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<100 {
        let looks = DispatchQueue.main.sync {
          let before = MainQueueProbe.mainQueueIsEmpty
          DispatchQueue.main.async {}
          return [before, MainQueueProbe.mainQueueIsEmpty]
        }
        DispatchQueue.main.sync {}
        #expect(looks == [true, false] && DispatchQueue.main.sync { MainQueueProbe.mainQueueIsEmpty } == true)
      }
    }
  }
}
