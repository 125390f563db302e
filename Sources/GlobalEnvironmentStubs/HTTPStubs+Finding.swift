import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
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

  func log(_ sent: SentRequest, answeredBy stub: Stub?) {
    let (number, forgotten) = state.withLock { ($0.log.total, $0.log.append(sent)) }
    // Released outside the lock.
    withExtendedLifetime(forgotten) {}
    guard let stub, stub.note(number) else { return }
    state.withLock { $0.index.retireIfUsedUp(stub) }
  }
}
