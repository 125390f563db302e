import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Time that a test moves right after `resume()`.
  ///
  /// On Apple's platforms a session tells its protocol of a task some time after `resume()`.
  @Suite(.environment(.mock))
  struct SessionAdvanceTests {

    @Test func `time reaches each request that was resumed before`() async throws {
      Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
      let answers = Answered()
      let request = try request("/posts")
      for _ in 0..<100 {
        Env.urlSession().dataTask(with: request) { data, _, error in answers.add(data, error) }.resume()
        advance(by: .seconds(2))
      }
      #expect(await answers.first(100) == Array(repeating: "late", count: 100))
      #expect(Env.time.pending.isEmpty)
    }

    @Test func `time reaches each hop, and each part of a body`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to").delay(.seconds(1)))
      Env.stub(.get("/to"), .text("abc").delay(.seconds(1)).pace(bytes: 1, every: .seconds(1)))
      let answers = Answered()
      let request = try request("/from")
      for _ in 0..<20 {
        Env.urlSession().dataTask(with: request) { data, _, error in answers.add(data, error) }.resume()
        advance(by: .seconds(5))
      }
      #expect(await answers.first(20) == Array(repeating: "abc", count: 20))
      #expect(Env.time.pending.isEmpty)
    }

    @Test func `awaiting time reaches it as well`() async throws {
      Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
      let answers = Answered()
      let request = try request("/posts")
      for _ in 0..<100 {
        Env.urlSession().dataTask(with: request) { data, _, error in answers.add(data, error) }.resume()
        await Env.time.advance(by: .seconds(2))
      }
      #expect(await answers.first(100) == Array(repeating: "late", count: 100))
    }

    @Test func `a delegate gets what is due`() async throws {
      Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
      let log = DelegateLog()
      let session = URLSession(configuration: HTTPStubs.configuration(), delegate: log, delegateQueue: nil)
      session.dataTask(with: try request("/posts")).resume()
      advance(by: .seconds(2))
      #expect(await log.heard == ["200", "late", "end"])
    }

    @Test func `time reaches what a delegate lets pass`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to").delay(.seconds(1)))
      Env.stub(.get("/to"), .text("There").delay(.seconds(1)))
      let log = DelegateLog()
      let session = URLSession(configuration: HTTPStubs.configuration(), delegate: log, delegateQueue: nil)
      session.dataTask(with: try request("/from")).resume()
      advance(by: .seconds(2))
      #expect(await log.heard == ["200", "There", "end"])
    }

    @Test func `what is not due does not come`() async throws {
      Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
      let request = try request("/posts")
      let task = Env.urlSession().dataTask(with: request) { _, _, _ in }
      task.resume()
      advance(by: .seconds(1))
      #expect(Env.time.pending.count == 1)
      #expect(task.state == .running)
      task.cancel()
    }

    @Test func `a closure that waits for the test does not hold time up`() async throws {
      let gate = AsyncStream.makeStream(of: Void.self)
      Env.stub(
        .get("/posts"),
        .response { _ async in
          for await _ in gate.stream { break }
          return .text("open")
        })
      let answers = Answered()
      Env.urlSession().dataTask(with: try request("/posts")) { data, _, error in answers.add(data, error) }.resume()
      advance(by: .seconds(1))
      gate.continuation.yield()
      #expect(await answers.first(1) == ["open"])
    }

    @Test func `a cancelled request does not hold time up`() async throws {
      Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
      let answers = Answered()
      let task = Env.urlSession().dataTask(with: try request("/posts")) { data, _, error in answers.add(data, error) }
      task.resume()
      advance(by: .seconds(1))
      task.cancel()
      #expect(await answers.first(1) == ["-999"])
      advance(by: .seconds(1))
      #expect(Env.time.pending.isEmpty)
    }

    /// Moves time without waiting for tasks, as a synchronous test does.
    private func advance(by duration: Duration) { Env.time.advance(by: duration) }
  }
#endif
