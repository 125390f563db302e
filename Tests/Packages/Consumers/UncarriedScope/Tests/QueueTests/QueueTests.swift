import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

enum EveryTest: TargetEnvironment { static var environment: Environment { .mock } }

struct QueueTests {
  /// It asks `Env` on a queue only.
  @Test func aQueueWritesAFile() async throws {
    let file = FileManager.default.temporaryDirectory.appending(component: "Cart-\(UUID().uuidString)")
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        try? Env.files().write(Data("cart".utf8), to: file)
        continuation.resume()
      }
    }
    #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "a file on the disk")
  }
}
