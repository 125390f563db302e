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

/// Stubs for the tests of the URL session, with one closure in the place of all others.
final class Answers: RequestAnswering {
  typealias Answer = @Sendable (URLRequest, (HTTPStubs.Part) -> Void) async throws -> Void

  private let state: GlobalEnvironment.Locked<(answer: Answer, requests: [URLRequest])>

  /// Answers with the given closure.
  init(_ answer: @escaping Answer) {
    state = .init((answer, []))
  }

  /// Answers with the path of the request as text.
  convenience init() {
    self.init { request, receive in try Answers.text(request.url?.path ?? "", to: request, receive) }
  }

  /// A configuration whose requests reach these answers. It does not hold them.
  var configuration: URLSessionConfiguration { .stubbed(along: .make(to: self)) }

  var requests: [URLRequest] { state.withLock { $0.requests } }

  func replace(_ answer: @escaping Answer) {
    state.withLock { $0.answer = answer }
  }

  func answer(_ request: URLRequest, _ receive: (HTTPStubs.Part) -> Void) async throws {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answer
    }
    try await answer(request, receive)
  }
}

extension Environment {
  /// A mock whose requests `answers` answers, also those of its URL session.
  static func mock(answeringWith answers: Answers) -> Environment {
    var environment = Environment.mock
    let sessions = StubSessions(of: answers)
    environment.urlSession = { sessions.current }
    return environment
  }

  /// Gives the environment such answers, and returns them.
  @discardableResult
  mutating func answer(_ answer: @escaping Answers.Answer) -> Answers {
    let answers = Answers(answer)
    self = .mock(answeringWith: answers)
    return answers
  }
}

extension Answers {
  /// Answers a request with a text.
  static func text(
    _ text: String, to request: URLRequest, status: Int = 200, _ receive: (HTTPStubs.Part) -> Void
  ) throws {
    receive(.response(try response(to: request, status: status)))
    receive(.body(Data(text.utf8)))
  }

  static func response(
    to request: URLRequest, status: Int = 200, fields: [String: String] = [:]
  ) throws -> HTTPURLResponse {
    let url = try #require(request.url)
    return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
  }
}

extension URLRequest {
  /// Makes a request to `https://example.com`.
  init(to path: String, method: String = "GET", body: Data? = nil) {
    self.init(url: URL(string: "https://example.com\(path)") ?? URL(fileURLWithPath: path))
    httpMethod = method
    httpBody = body
  }
}

extension Data {
  var text: String { String(decoding: self, as: UTF8.self) }
}
