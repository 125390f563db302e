import Foundation
import Testing

@testable import GlobalEnvironmentTesting

/// Assignments by threads while a test of XCTest runs.
struct XCTestThreadsTests {
  private let threads = XCTestThreads()

  @Test func `a thread that may be an earlier test's is noted, once for each test`() async {
    threads.testBegins()
    #expect(await onThread { threads.noteOnWrite() }?.contains("If an earlier test started that work") == true)
    #expect(await onThread { threads.noteOnWrite() } == nil)
    threads.testBegins()
    #expect(await onThread { threads.noteOnWrite() } != nil)
  }

  @Test @MainActor func `tasks and the main thread are not noted`() async {
    threads.testBegins()
    #expect(threads.noteOnWrite() == nil)
    let note = await Task.detached { [threads] in threads.noteOnWrite() }.value
    #expect(note == nil)
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
