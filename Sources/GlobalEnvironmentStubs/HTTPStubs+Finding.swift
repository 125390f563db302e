import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Finds the stub for a request, and notes which one it was.
extension HTTPStubs {

  /// Gives `request` the stub that answers it, and lets go of the others.
  ///
  /// - Returns: That stub, and how many requests it has answered before.
  func claim(
    from candidates: inout StubIndex.Candidates, for request: inout SentRequest
  ) -> (stub: Stub, call: Int)? {
    defer { candidates = .none }
    while let stub = candidates.next() {
      guard stub.matcher.rule.matches(request), let call = stub.claim() else { continue }
      request.setAnswering(stub)
      return (stub, call)
    }
    return nil
  }

  /// Returns the request as it is sent, the stubs that may match it, and how far the test has come.
  func look(
    for request: URLRequest, addsCookies: Bool
  ) -> (sent: SentRequest, candidates: StubIndex.Candidates, end: End) {
    let now = now
    var sent = SentRequest(request, body: request.httpBody ?? Data(), date: now)
    let (candidates, cookie, end) = state.withLock { state in
      (
        state.index.candidates(for: sent.target),
        addsCookies ? state.cookieHeader(for: sent.target, now: now) : nil,
        state.end
      )
    }
    if let cookie, request.httpShouldHandleCookies, sent.header("Cookie") == nil { sent.add(cookie: cookie) }
    return (sent, candidates, end)
  }

  /// Notes a request that reaches the server, which a fault lets answer otherwise than a stub would, or not at all. The stub
  /// that matches counts it, and has as many answers left as before.
  package func note(unanswered request: URLRequest) async throws {
    var request = request
    try await request.gatherBody()
    let cookies = Self.client?.cookies
    cookies?.add(to: &request)
    var (sent, candidates, end) = look(for: request, addsCookies: cookies == nil)
    if case .ended = end { return }
    while let stub = candidates.next() {
      guard !stub.isUsedUp, stub.matcher.rule.matches(sent) else { continue }
      sent.setAnswering(stub)
      stub.countUnanswered()
      break
    }
    log(sent, answeredBy: sent.stub)
  }

  func log(_ sent: SentRequest, answeredBy stub: Stub?) {
    let (number, forgotten) = state.withLock { ($0.log.total, $0.log.append(sent)) }
    // Released outside the lock.
    withExtendedLifetime(forgotten) {}
    guard let stub, stub.note(number) else { return }
    state.withLock { $0.index.retireIfUsedUp(stub) }
  }
}
