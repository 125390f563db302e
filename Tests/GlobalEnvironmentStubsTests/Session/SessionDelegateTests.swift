import Dispatch
import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Calls a closure behind each piece of a body. `@unchecked` holds because nothing is set after the initialiser.
  private final class PieceLog: DelegateLog, @unchecked Sendable {
    private let onPiece: (DelegateLog, URLSessionTask) -> Void

    init(onPiece: @escaping (DelegateLog, URLSessionTask) -> Void) {
      self.onPiece = onPiece
    }

    override func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      super.urlSession(session, dataTask: dataTask, didReceive: data)
      onPiece(self, dataTask)
    }
  }

  /// Calls a closure at the response. `@unchecked` holds because nothing is set after the initialiser.
  private final class ResponseLog: DelegateLog, @unchecked Sendable {
    private let onResponse: (URLSessionTask) -> Void

    init(onResponse: @escaping (URLSessionTask) -> Void) {
      self.onResponse = onResponse
    }

    override func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      super.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
      onResponse(dataTask)
    }
  }

  /// Cancels a task at the first part of its body that has been sent.
  private final class Impatient: DelegateLog, @unchecked Sendable {
    override func urlSession(
      _: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      task.cancel()
    }
  }

  /// What the delegate of a session is asked.
  @Suite(.environment(.mock))
  struct SessionDelegateTests {

    // MARK: Pieces

    @Test(.virtualTime) func `in virtual time, a delegate hears each piece at its moment`() async throws {
      Env.stub(.get("/posts"), .text("abcd").pace(bytes: 2, every: .seconds(1)))
      let (scope, start) = (EnvironmentScope.current, Env.date())
      let delegate = PieceLog { log, _ in log.hear("\(scope.run { Env.date() }.timeIntervalSince(start))") }
      #expect(await delegate.heard(of: try request("/posts")) == ["200", "ab", "1.0", "cd", "2.0", "end"])
    }

    /// In a process of its own: a move of time waits for a session no longer than some seconds, and beside other tests its
    /// threads may be late.
    @Test func `when an awaited move of time returns, all that came by then is on the queue of the delegate`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        Env.stub(.get("/posts"), .text("abcd").pace(bytes: 2, every: .seconds(1)))
        for _ in 0..<30 {
          let delegate = DelegateLog()
          let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: nil)
          session.dataTask(with: try request("/posts")).resume()
          await Env.time.advance(by: .seconds(2))
          // If the task has ended already, this comes too late to be in the list.
          session.delegateQueue.addOperation { delegate.hear("too early") }
          #expect(await delegate.heard == ["200", "ab", "cd", "end"])
          session.finishTasksAndInvalidate()
        }
      }
    }

    @Test(.virtualTime) func `in virtual time, a delegate that cancels at a piece gets no other`() async throws {
      Env.stub(.get("/posts"), .text("abcdef").pace(bytes: 2, every: .seconds(1)))
      for _ in 0..<20 {
        let delegate = PieceLog { _, task in task.cancel() }
        #expect(await delegate.heard(of: try request("/posts")) == ["200", "ab", "end -999"])
      }
    }

    @Test(.virtualTime) func `in virtual time, a delegate may cancel at a part that has been sent`() async throws {
      Env.stub(.put("/photo"), .created.delay(.seconds(1)))
      for _ in 0..<20 {
        let request = try request("PUT /photo", body: String(repeating: "a", count: 100_000))
        #expect(await Impatient().heard(of: request) == ["end -999"])
      }
    }

    @Test(.virtualTime) func `time passes a delegate whose queue is suspended`() async throws {
      Env.stub(.get("/posts"), .text("abcd").pace(bytes: 2, every: .seconds(1)))
      let (delegate, queue) = (DelegateLog(), OperationQueue())
      queue.maxConcurrentOperationCount = 1
      queue.isSuspended = true
      let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: queue)
      session.dataTask(with: try request("/posts")).resume()
      try await Env.sleep(for: .seconds(10))
      queue.isSuspended = false
      #expect(await delegate.heard == ["200", "ab", "cd", "end"])
      session.finishTasksAndInvalidate()
    }

    @Test func `a delegate that cancels at the response, or at the last piece, gets no more`() async throws {
      Env.stub(.get("/posts"), .text("abcdef"))
      for _ in 0..<20 {
        let first = ResponseLog { $0.cancel() }
        #expect(await first.heard(of: try request("/posts")) == ["200", "end -999"])
        let last = PieceLog { _, task in task.cancel() }
        #expect(await last.heard(of: try request("/posts")) == ["200", "abcdef", "end -999"])
      }
    }

    @Test(.virtualTime) func `in virtual time, a delegate that cancels at the response gets no more`() async throws {
      Env.stub(.get("/posts"), .text("abcdef"))
      for _ in 0..<20 {
        let delegate = ResponseLog { $0.cancel() }
        #expect(await delegate.heard(of: try request("/posts")) == ["200", "end -999"])
      }
    }

    @Test func `a delegate that suspends its task at the response gets the body when it has resumed it`() async throws {
      Env.stub(.get("/posts"), .text("abcdef"))
      let suspended = AsyncStream.makeStream(of: URLSessionTask.self)
      let delegate = ResponseLog { task in
        task.suspend()
        suspended.continuation.yield(task)
      }
      async let heard = delegate.heard(of: try request("/posts"))
      for await task in suspended.stream {
        delegate.hear("resumed")
        task.resume()
        break
      }
      #expect(try await heard == ["200", "resumed", "abcdef", "end"])
    }

    @Test func `an operation beside those of a delegate may wait for the answer`() async throws {
      Env.stub(.get("/posts"), .text("abcdef"))
      let (delegate, queue) = (DelegateLog(), OperationQueue())
      let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: queue)
      let request = try request("/posts")
      let heard = await withCheckedContinuation { continuation in
        queue.addOperation {
          let (isOver, words) = (DispatchSemaphore(value: 0), GlobalEnvironment.Locked<[String]>([]))
          session.dataTask(with: request).resume()
          Task {
            words.replace(with: await delegate.heard)
            isOver.signal()
          }
          let isInTime = isOver.wait(timeout: .now() + .seconds(600)) == .success
          continuation.resume(returning: isInTime ? Set(words.withLock { $0 }) : [])
        }
      }
      #expect(heard.contains("end"))
      session.finishTasksAndInvalidate()
    }

    // MARK: Redirects

    @Test func `a delegate is asked about a redirect, and may refuse it`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to", status: 301))
      let delegate = Chooser(redirect: { _ in nil })
      #expect(await delegate.heard(of: try request("/from")) == ["301 to /to", "301", "end"])
      #expect(Env.requests.map(\.path) == ["/from"])
    }

    @Test func `a delegate lets a redirect pass, each hop`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/next"))
      Env.stub(.get("/next"), .redirect(to: "/to", status: 307))
      Env.stub(.get("/to"), .text("There"))
      let delegate = Chooser(redirect: { $0 })
      #expect(await delegate.heard(of: try request("/from")) == ["302 to /next", "307 to /to", "200", "There", "end"])
    }

    @Test func `a delegate sends another request in its place`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to"))
      Env.stub(.get("/other").header("X-Chosen", "1"), .text("Other"))
      let other = try request("/other", headers: ["X-Chosen": "1"])
      let delegate = Chooser(redirect: { _ in other })
      #expect(await delegate.heard(of: try request("/from")) == ["302 to /to", "200", "Other", "end"])
    }

    @Test func `a delegate is told what has been sent of a body, and again after a redirect`() async throws {
      let delegate = DelegateLog()
      delegate.hearsWhatIsSent = true
      Env.stub(.put("/from"), .redirect(to: "/to", status: 307))
      Env.stub(.put("/to"), .status(204))
      var request = try request("PUT /from")
      request.httpBody = Data(count: 100_000)
      let steps = ["65536, 65536 of 100000", "34464, 100000 of 100000"]
      #expect(await delegate.heard(of: request) == steps + steps + ["204", "end"])
    }

    @Test func `a delegate is asked for tasks with a completion handler, too`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to"))
      let delegate = Chooser(redirect: { _ in nil })
      let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: nil)
      let request = try request("/from")
      let status = await withCheckedContinuation { continuation in
        session.dataTask(with: request) { _, response, _ in
          continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
        }.resume()
      }
      #expect(status == 302)
    }

    @Test func `the delegate of one task is asked, in the mock's session as well`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to"))
      let task = Env.urlSession().dataTask(with: try request("/from"))
      let delegate = Chooser(redirect: { _ in nil })
      task.delegate = delegate
      task.resume()
      for await word in delegate.words.prefix(1) { #expect(word == "302 to /to") }
      while task.state != .completed { await Task.yield() }
      #expect((task.response as? HTTPURLResponse)?.statusCode == 302)
    }

    @Test func `a delegate that has nothing to say gets redirects followed, and a 401 as it is`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to"))
      Env.stub(.get("/to"), .status(401).header("WWW-Authenticate", "Basic realm=\"posts\""))
      #expect(await DelegateLog.of(try request("/from")) == ["401", "end"])
    }

    @Test func `a stub that says unfollowed asks nobody`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to").unfollowed())
      #expect(await Chooser(redirect: { $0 }).heard(of: try request("/from")) == ["302", "end"])
    }

    @Test func `a request that is cancelled while the delegate thinks ends`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to"))
      let asked = AsyncStream.makeStream(of: Void.self)
      let delegate = Silent { asked.continuation.yield() }
      let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: nil)
      let task = session.dataTask(with: try request("/from"))
      task.resume()
      for await _ in asked.stream { break }
      task.cancel()
      #expect(await delegate.heard == ["end -999"])
    }

    @Test(.virtualTime) func `time stands still while a delegate is asked`() async throws {
      Env = .mock
      Env.stub(.get("/from"), .redirect(to: "/to").delay(.seconds(1)))
      Env.stub(.get("/to"), .text("There").delay(.seconds(1)))
      let start = Env.date()
      async let end: Void = Env.sleep(for: .seconds(3))
      let heard = await Chooser(redirect: { $0 }).heard(of: try request("/from"))
      #expect(heard == ["302 to /to", "200", "There", "end"])
      #expect(Env.date() == start + 2)
      try await end
    }

    // MARK: Challenges

    @Test func `a delegate is asked who is there, and its name and password are sent`() async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", "Basic realm=\"posts\"")).expect(calls: 1)
      Env.stub(.get("/posts").header("Authorization", "Basic YTpi"), .text("Hello")).expect(calls: 1)
      let delegate = Chooser(
        challenge: { _ in (.useCredential, URLCredential(user: "a", password: "b", persistence: .none)) })
      #expect(
        await delegate.heard(of: try request("/posts"))
          == ["NSURLAuthenticationMethodHTTPBasic posts api.example.com:443 0", "200", "Hello", "end"])
    }

    @Test func `a delegate is asked again, until it has nothing more to say`() async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", "Basic realm=\"posts\"")).expect(calls: 3)
      let delegate = Chooser(challenge: { challenge in
        challenge.previousFailureCount < 2
          ? (.useCredential, URLCredential(user: "a", password: "wrong", persistence: .none))
          : (.performDefaultHandling, nil)
      })
      let heard = await delegate.heard(of: try request("/posts"))
      #expect(heard.suffix(2) == ["401", "end"])
      #expect(heard.count == 5)
    }

    @Test func `a delegate that cancels a challenge cancels the request`() async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", "Basic realm=\"posts\""))
      let delegate = Chooser(challenge: { _ in (.cancelAuthenticationChallenge, nil) })
      #expect(await delegate.heard(of: try request("/posts")).last == "end -999")
    }

    @Test(arguments: [
      URLSession.AuthChallengeDisposition.rejectProtectionSpace, .performDefaultHandling, .useCredential,
    ])
    func `a delegate that knows nobody gets the 401`(disposition: URLSession.AuthChallengeDisposition) async throws {
      Env.stub(.get("/posts"), .status(401).header("WWW-Authenticate", "Digest realm=\"posts\", nonce=\"1\""))
      let delegate = Chooser(challenge: { _ in (disposition, nil) })
      #expect(await delegate.heard(of: try request("/posts")).suffix(2) == ["401", "end"])
    }

    @Test func `a bearer's challenge is an answer`() async throws {
      Env.stub(.get("/posts"), .unauthorized)
      let delegate = Chooser(challenge: { _ in (.cancelAuthenticationChallenge, nil) })
      #expect(await delegate.heard(of: try request("/posts")) == ["401", "end"])
    }
  }

  /// A delegate that never replies. `@unchecked` holds because nothing is set after the initialiser.
  private final class Silent: DelegateLog, @unchecked Sendable {
    private let whenAsked: @Sendable () -> Void

    init(whenAsked: @escaping @Sendable () -> Void) {
      self.whenAsked = whenAsked
    }

    override func urlSession(
      _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      whenAsked()
    }
  }
#endif
