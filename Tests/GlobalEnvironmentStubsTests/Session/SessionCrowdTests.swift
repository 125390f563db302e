import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// More requests at once than Dispatch has threads for serial queues. On Linux, it has 255.
  ///
  /// Each test has a process of its own, whose threads no other test needs.
  @Suite(.timeLimit(.minutes(10)))
  struct SessionCrowdTests {

    @Test func `600 answers of one session that are due at once all come`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
        let (answers, request) = (Answered(), URLRequest(to: "/posts"))
        let session = URLSession(
          configuration: HTTPStubs.configuration(), delegate: PieceDelegate(answers: answers), delegateQueue: nil)
        for _ in 0..<300 {
          session.dataTask(with: request).resume()
          session.dataTask(with: request) { data, _, error in answers.add(data, error) }.resume()
        }
        await Env.time.advance(by: .seconds(2))
        #expect(await answers.first(600) == Array(repeating: "late", count: 600))
      }
    }

    @Test func `400 virtual times at once get the answers of their sessions`() async {
      await #expect(processExitsWith: .success) {
        try await manyAtOnce {
          try await withVirtualTime {
            for _ in 0..<4 { _ = try await Env.urlSession().data(for: URLRequest(to: "/posts")) }
          }
        }
      }
    }

    @Test func `so do 400 mocks whose time is moved`() async {
      await #expect(processExitsWith: .success) {
        try await manyAtOnce {
          for _ in 0..<4 {
            async let answer = Env.urlSession().data(for: URLRequest(to: "/posts"))
            while Env.time.pending.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            await Env.time.advance(by: .seconds(1))
            _ = try await answer
          }
        }
      }
    }
  }

  /// Calls `body` in 400 mocks at once, each with a stub that answers after a second of its time.
  private func manyAtOnce(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<400 {
        group.addTask {
          try await withEnvironment(.mock) {
            Env.stub(.get("/posts"), .text("late").delay(.seconds(1)))
            try await body()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Writes down each piece of an answer.
  private final class PieceDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let answers: Answered

    init(answers: Answered) {
      self.answers = answers
    }

    func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { answers.add(data, nil) }
  }
#endif
