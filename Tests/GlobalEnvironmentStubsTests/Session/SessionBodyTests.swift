import Foundation
import GlobalEnvironmentTesting
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

/// The stubs see the body of a request, however it was given.
@Suite(.environment(.mock))
struct SessionBodyTests {
  private let answers: Answers
  private let body = Data("hello".utf8)
  private let request = URLRequest(to: "/posts", method: "POST")

  init() {
    answers = Answers { request, receive in
      receive(.response(try Answers.response(to: request)))
      var request = request
      try await request.gatherBody()
      receive(.body(request.httpBody ?? Data("none".utf8)))
    }
    Env = .mock(answeringWith: answers)
  }

  @Test func `in the request`() async throws {
    var request = request
    request.httpBody = body
    #expect(try await Env.urlSession().data(for: request).0 == body)
  }

  @Test func `as a stream`() async throws {
    var request = request
    request.httpBodyStream = InputStream(data: body)
    #expect(try await Env.urlSession().data(for: request).0 == body)
  }

  @Test func `uploaded from data`() async throws {
    #expect(try await Env.urlSession().upload(for: request, from: body).0 == body)
  }

  @Test func `uploaded from data, in place of the request's own`() async throws {
    var request = request
    request.httpBody = Data("other".utf8)
    #expect(try await Env.urlSession().upload(for: request, from: body).0 == body)
  }

  @Test func `uploaded from a file`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try body.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await Env.urlSession().upload(for: request, fromFile: file).0 == body)
  }

  @Test func `from a file that does not exist, which is an error`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let error = await #expect(throws: URLError.self) {
      try await Env.urlSession().upload(for: request, fromFile: file)
    }
    #expect(error?.code == .fileDoesNotExist)
    #expect(answers.requests.isEmpty)
  }

  @Test func `none`() async throws {
    #expect(try await Env.urlSession().data(for: request).0.text == "none")
  }

  @Test func `of ten megabytes, both ways`() async throws {
    let part = Data((0..<10_007).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let body = (0..<1_000).reduce(into: Data()) { body, _ in body += part }
    var request = request
    request.httpBodyStream = InputStream(data: body)
    #expect(try await Env.urlSession().data(for: request).0 == body)
    #expect(try await Env.urlSession().upload(for: request, from: body).0 == body)
  }

  @Test func `from the delegate`() async throws {
    final class Delegate: NSObject, URLSessionDataDelegate {
      let received = AsyncStream.makeStream(of: Data.self)
      func urlSession(
        _: URLSession, task: URLSessionTask, needNewBodyStream give: @escaping @Sendable (InputStream?) -> Void
      ) {
        give(InputStream(data: Data("asked".utf8)))
      }
      func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        received.continuation.yield(data)
      }
    }
    let delegate = Delegate()
    let session = URLSession(configuration: answers.configuration, delegate: delegate, delegateQueue: nil)
    session.uploadTask(withStreamedRequest: request).resume()
    #expect(await delegate.received.stream.first { _ in true }?.text == "asked")
  }
}
