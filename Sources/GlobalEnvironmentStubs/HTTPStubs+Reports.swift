import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPStubs {

  /// How far the test of the mock has come.
  enum End: Sendable {
    case open
    /// The expectations of the stubs have been checked.
    case verified
    /// The test of that name has ended.
    case ended(String)
  }

  // MARK: Unmatched requests

  /// Fails the running test because of a request that has no stub, once, even if the request is repeated.
  func report(unmatched request: SentRequest, _ policy: UnmatchedRequests) {
    // A request may be repeated often, and there may be many stubs.
    let known = state.withLock { UnmatchedRequest(request, policy, changesOfStubs: $0.index.changes) }
    if let known, state.withLock({ $0.known.contains(known) }) { return }
    let stubs = state.withLock { $0.index.all }
    if let known, !stubs.contains(where: \.asksTest) { state.withLock { _ = $0.known.insert(known) } }
    let lines = stubs.nearest(to: request) + (policy.nearest?(request.urlRequest) ?? [])
    let message = hidden(
      """
      No stub matches \(request). It was answered with status 500.
      \(lines.isEmpty ? "This mock has no stubs." : "The nearest:\n" + lines.map { "- \($0)" }.joined(separator: "\n"))
      Stub it: Env.stub(\(request.matcherInWords), …), or choose another policy: Env = .mock.unmatched(.respond500).
      """, of: request)
    guard state.withLock({ $0.reported.insert(message).inserted }) else { return }
    if RequestIssues.report(message) { return }
    // A known issue leaves the test passed: outside of that, the same request has an issue of its own.
    state.withLock { state in
      state.reported.remove(message)
      if let known { state.known.remove(known) }
    }
  }

  /// Whether the test of this mock has failed because of a request that got no answer, and `failure` is what such a request
  /// throws, in words.
  package func isSecondFailure(_ failure: String) -> Bool {
    // What a stub or a recording lacks was reported when it was made.
    failure.contains(RequestIssues.toldSentence)
      || failure.contains(UnmatchedRequests.reportedSentence) && state.withLock { !$0.reported.isEmpty }
  }

  // MARK: The end of a test

  /// Reports the expectations that the stubs did not meet. The second call does nothing.
  package func verify() {
    let (stubs, log, mayBeUnused) = state.withLock { state -> ([Stub], RequestLog, Bool) in
      guard case .open = state.end else { return ([], state.log, true) }
      state.end = .verified
      return (state.index.all + state.removed, state.log, state.mayBeUnused)
    }
    let hasUnmatched = state.withLock { !$0.reported.isEmpty }
    for stub in stubs.sorted(by: { $0.serial < $1.serial }) {
      guard let complaint = stub.complaint(mayBeUnused: mayBeUnused) else { continue }
      let cure =
        stub.newerOne(in: log.requests).map { hidden($0.words, of: $0.request) }
        ?? (hasUnmatched && stub.calls.isEmpty ? "A request that no stub matches may be meant for it. If not: " : "")
        + stub.cure { hidden("\($0)", of: $0) }
      TestHooks.report("\(complaint) \(cure)", at: stub.place)
    }
  }

  /// Lets stubs be unused, except those that expect a number of requests.
  package func allowUnused() { state.replace(\.mayBeUnused, with: true) }

  /// Ends the mock with its test: every request from now on is rejected, and reported as late.
  package func end(test: String) {
    state.withLock { $0.end = .ended(test) }
  }

  /// Reports a request that comes too late, and returns the error that it fails with, after which code does not try again.
  ///
  /// A request that its client has cancelled is not reported: it may have been sent before the end, as this code can run late.
  func rejected(_ request: SentRequest, of client: (any RequestClient)?, after test: String) -> URLError {
    if client?.isCancelled == true { return URLError(.cancelled) }
    let message = hidden(
      """
      \(request) was sent after its test had ended: \(test). It was rejected. \
      Let the test wait for what it starts, or cancel that at its end.
      """, of: request)
    TestHooks.report(message, at: .caller)
    return URLError(.cancelled, saying: message)
  }

  /// Returns a message about a request without what must not be in it.
  private func hidden(_ message: String, of request: SentRequest) -> String {
    let usual = request.withoutSecrets(message)
    return state.withLock { $0.policy }.hiding?(usual, request.urlRequest) ?? usual
  }
}

extension SentRequest {
  /// What a test would write to match it.
  fileprivate var matcherInWords: String {
    // A pattern is read as a URL is, and a colon begins a parameter.
    let isPlain = !path.contains("/:") && !path.utf8.contains { $0 < 0x20 || "#?%\"\\".utf8.contains($0) }
    let written = isPlain ? path : String(target.writtenPath).replacing("/:", with: "/%3A")
    let path = "(\(written.shortened(to: 1_000).debugDescription))"
    let hasName = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].contains(method)
    return hasName ? ".\(method.lowercased())\(path)" : ".method(\"\(method)\").path\(path)"
  }
}
