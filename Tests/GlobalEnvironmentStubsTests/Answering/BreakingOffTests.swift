import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers that begin, and then fail.
@Suite(.environment(.mock))
struct BreakingOffTests {
  private let half: StubResponse = .text("half").failing(with: .networkConnectionLost)

  @Test func `Env.http fails, with the URL`() async {
    Env.stub(.get("/posts"), half)
    let error = await #expect(throws: URLError.self) { try await send("/posts") }
    #expect(error?.code == .networkConnectionLost)
    #expect(error?.failingURL?.path == "/posts")
  }

  @Test func `data(for:) fails, with the URL`() async {
    Env.stub(.get("/posts"), half)
    let error = await #expect(throws: URLError.self) { try await Env.urlSession().data(for: request("/posts")) }
    #expect(error?.code == .networkConnectionLost)
    #expect(error?.failingURL?.path == "/posts")
  }

  @Test func `a completion handler gets the error, and the task has the response`() async throws {
    Env.stub(.get("/posts"), half.status(206))
    let (session, request) = (Env.urlSession(), try request("/posts"))
    let status = Locked<Int?>(nil)
    let error = await withCheckedContinuation { continuation in
      let task = Locked<URLSessionTask?>(nil)
      let made = session.dataTask(with: request) { _, _, error in
        status.withLock { $0 = (task.withLock { $0.take() }?.response as? HTTPURLResponse)?.statusCode }
        continuation.resume(returning: error)
      }
      task.withLock { $0 = made }
      made.resume()
    }
    #expect((error as? URLError)?.code == .networkConnectionLost)
    #expect(status.withLock { $0 } == 206)
  }

  @Test func `a delegate gets the head, the bytes, and then the error`() async throws {
    Env.stub(.get("/posts"), half.status(206))
    #expect(try await DelegateLog.of(request("/posts")) == ["206", "half", "end -1005"])
  }

  @Test(.virtualTime) func `a body that comes at a pace breaks off behind its last bytes`() async throws {
    Env = .mock
    Env.stub(.get("/posts"), half.pace(bytes: 1, every: .seconds(1)))
    let start = Env.date()
    #expect(try await DelegateLog.of(request("/posts")) == ["200", "h", "a", "l", "f", "end -1005"])
    #expect(Env.date() == start + 4)
  }

  @Test func `an error of one's own arrives as it is`() async {
    struct Broken: Error, Equatable { var part = 2 }
    Env.stub(.get("/posts"), .text("half").failing(with: Broken()))
    await #expect(throws: Broken()) { try await send("/posts") }
    await #expect(throws: Broken()) { try await Env.urlSession().data(for: request("/posts")) }
  }

  @Test(arguments: ["GET /empty", "HEAD /posts"])
  func `an answer without a body breaks off behind its head`(text: String) async throws {
    Env.stub(.path("/empty"), .noContent.failing(with: .networkConnectionLost)).optional()
    Env.stub(.path("/posts"), half).optional()
    #expect(await failure { try await send(text) } == .networkConnectionLost)
    #expect(try await DelegateLog.of(request(text)).last == "end -1005")
  }

  @Test func `a redirect that breaks off is not followed`() async {
    Env.stub(.get("/from"), .redirect(to: "/to").failing(with: .networkConnectionLost))
    #expect(await failure { try await send("/from") } == .networkConnectionLost)
    #expect(Env.requests.count == 1)
  }

  @Test func `one of a sequence breaks off, and what is said of the whole does so for each`() async throws {
    Env.stub(.get("/posts"), .sequence([half, .text("whole")]))
    #expect(await failure { try await send("/posts") } == .networkConnectionLost)
    #expect(try await send("/posts").text == "whole")
    Env.stub(.get("/posts"), .response { _ in .text("half") }.failing(with: .timedOut))
    #expect(await failure { try await send("/posts") } == .timedOut)
  }

  @Test func `the head may promise more than comes`() async throws {
    Env.stub(.get("/posts"), half.header("Content-Length", "1000"))
    #expect(await DelegateLog.of(try request("/posts")) == ["200", "half", "end -1005"])
  }
}
