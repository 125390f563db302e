import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private typealias Locked = GlobalEnvironmentMocks.Locked

/// A URL session in a time that moves by itself.
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
    let request = request
    for _ in 0..<200 {
      let log = Locked<[String]>([])
      try await withVirtualTime {
        @Sendable func note(_ text: String) {
          let time = Env.clock.now.offset
          log.withLock { $0.append("\(time) \(text)") }
        }
        async let first: Void = {
          try await Env.sleep(for: .seconds(1)); note("1 s")
        }()
        async let answer: Void = {
          _ = try await Env.urlSession().data(for: request); note("answer")
        }()
        async let last: Void = {
          try await Env.sleep(for: .seconds(3)); note("3 s")
        }()
        _ = try await (first, answer, last)
      }
      #expect(log.withLock { $0 } == ["1.0 seconds 1 s", "2.0 seconds answer", "3.0 seconds 3 s"])
    }
  }

  @Test func `a request of an unstructured task takes its place among other waits`() async throws {
    let request = request
    for _ in 0..<200 {
      let log = Locked<[String]>([])
      try await withVirtualTime {
        @Sendable func note(_ text: String) {
          let time = Env.clock.now.offset
          log.withLock { $0.append("\(time) \(text)") }
        }
        let tasks = [
          Task { try await Env.sleep(for: .seconds(1)); note("1 s") },
          Task { _ = try await Env.urlSession().data(for: request); note("answer") },
          Task { try await Env.sleep(for: .seconds(3)); note("3 s") },
        ]
        for task in tasks { try await task.value }
      }
      #expect(log.withLock { $0 } == ["1.0 seconds 1 s", "2.0 seconds answer", "3.0 seconds 3 s"])
    }
  }

  @Test func `time does not go on while a cancelled request comes back`() async throws {
    let request = request
    for _ in 0..<200 {
      try await withVirtualTime {
        let task = Task { try await Env.urlSession().data(for: request) }
        let later = Task { try await Env.sleep(for: .seconds(5)) }
        try await Env.sleep(for: .seconds(1))
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(Env.clock.now.offset == .seconds(1))
        try await later.value
      }
    }
  }

  @Test func `a completion handler is called before time goes on`() async throws {
    let request = request
    for _ in 0..<200 {
      let log = Locked<[String]>([])
      try await withVirtualTime {
        @Sendable func note(_ text: String) {
          let time = Env.clock.now.offset
          log.withLock { $0.append("\(time) \(text)") }
        }
        async let answer: Void = {
          await withCheckedContinuation { continuation in
            Env.urlSession().dataTask(with: request) { _, _, _ in continuation.resume() }.resume()
          }
          note("answer")
        }()
        async let last: Void = {
          try await Env.sleep(for: .seconds(3)); note("3 s")
        }()
        _ = try await (answer, last)
      }
      #expect(log.withLock { $0 } == ["2.0 seconds answer", "3.0 seconds 3 s"])
    }
  }

  @Test func `a request times out in virtual time`() async throws {
    Env = .mock
    Env.stub(.get("/posts"), .text("late").delay(.seconds(100)))
    var request = request
    request.timeoutInterval = 10
    try await withVirtualTime { [request] in
      let error = await #expect(throws: URLError.self) { try await Env.urlSession().data(for: request) }
      #expect(error?.code == .timedOut)
      #expect(error?.failingURL == request.url)
      #expect(Env.clock.now.offset == .seconds(10))
    }
  }
}
