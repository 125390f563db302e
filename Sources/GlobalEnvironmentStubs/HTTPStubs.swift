package import Foundation
import GlobalEnvironment
package import GlobalEnvironmentTime
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// What answers the requests of a mock, instead of the network.
///
/// Each mock has its own, whose stubs are made with `Env.stub(_:_:)`.
public final class HTTPStubs: Sendable {

  /// A part of an answer, as it arrives: the response first, then its body in chunks.
  package enum Part: Sendable {
    case response(HTTPURLResponse)
    case body(Data)
  }

  struct State {
    var index = StubIndex()
    var nextSerial = 0
    /// Removed stubs that have expectations.
    var removed: [Stub] = []
    var log = RequestLog()
    var cookies = CookieJar()
    var cookieRules = MockCookieRules.rfc6265
    var policy = UnmatchedRequests.report
    /// The requests without a stub that were reported.
    var reported: Set<String> = []
    /// Those of them whose report would be the same again.
    var known: Set<UnmatchedRequest> = []
    var end = End.open
    /// Whether stubs may be left unused, since a fault that the test has placed keeps the program from requests.
    var mayBeUnused = false
  }

  let state = Locked(State())
  let time: VirtualTime

  /// Creates a network without stubs.
  ///
  /// - Parameter time: The time of the mock, which counts where the caller's environment has no virtual one.
  package init(time: VirtualTime = VirtualTime(startingAt: .mock)) {
    self.time = time
  }

  // MARK: Answering

  /// Returns the whole answer to `request`.
  ///
  /// - Throws: `URLError` when none arrives, or the error that a stub was given.
  package func respond(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    var (body, response): (Data, HTTPURLResponse?) = (Data(), nil)
    try await answer(request) { part in
      switch part {
      case .response(let head): response = head
      // A body that comes at once is not copied.
      case .body(let chunk): if body.isEmpty { body = chunk } else { body.append(chunk) }
      }
    }
    guard let response else { throw URLError(.badServerResponse) }
    return (body, response)
  }

  /// Answers `request`, part by part, and follows redirects on the way.
  ///
  /// - Throws: `URLError` when no answer arrives, or when it breaks off; the error that a stub was given.
  package func answer(_ request: URLRequest, _ receive: (Part) -> Void) async throws {
    guard let client = Self.client else { return try await answer(request, of: nil, receive) }
    // The client does not send what the closures of a stub send.
    try await Self.$client.withValue(nil) { try await answer(request, of: client, receive) }
  }

  /// The client that sends the requests of the running code, if there is one.
  @TaskLocal static var client: (any RequestClient)?

  private func answer(
    _ request: URLRequest, of client: (any RequestClient)?, _ receive: (Part) -> Void
  ) async throws {
    var answer = try await lastAnswer(to: request, of: client, client?.progress)
    if let head = answer.head { receive(.response(head)) }
    while let chunk = try await answer.nextChunk() { receive(.body(chunk)) }
  }

  /// How often the credentials for one request may be refused.
  private static let mostRefusals = 20

  /// Sends `request`, and what follows from redirects and from credentials that are asked for.
  ///
  /// - Parameter progress: Called when parts of a request's body are sent.
  /// - Returns: The answer that the client gets, on its way.
  /// - Throws: `URLError` when no answer arrives; the error that a stub was given.
  func lastAnswer(
    to request: URLRequest, of client: (any RequestClient)?, _ progress: EnvironmentProgress.Handler?
  ) async throws -> AnswerOnItsWay {
    var request = request
    do {
      if let cached = try request.cached(for: client) { return AnswerOnItsWay(cached) }
      let hasStream = request.httpBody == nil && request.httpBodyStream != nil
      try await request.gatherBody()
      let limit = client?.timeLimit.map { scheduler.now.advanced(by: $0) }
      var (redirects, failures) = (0, 0)
      while true {
        client?.cookies?.add(to: &request)
        let (sent, answer) = try await answer(to: request, client, limit, progress)
        if let client, answer.failure == nil, failures < Self.mostRefusals,
          let authorization = try await ask(
            until: limit, { [failures] in try await client.authorization(for: answer.head, failures: failures) })
        {
          failures += 1
          request.setValue(authorization, forHTTPHeaderField: "Authorization")
          try await answer.skip(to: sent)
          continue
        }
        guard answer.mayBeFollowed, let next = self.next(after: request, redirectedBy: answer.head),
          // A stream can be read once only; a client may have another one.
          !hasStream || client != nil || next.httpBody == nil
        else {
          return AnswerOnItsWay(answer, to: sent, limit: limit, of: self)
        }
        // Elsewhere no credentials have failed yet.
        (redirects, failures) = (redirects + 1, 0)
        if redirects > URLRequest.maximalRedirects { throw URLError(.httpTooManyRedirects) }
        if let client {
          guard let chosen = try await ask(until: limit, { try await client.following(answer.head, with: next) }) else {
            return AnswerOnItsWay(answer, to: sent, limit: limit, of: self)
          }
          request = chosen
        } else {
          request = next
        }
        try await answer.skip(to: sent)
      }
    } catch {
      throw error.failing(request.url)
    }
  }

