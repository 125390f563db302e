import Dispatch
import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Time that a test moves right after `resume()`, where closures of stubs do something of their own with it.
  @Suite(.environment(.mock))
  struct SessionAdvanceClosureTests {

    @Test func `awaiting time reaches what comes after a closure that sleeps`() async throws {
      Env.stub(
        .get("/posts"),
        .response { _ async throws in
          try await Env.sleep(for: .seconds(1))
          return .text("late").delay(.seconds(1))
        })
      let answers = Answered()
      let request = try request("/posts")
      for _ in 0..<50 {
        Env.urlSession().dataTask(with: request) { data, _, error in answers.add(data, error) }.resume()
        await Env.time.advance(by: .seconds(3))
        #expect(await answers.first(1) == ["late"])
      }
      #expect(Env.time.pending.isEmpty)
    }

    @Test func `a task that a closure starts is not the request`() async throws {
      let sleepers = Locked<[Task<Void, Never>]>([])
      Env.stub(
        .get("/posts"),
        .response { _ in
          let sleeper = Task { _ = try? await Env.sleep(for: .seconds(1_000)) }
          sleepers.withLock { $0.append(sleeper) }
          return .text("late").delay(.seconds(1))
        })
      let answers = Answered()
      let request = try request("/posts")
      for _ in 0..<50 {
        Env.urlSession().dataTask(with: request) { data, _, error in answers.add(data, error) }.resume()
        advance(by: .seconds(1))
      }
      #expect(await answers.first(50) == Array(repeating: "late", count: 50))
      for sleeper in sleepers.withLock({ $0 }) { sleeper.cancel() }
    }

    @Test func `a closure may move time itself`() async throws {
      Env.stub(
        .get("/posts"),
        .response { _ in
          Env.time.advance(by: .seconds(1))
          return .text("moved")
        })
      let answers = Answered()
      let start = Env.date()
      Env.urlSession().dataTask(with: try request("/posts")) { data, _, error in answers.add(data, error) }.resume()
      advance(by: .seconds(5))
      #expect(await answers.first(1) == ["moved"])
      #expect(Env.date() == start + 6)
    }

    @Test func `running until nothing waits reaches what was resumed before`() async throws {
      Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
      let answers = Answered()
      let request = try request("/posts")
      for _ in 0..<50 {
        Env.urlSession().dataTask(with: request) { data, _, error in answers.add(data, error) }.resume()
        await Env.time.run()
      }
      #expect(await answers.first(50) == Array(repeating: "late", count: 50))
      #expect(Env.time.pending.isEmpty)
    }

    @Test func `a request that cannot go on does not hold up the parts of another`() async throws {
      let gate = DispatchSemaphore(value: 0)
      Env.stub(
        .get("/stuck"),
        .response { _ in
          gate.wait()
          return .text("open")
        })
      Env.stub(.get("/paced"), .text("abc").pace(bytes: 1, every: .seconds(1)))
      let answers = Answered()
      for path in ["/stuck", "/paced"] {
        Env.urlSession().dataTask(with: try request(path)) { data, _, error in answers.add(data, error) }.resume()
      }
      advance(by: .seconds(3))
      #expect(await answers.first(1) == ["abc"])
      gate.signal()
      #expect(await answers.first(1) == ["open"])
    }

    /// Moves time without waiting for tasks, as a synchronous test does.
    private func advance(by duration: Duration) { Env.time.advance(by: duration) }
  }
#endif
