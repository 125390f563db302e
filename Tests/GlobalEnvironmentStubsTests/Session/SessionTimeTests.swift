import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URL session in a time that moves by itself. What depends on threads is tried many times.
@Suite(.environment(.mock))
struct SessionTimeTests {
  private let request = URLRequest(to: "/posts")

  init() {
    Env.answer { request, receive in
      try await Env.sleep(for: .seconds(2))
      try Answers.text("answer", to: request, receive)
    }
  }

  @Test func `a delayed answer takes its place among other waits`() async throws {
    for _ in 0..<200 {
      let notes = try await notes { [request] note in
        async let first: Void = { try await Env.sleep(for: .seconds(1)) }()
        async let answer: Void = {
          _ = try await Env.urlSession().data(for: request)
          note("answer")
        }()
        async let last: Void = {
          try await Env.sleep(for: .seconds(3))
          note("end")
        }()
        _ = try await (first, answer, last)
      }
      #expect(notes == ["2.0 seconds: answer", "3.0 seconds: end"])
    }
  }

  @Test(.virtualTime) func `time passes a task that is suspended while its answer comes`() async throws {
    let (texts, feed) = AsyncStream.makeStream(of: String?.self)
    let task = Env.urlSession().dataTask(with: request) { data, _, _ in feed.yield(data?.text) }
    task.resume()
    task.suspend()
    try await Env.sleep(for: .seconds(10))
    task.resume()
    #expect(await texts.first { _ in true } == "answer")
  }

  @Test func `a request of an unstructured task takes its place among other waits`() async throws {
    for _ in 0..<200 {
      let notes = try await notes { [request] note in
        let answer = Task {
          _ = try await Env.urlSession().data(for: request)
          note("answer")
        }
        let last = Task {
          try await Env.sleep(for: .seconds(3))
          note("end")
        }
        for task in [answer, last] { try await task.value }
      }
      #expect(notes == ["2.0 seconds: answer", "3.0 seconds: end"])
    }
  }

  @Test func `a completion handler is called before time goes on`() async throws {
    for _ in 0..<200 {
      let notes = try await notes { [request] note in
        async let answer: Void = {
          await withCheckedContinuation { continuation in
            Env.urlSession().dataTask(with: request) { _, _, _ in continuation.resume() }.resume()
          }
          note("answer")
        }()
        async let last: Void = {
          try await Env.sleep(for: .seconds(3))
          note("end")
        }()
        _ = try await (answer, last)
      }
      #expect(notes == ["2.0 seconds: answer", "3.0 seconds: end"])
    }
  }

  @Test func `time does not go on while a cancelled request comes back`() async throws {
    for _ in 0..<200 {
      let notes = try await notes { [request] note in
        let task = Task { try await Env.urlSession().data(for: request) }
        let later = Task { try await Env.sleep(for: .seconds(5)) }
        try await Env.sleep(for: .seconds(1))
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        note("cancelled")
        try await later.value
      }
      #expect(notes == ["1.0 seconds: cancelled"])
    }
  }

  @Test func `a request times out`() async throws {
    Env = .mock
    Env.stub(.get("/posts"), .text("late").delay(.seconds(100)))
    var request = request
    request.timeoutInterval = 10
    let notes = try await notes { [request] note in
      let error = await #expect(throws: URLError.self) { try await Env.urlSession().data(for: request) }
      #expect(error?.code == .timedOut)
      #expect(error?.failingURL == request.url)
      note("timed out")
    }
    #expect(notes == ["10.0 seconds: timed out"])
  }
}

/// Runs `body` in virtual time, and returns what it notes, each with its time.
private func notes(
  of body: @escaping @Sendable (_ note: @escaping @Sendable (String) -> Void) async throws -> Void
) async throws -> [String] {
  let notes = Locked<[String]>([])
  try await withVirtualTime {
    try await body { text in
      let time = Env.clock.now.offset
      notes.withLock { $0.append("\(time): \(text)") }
    }
  }
  return notes.withLock { $0 }
}
