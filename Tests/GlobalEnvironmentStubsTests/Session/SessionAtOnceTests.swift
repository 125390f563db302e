import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests of `data(for:)` whose answers are known at once, and some that must not be taken for such.
@Suite(.environment(.mock))
struct SessionAtOnceTests {

  @Test func `it counts, is listed and is used up as any other`() async throws {
    Env.stub(.path(prefix: "/users"), .text("old"))
    Env.stub(.get("/users/:id"), .text("new")).once().expect(calls: 1)
    #expect(try await text(of: "/users/7") == "new")
    #expect(try await text(of: "/users/8") == "old")
    #expect(Env.requests.map(\.path) == ["/users/7", "/users/8"])
    #expect(Env.requests.map(\.parameters) == [["id": "7"], [:]])
  }

  @Test func `the answer to HEAD has no body`() async throws {
    Env.stub(.any, .text("body"))
    #expect(try await text(of: "HEAD /posts") == "")
  }

  @Test func `a cookie of an earlier answer is sent along`() async throws {
    Env.stub(.get("/login"), .ok.cookie("a", "1", path: "/"))
    Env.stub(.get("/posts"), .ok)
    _ = try await text(of: "/login")
    _ = try await text(of: "/posts")
    #expect(Env.requests.last?.header("Cookie") == "a=1")
  }

  @Test func `the code of a stub may make tasks of the session that it answers`() async throws {
    let session = Env.urlSession()
    let makesTask: @Sendable () -> Void = {
      if let url = URL(string: "https://api.example.com/other") { session.dataTask(with: url).cancel() }
    }
    Env.stub(
      .where("makes a task") { _ in
        makesTask()
        return true
      },
      .response { _ in
        makesTask()
        return .text("made")
      }
    )
    #expect(try await text(of: "/closure") == "made")
    Env.stub(.get("/listener"), .text("heard")).onAnswer { _ in makesTask() }
    #expect(try await text(of: "/listener") == "heard")
  }

  @Test func `a protocol in front of the stubs is asked first`() async throws {
    Env.stub(.any, .text("stub")).optional()
    let configuration = HTTPStubs.configuration()
    configuration.protocolClasses?.insert(FirstProtocol.self, at: 0)
    let session = URLSession(configuration: configuration)
    #expect(try await session.data(for: request("/posts")).0 == Data("first".utf8))
    #expect(Env.requests.isEmpty)
  }

  @Test func `the fields that a configuration adds are in the request`() async throws {
    Env.stub(.any.header("X-Added", "1"), .text("added"))
    let configuration = HTTPStubs.configuration()
    configuration.httpAdditionalHeaders = ["X-Added": "1"]
    let session = URLSession(configuration: configuration)
    #expect(try await session.data(for: request("/posts")).0 == Data("added".utf8))
  }

  @Test func `a task with a handler may be suspended before its answer, and goes on`() async throws {
    Env.stub(.any, .text("patience"))
    let request = try request("/posts")
    for _ in 0..<100 {
      let data = await withCheckedContinuation { continuation in
        let task = Env.urlSession().dataTask(with: request) { data, _, _ in continuation.resume(returning: data) }
        task.suspend()
        task.resume()
        task.resume()
      }
      #expect(data == Data("patience".utf8))
    }
  }

  @Test func `a cancellation at any moment ends a request once, one way or the other`() async throws {
    Env.stub(.any, .text("posts")).optional()
    let (session, request) = (Env.urlSession(), try request("/posts"))
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for round in 0..<250 {
            let task = Task { try await session.data(for: request) }
            for _ in 0..<(round &* 7 &+ worker) % 40 { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let answer): #expect(answer.0 == Data("posts".utf8))
            case .failure(let error): #expect((error as? URLError)?.code == .cancelled)
            }
          }
        }
      }
    }
  }

  private func text(of target: String) async throws -> String {
    String(decoding: try await Env.urlSession().data(for: request(target)).0, as: UTF8.self)
  }
}

/// Answers everything with `first`.
private final class FirstProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("first".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
