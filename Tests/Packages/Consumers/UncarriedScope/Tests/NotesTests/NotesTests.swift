import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct NotesTests {
  @Test func aQueueForgetsTheTest() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        Env.date = { .distantPast }
        continuation.resume()
      }
    }
  }

  @Test func aDetachedTaskForgetsTheTest() async {
    await Task.detached { _ = Env.scheduler().schedule(every: .zero) {} }.value
  }
}
