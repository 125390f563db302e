import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct SessionTests {
  private let request = URLRequest(to: "/posts")

  @Test func `a mock's session is answered by its stubs`() async throws {
    Env.stub(.get("/posts"), .text("stubbed").status(201))
    let (data, response) = try await Env.urlSession().data(for: request)
    #expect(data.text == "stubbed")
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    #expect(response.url == request.url)
  }

  @Test func `data, response and status arrive`() async throws {
    Env.answer { request, receive in
      receive(.response(try Answers.response(to: request, status: 201, fields: ["X-Kind": "new"])))
      receive(.body(Data("made".utf8)))
    }
    let (data, response) = try await Env.urlSession().data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    #expect(data.text == "made")
    #expect(http.statusCode == 201)
    #expect(http.value(forHTTPHeaderField: "x-kind") == "new")
  }

  @Test func `chunks are joined for who asks for the whole`() async throws {
    Env.answer { request, receive in
      receive(.response(try Answers.response(to: request)))
      for chunk in ["one", "", "two", "three"] { receive(.body(Data(chunk.utf8))) }
    }
    #expect(try await Env.urlSession().data(for: request).0.text == "onetwothree")
  }

  @Test func `an empty body is empty data`() async throws {
    Env.answer { request, receive in receive(.response(try Answers.response(to: request, status: 204))) }
    let (data, response) = try await Env.urlSession().data(for: request)
    #expect(data.isEmpty)
    #expect((response as? HTTPURLResponse)?.statusCode == 204)
  }

  @Test func `a completion handler gets the answer`() async throws {
    Env = .mock(answeringWith: Answers())
    let text = await withCheckedContinuation { continuation in
      Env.urlSession().dataTask(with: request) { data, _, _ in continuation.resume(returning: data?.text) }.resume()
    }
    #expect(text == "/posts")
  }

  @Test func `an answer that is replaced counts for the session that exists`() async throws {
    let answers = Answers()
    Env = .mock(answeringWith: answers)
    let session = Env.urlSession()
    answers.replace { request, receive in try Answers.text("late", to: request, receive) }
    #expect(try await session.data(for: request).0.text == "late")
  }

  @Test func `a scope has one session for a mock`() {
    let mock = Environment.mock
    #expect(mock.urlSession() === mock.urlSession())
    #expect(mock.urlSession() !== Environment.mock.urlSession())
    #expect(mock.urlSession() !== withEnvironment(.live) { mock.urlSession() })
  }

  @Test func `an answer is made in the scope of its session`() async throws {
    Env.answer { request, receive in try Answers.text(Env.locale().identifier, to: request, receive) }
    Env.locale = { Locale(identifier: "ja_JP") }
    let (session, request) = (Env.urlSession(), request)
    let text = try await withEnvironment(.live) { try await session.data(for: request).0.text }
    #expect(text == "ja_JP")
  }

  #if canImport(FoundationNetworking)
    @Test func `an answer belongs to the test that waits for it`() async throws {
      let name = Locked<String?>(nil)
      Env.answer { request, receive in
        name.withLock { $0 = Test.current?.name }
        try Answers.text("", to: request, receive)
      }
      _ = try await Env.urlSession().data(for: request)
      #expect(name.withLock { $0 } == Test.current?.name)
    }
  #endif

  @Test func `a session that somebody ends goes on, as the shared one does`() async throws {
    Env = .mock(answeringWith: Answers())
    Env.urlSession().invalidateAndCancel()
    Env.urlSession().finishTasksAndInvalidate()
    #expect(try await Env.urlSession().data(for: request).0.text == "/posts")
  }

  @Test func `a session does not keep its mock or its scope`() async throws {
    weak var answers: Answers?
    weak var scope: EnvironmentScope?
    weak var session: URLSession?
    let request = request
    try await withEnvironment(.live) {
      let made = Answers()
      Env = .mock(answeringWith: made)
      (answers, scope) = (made, .current)
      session = Env.urlSession()
      _ = try await Env.urlSession().data(for: request)
    }
    // What delivered the answer may not have let go of it just yet.
    while session != nil || scope != nil { await Task.yield() }
    #expect(answers == nil)
  }

  @Test func `a request after the end of its mock fails, and says so`() async throws {
    let session = withEnvironment(.mock) { Env.urlSession() }
    await withKnownIssue {
      let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
      #expect(error?.code == .resourceUnavailable)
      #expect(error?.failingURL == request.url)
    } matching: { issue in
      "\(issue)".contains("GET https://example.com/posts was sent where there is no mock, or none any more")
    }
  }

  @Test func `requests of a cancelled task after the end of its mock are no issue`() async {
    let (session, request) = (withEnvironment(.mock) { Env.urlSession() }, request)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await withTaskGroup { group in
        for _ in 0..<100 {
          group.addTask {
            let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
            #expect(error?.code == .cancelled)
          }
        }
      }
    }
    await task.value
  }

  @Test func `its message shows no secret of the URL`() async throws {
    let session = withEnvironment(.mock) { Env.urlSession() }
    let url = try #require(URL(string: "https://bob:hunter2@example.com/posts?access_token=hunter3"))
    await withKnownIssue {
      let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
      #expect(error?.localizedDescription.contains("hunter") == false)
    } matching: {
      $0.description.contains("access_token=…") && !$0.description.contains("hunter")
    }
  }

  // MARK: Errors

  @Test func `an error arrives with its code and the URL that failed`() async {
    Env.answer { _, _ in throw URLError(.notConnectedToInternet) }
    let error = await #expect(throws: URLError.self) { try await Env.urlSession().data(for: request) }
    #expect(error?.code == .notConnectedToInternet)
    #expect(error?.failingURL == request.url)
  }

  @Test func `an error of another domain arrives as it is`() async {
    Env.answer { _, _ in throw NSError(domain: "Example", code: 7) }
    let error = await #expect(throws: (any Error).self) { try await Env.urlSession().data(for: request) }
    #expect((error as NSError?)?.domain == "Example")
    #expect((error as NSError?)?.code == 7)
  }

  @Test func `an answer that breaks off is an error`() async {
    Env.answer { request, receive in
      try Answers.text("half", to: request, receive)
      throw URLError(.networkConnectionLost)
    }
    let error = await #expect(throws: URLError.self) { try await Env.urlSession().data(for: request) }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test func `an answer without a response is an error`() async {
    Env.answer { _, _ in }
    let error = await #expect(throws: URLError.self) { try await Env.urlSession().data(for: request) }
    #expect(error?.code == .badServerResponse)
    #expect(error?.failingURL == request.url)
  }

  @Test(arguments: ["Basic realm=\"posts\"", "Digest realm=\"posts\", nonce=\"1\"", "Bearer"])
  func `a 401 arrives as it is`(challenge: String) async throws {
    Env.answer { request, receive in
      receive(.response(try Answers.response(to: request, status: 401, fields: ["WWW-Authenticate": challenge])))
      receive(.body(Data("who?".utf8)))
    }
    let (data, response) = try await Env.urlSession().data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    #expect(data.text == "who?")
    #expect(http.statusCode == 401)
    #expect(http.url == request.url)
    #expect(http.value(forHTTPHeaderField: "WWW-Authenticate") == challenge)
  }

  #if canImport(FoundationNetworking)
    @Test func `a download task on Linux fails with an error that says what to do`() async {
      let error = await withCheckedContinuation { continuation in
        Env.urlSession().downloadTask(with: request) { continuation.resume(returning: $2) }.resume()
      }
      #expect((error as? URLError)?.code == .unsupportedURL)
      #expect(error?.localizedDescription.contains("Use Env.download(for:to:); or data(for:)") == true)
    }
  #endif
}