  /// Returns the request that a redirect asks for; into an app only where a stub names the scheme.
  private func next(after request: URLRequest, redirectedBy head: HTTPURLResponse) -> URLRequest? {
    if let next = request.redirected(by: head) { return next }
    guard let next = request.redirected(by: head, mayLeadToApp: true) else { return nil }
    // A stub for any scheme would be asked about all that only an app can open.
    var sameOnWeb = next
    sameOnWeb.url = next.url.flatMap { URL(string: "https" + $0.absoluteString.drop { $0 != ":" }) }
    let (sent, sentOnWeb) = (look(for: next, addsCookies: false), look(for: sameOnWeb, addsCookies: false).sent)
    let isNamed = sent.candidates.contains {
      !$0.isUsedUp && $0.matcher.rule.matches(sent.sent) && !$0.matcher.rule.matches(sentOnWeb)
    }
    return isNamed ? next : nil
  }

  struct Answer {
    enum Body {
      case data(Data)
      /// That of a request without a stub, as it comes.
      case bytes(EnvironmentBytes)
    }

    let head: HTTPURLResponse
    let body: Body
    var pace: StubResponse.Pace?
    var mayBeFollowed = true
    var place: SourcePlace?
    /// The error with which it breaks off behind its body.
    var failure: (any Error)?

    /// Goes to the end of an answer in whose place comes another one.
    fileprivate func skip(to request: SentRequest) async throws {
      if case .bytes(let bytes) = body { for try await _ in bytes.chunks {} }
      request.stub?.hasAnswered(request)
    }
  }

  /// Sends one request, whose answer may be a redirect. `client` is nil where that leaves all to the mock; the time is over at
  /// `limit`; `progress` is called when parts of the request's body are sent.
  private func answer(
    to request: URLRequest, _ client: (any RequestClient)?, _ limit: EnvironmentClock.Instant?,
    _ progress: EnvironmentProgress.Handler?
  ) async throws -> (SentRequest, Answer) {
    try Task.checkCancellation()
    guard let url = request.url else { throw URLError(.badURL) }
    let cookies = client?.cookies
    var (sent, candidates, end) = look(for: request, addsCookies: cookies == nil)
    if case .ended(let test) = end { throw await WaitingFunctions.known { rejected(sent, of: client, after: test) } }
    let claimed = claim(from: &candidates, for: &sent)
    log(sent, answeredBy: claimed?.stub)

    let answer: Answer
    if let (stub, call) = claimed {
      EnvironmentProgress.send(sent.body.count, progress)
      answer = try await self.answer(of: stub, to: sent, from: url, call: call, limit)
    } else {
      let cookies = cookies ?? MockCookies(of: self, for: request)
      answer = try await RealNetwork.$cookies.withValue(cookies) {
        try await answerUnmatched(sent, from: url, progress)
      }
    }
    if let header = answer.head.value(forHTTPHeaderField: "Set-Cookie") {
      var last = request
      // The real network may have followed redirects.
      last.url = answer.head.url ?? url
      (cookies ?? MockCookies(of: self, for: request)).store(header, from: last)
    }
    return (sent, answer)
  }

  private func answer(
    of stub: Stub, to sent: SentRequest, from url: URL, call: Int, _ limit: EnvironmentClock.Instant?
  ) async throws -> Answer {
    // No byte arrives until all of what follows is done.
    let timeout = timeout(of: sent, limit)
    let response: StubResponse
    do {
      response = try await stub.response.resolved(for: sent, call: call) { closure in
        try await self.limited(until: timeout, stub.place, closure)
      }
    } catch is ClosureTimeout {
      throw URLError.timeout
    } catch {
      if !(error is CancellationError) { stub.hasAnswered(sent) }
      throw error
    }
    if response.delay > .zero {
      let scheduler = scheduler
      let end = scheduler.now.advanced(by: response.delay)
      try await pause(until: end, of: scheduler, until: timeout, stub.place)
    }
    switch response.content {
    case .body(let body):
      guard let head = head(of: response, of: stub, from: url, body) else { throw URLError(.badURL) }
      // A redirect that breaks off is not followed.
      let mayBeFollowed = !response.isUnfollowed && response.failure == nil
      return Answer(
        head: head, body: .data(body), pace: response.pace, mayBeFollowed: mayBeFollowed, place: stub.place,
        failure: response.failure)
    case .error(let error):
      stub.hasAnswered(sent)
      throw error
    case .misuse(let message):
      // Otherwise it was reported when the stub was made.
      if stub.response.misuse == nil { _ = RequestIssues.report(message, at: stub.place) }
      throw RequestIssues.error(after: message)
    case .closure, .asyncClosure, .sequence:
      throw URLError(.unknown)
    }
  }

  /// Status and header fields; those of the stub's last answer where that had the same URL.
  func head(of response: StubResponse, of stub: Stub, from url: URL, _ body: Data) -> HTTPURLResponse? {
    guard case .body = stub.response.content else { return response.head(from: url, body: body) }
    if let known = stub.lastHead.withLock({ $0 }), known.url == url { return known }
    let head = response.head(from: url, body: body)
    stub.lastHead.replace(with: head)
    return head
  }

  private func answerUnmatched(
    _ sent: SentRequest, from url: URL, _ progress: EnvironmentProgress.Handler?
  ) async throws -> Answer {
    let policy = state.withLock { $0.policy }
    if let (bytes, head) = try await policy.answer(sent.urlRequest, progress) {
      return Answer(head: head, body: .bytes(bytes))
    }
    EnvironmentProgress.send(sent.body.count, progress)
    if policy.isReported, policy.isNew() { await WaitingFunctions.known { report(unmatched: sent, policy) } }
    let body = policy.isReported ? UnmatchedRequests.reportedBody : UnmatchedRequests.silentBody
    let response = StubResponse.data(body, type: "application/json", status: 500)
    guard let head = response.head(from: url, body: body) else { throw URLError(.badURL) }
    return Answer(head: head, body: .data(body))
  }
}
