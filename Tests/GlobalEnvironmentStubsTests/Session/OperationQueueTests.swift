#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import Testing

  import GlobalEnvironmentTesting
  @testable import GlobalEnvironmentStubs

  struct OperationQueueTests {

    @Test(arguments: [1, 4])
    func `what comes afterwards is never forgotten`(concurrency: Int) async {
      await withTaskGroup { group in
        for _ in 0..<2 {
          group.addTask {
            for _ in 0..<3_000 {
              let queue = OperationQueue()
              queue.maxConcurrentOperationCount = concurrency
              queue.addOperation {}
              await withCheckedContinuation { continuation in queue.afterwards { continuation.resume() } }
            }
          }
        }
      }
    }

    @Test func `it comes after operations that run at the same time`() async {
      let queue = OperationQueue()
      let (isOver, gate) = (Locked(false), DispatchSemaphore(value: 0))
      queue.addOperation {
        gate.wait()
        isOver.replace(with: true)
      }
      let wasOver = await withCheckedContinuation { continuation in
        queue.afterwards { continuation.resume(returning: isOver.withLock { $0 }) }
        queue.addOperation { gate.signal() }
      }
      #expect(wasOver)
    }
  }
#endif
