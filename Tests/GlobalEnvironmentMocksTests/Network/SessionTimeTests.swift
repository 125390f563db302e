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
}
