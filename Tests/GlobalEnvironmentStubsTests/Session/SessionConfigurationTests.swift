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

/// Sessions that code makes itself.
@Suite(.hidesKnownIssues, .environment(.mock))
struct SessionConfigurationTests {
  private let request = URLRequest(to: "/posts")

  @Test func `a session of one's own is answered by the stubs`() async throws {
    let session = URLSession(configuration: HTTPStubs.configuration())
    Env.stub(.get("/posts"), .text("stubbed"))
    #expect(try await session.data(for: request).0.text == "stubbed")
  }

  @Test func `where Env is no mock, the test fails and so do the requests`() async {
    Env = .live
    await withKnownIssue {
      let session = URLSession(configuration: HTTPStubs.configuration())
      await #expect(throws: URLError.self) { try await session.data(for: request) }
    }
  }

  @Test func `headers and time limit of the configuration reach the stubs`() async throws {
    let answers = Env.answer { request, receive in try Answers.text("", to: request, receive) }
    let configuration = answers.configuration
    configuration.httpAdditionalHeaders = ["X-App": "posts", "Accept": "nothing"]
    configuration.timeoutIntervalForRequest = 5
    var request = request
    request.setValue("text/plain", forHTTPHeaderField: "Accept")
    _ = try await URLSession(configuration: configuration).data(for: request)
    let sent = try #require(answers.requests.first)
    #expect(sent.value(forHTTPHeaderField: "X-App") == "posts")
    #expect(sent.value(forHTTPHeaderField: "Accept") == "text/plain")
    #expect(sent.timeoutInterval == 5)
  }

  @Test func `a delegate gets the response, each chunk, and the end, in order`() async throws {
    let answers = Env.answer { request, receive in
      receive(.response(try Answers.response(to: request)))
      for chunk in ["one", "two", "three"] { receive(.body(Data(chunk.utf8))) }
    }
    let delegate = Listener()
    let session = URLSession(configuration: answers.configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request).resume()
    #expect(await delegate.heard == ["200", "one", "two", "three", "end"])
  }

  @Test func `a delegate gets each chunk when it arrives`() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let answers = Env.answer { request, receive in
      try Answers.text("first", to: request, receive)
      for await _ in gate.stream { break }
      receive(.body(Data("second".utf8)))
    }
    let delegate = Listener()
    delegate.onHearing = { if $0 == "first" { gate.continuation.yield() } }
    let session = URLSession(configuration: answers.configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request).resume()
    #expect(await delegate.heard == ["200", "first", "second", "end"])
  }

  @Test func `a completion handler beside a delegate gets the whole`() async throws {
    let answers = Env.answer { request, receive in
      receive(.response(try Answers.response(to: request)))
      for chunk in ["one", "two"] { receive(.body(Data(chunk.utf8))) }
    }
    let session = URLSession(configuration: answers.configuration, delegate: Listener(), delegateQueue: nil)
    let text = await withCheckedContinuation { continuation in
      session.dataTask(with: request) { data, _, _ in continuation.resume(returning: data?.text) }.resume()
    }
    #expect(text == "onetwo")
  }

  @Test func `a delegate hears of an answer that breaks off`() async throws {
    let answers = Env.answer { request, receive in
      try Answers.text("half", to: request, receive)
      throw URLError(.networkConnectionLost)
    }
    let delegate = Listener()
    let session = URLSession(configuration: answers.configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request).resume()
    #expect(await delegate.heard == ["200", "half", "end -1005"])
  }

  @Test func `ending a session cancels what it sent`() async throws {
    let answers = Env.answer { _, _ in for await _ in AsyncStream<Int>.makeStream().stream {} }
    let delegate = Listener()
    let session = URLSession(configuration: answers.configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request).resume()
    session.invalidateAndCancel()
    #expect(await delegate.heard == ["end -999"])
  }

  @Test func `a session lets what it sent come to its end before it ends`() async throws {
    let answers = Answers()
    Env = .mock(answeringWith: answers)
    let delegate = Listener()
    let session = URLSession(configuration: answers.configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request).resume()
    session.finishTasksAndInvalidate()
    #expect(await delegate.heard == ["200", "/posts", "end"])
  }
}

/// Writes down what a delegate is told.
private final class Listener: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let words = AsyncStream.makeStream(of: String.self)
  // Set before the session begins.
  var onHearing: @Sendable (String) -> Void = { _ in }

  /// All of it, up to the end of a task.
  var heard: [String] {
    get async { await words.stream.reduce(into: []) { $0.append($1) } }
  }

  func urlSession(
    _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    hear("\((response as? HTTPURLResponse)?.statusCode ?? 0)")
    completionHandler(.allow)
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    hear(data.text)
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    hear(error.map { "end \(($0 as NSError).code)" } ?? "end")
    words.continuation.finish()
  }

  private func hear(_ word: String) {
    words.continuation.yield(word)
    onHearing(word)
  }
}
