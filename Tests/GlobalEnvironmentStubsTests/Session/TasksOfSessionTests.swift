import Dispatch
import Foundation
import GlobalEnvironmentTesting
import LoopbackServer
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that are under way in real time, as those of Apple's sessions are before their protocol hears of them.
struct TasksOfSessionTests {

  @Test func `time waits for a task that nobody answers yet`() async throws {
    let notes = try await notes { [gate] tasks, session, server, note in
      session.dataTask(with: server.url("/")) { _, _, _ in note("answer") }.resume()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { gate.signal() }
      try await Env.sleep(for: .seconds(1))
      note("end")
    }
    #expect(notes == ["answer", "end"])
  }

  @Test func `it does not wait while the answer is being made`() async throws {
    let notes = try await notes { [gate] tasks, session, server, note in
      let task = session.dataTask(with: server.url("/")) { _, _, _ in note("answer") }
      tasks.begin(task.taskIdentifier)
      task.resume()
      try await Env.sleep(for: .seconds(1))
      note("end")
      // The session is getting it: its caller is about to hear.
      tasks.end(task.taskIdentifier)
      gate.signal()
      try await Env.sleep(for: .seconds(1))
      note("later")
    }
    #expect(notes == ["end", "answer", "later"])
  }

  @Test func `it does not wait for a task that was never resumed`() async throws {
    let notes = try await notes { tasks, session, server, note in
      let task = session.dataTask(with: server.url("/"))
      try await Env.sleep(for: .seconds(1))
      note("end")
      task.cancel()
    }
    #expect(notes == ["end"])
  }

  /// Lets the server answer.
  private let gate = DispatchSemaphore(value: 0)

  /// Runs `body` in a time that waits for a session.
  private func notes(
    _ body:
      @escaping @Sendable (TasksOfSession, URLSession, LoopbackServer, @escaping @Sendable (String) -> Void)
      async throws -> Void
  ) async throws -> [String] {
    let notes = Locked<[String]>([])
    let server = try LoopbackServer { [gate] _ in
      gate.wait()
      return .text("answer")
    }
    let configuration = URLSessionConfiguration.ephemeral
    // A minute is the default, which a busy machine may need.
    configuration.timeoutIntervalForRequest = 3_600
    let session = URLSession(configuration: configuration)
    try await withVirtualTime {
      let tasks = TasksOfSession()
      let time = try #require(Env.scheduler() as? VirtualTime)
      tasks.hold(time.driver, for: session)
      try await body(tasks, session, server) { text in notes.withLock { $0.append(text) } }
      session.finishTasksAndInvalidate()
    }
    server.stop()
    return notes.withLock { $0 }
  }
}
