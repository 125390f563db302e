import Foundation
public import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One canned answer of a mock, which can be removed, and can have expectations.
///
/// ```swift
/// Env.stub(.get("/token"), .json(["token": "1"])).once()
/// let posts = Env.stub(.get("/posts"), .file("posts_response.json")).expect(calls: 2)
/// posts.remove()
/// ```
///
/// `@unchecked` holds because nothing is set after the initialiser, and any thread may read a weak reference.
public final class Stub: @unchecked Sendable {
  /// Where in the source it was made.
  public let place: SourcePlace
  let matcher: RequestMatcher
  let response: StubResponse
  /// Its number in the mock: the newest has the highest.
  let serial: Int
  /// Weak, since the mock holds its stubs.
  private(set) weak var stubs: HTTPStubs?
  /// Its last answer without the body, kept because it is costly to make.
  let lastHead = Locked<HTTPURLResponse?>(nil)
  /// Whether a request must ask code of the test to know whether the stub matches.
  let asksTest: Bool
  private let answersAtOnce: Bool
  private let state = Locked(State())

  private struct State {
    /// How often it has answered.
    var answers = 0
    /// How many requests that match got no answer from it, as a fault let the server fail.
    var unanswered = 0
    var limit: Int?
    var isOptional = false
    var expectedCalls: Int?
    var isRemoved = false
    var isKept = false
    var listeners: [@Sendable (SentRequest) -> Void] = []
    /// The requests that it answered, by their numbers in the log: at least those that the log still has.
    var numbers: [Int] = []

    var calls: Int { answers + unanswered }
    var isUsedUp: Bool { limit.map { answers >= $0 } ?? false }
  }

  init(_ matcher: RequestMatcher, _ response: StubResponse, serial: Int, place: SourcePlace, stubs: HTTPStubs?) {
    self.matcher = matcher
    self.response = response
    self.serial = serial
    self.place = place
    self.stubs = stubs
    asksTest = matcher.rule.asksTest
    answersAtOnce = response.comesAtOnce
  }

  // MARK: What it does

  /// Answers no more requests from now on. It is not reported as unused then; its expectations are still checked.
  public func remove() {
    stubs?.remove(self)
  }

  /// Answers one request only; the next goes to an older stub that matches, or to none.
  @discardableResult
  public func once() -> Stub { times(1) }

  /// Answers only this many requests, counted from the first.
  @discardableResult
  public func times(_ count: Int) -> Stub {
    if count < 1 { TestHooks.report("A stub cannot answer \(count) times. Remove it instead.", at: place) }
    state.withLock { $0.limit = max(count, 0) }
    stubs?.restore(self)
    return self
  }

  /// Calls `body` when it has answered a request: after the last byte, or when the request has failed as the stub says.
  ///
  /// It runs on some thread, in the environment of the request, before `Env.http` returns; a URL session may still have to
  /// hand its answer over. Several closures are called in order.
  @discardableResult
  public func onAnswer(_ body: @escaping @Sendable (SentRequest) -> Void) -> Stub {
    state.withLock { $0.listeners.append(body) }
    return self
  }

  // MARK: What is expected of it

  /// The requests that it answered, or that a fault kept from their answer, in order, as far as `Env.requests` has them.
  public var calls: [SentRequest] {
    let numbers = state.withLock { $0.numbers }
    return stubs.map { stubs in stubs.state.withLock { $0.log }.requests(numbers) } ?? []
  }

  /// Expects that it has answered exactly this many requests when the test ends; otherwise the test fails.
  ///
  /// To check in the middle of a test, read `calls.count`. The end is known for tests with the trait `.environment(…)` or
  /// `.virtualTime`, for those of an `EnvironmentTestCase`, and for one that called `useEnvironment(_:)`.
  @discardableResult
  public func expect(calls count: Int) -> Stub {
    state.withLock { $0.expectedCalls = count }
    stubs?.keepIfRemoved(self)
    return self
  }

  /// Does not fail the test when it has answered no request at its end.
  @discardableResult
  public func optional() -> Stub {
    state.withLock { $0.isOptional = true }
    return self
  }

  // MARK: For the mock

  /// Counts one more request; nil when it has answered as many as it may.
  ///
  /// - Returns: How many it has answered before.
  func claim() -> Int? {
    state.withLock { state in
      if state.isUsedUp { return nil }
      defer { state.answers += 1 }
      return state.answers
    }
  }

  /// Counts a request that matches, and that a fault keeps from being answered.
  func countUnanswered() { state.withLock { $0.unanswered += 1 } }

  /// Whether its answer comes at once, and no code of the test takes part in it.
  var isPlain: Bool { answersAtOnce && state.withLock { $0.listeners.isEmpty } }

  /// Notifies the listeners that it has answered `request`.
  func hasAnswered(_ request: SentRequest) {
    for listener in state.withLock({ $0.listeners }) { listener(request) }
  }

  func setRemoved() {
    state.withLock { $0.isRemoved = true }
  }

  /// Whether the mock must keep it, though it is removed, as it has an expectation; true only once.
  func mustBeKept() -> Bool {
    state.withLock { state in
      if !state.isRemoved || state.isKept || state.expectedCalls == nil { return false }
      state.isKept = true
      return true
    }
  }

  /// Whether it has answered as many requests as it may.
  var isUsedUp: Bool { state.withLock(\.isUsedUp) }

  /// Notes the number of a request that it answers. Returns whether it answers no more.
  func note(_ number: Int) -> Bool {
    state.withLock { state in
      state.numbers.append(number)
      if state.numbers.count > 2 * RequestLog.maximalCount { state.numbers.removeFirst(RequestLog.maximalCount) }
      return state.isUsedUp
    }
  }

  /// What is wrong with it at the end of its test; nil when nothing is.
  func complaint(mayBeUnused: Bool) -> String? {
    let state = state.withLock { $0 }
    if let expected = state.expectedCalls {
      return state.calls == expected
        ? nil
        : "The stub for \(matcher) has answered \(state.calls.requests), but \(expected.requests) \(expected == 1 ? "is" : "are") expected."
    }
    // One whose response is wrong was reported when it was made.
    guard state.calls == 0, !state.isOptional, !mayBeUnused, response.misuse == nil else { return nil }
    return "The stub for \(matcher) has answered no request."
  }

  /// What to do about the complaint.
  ///
  /// - Parameter words: Returns a request in words.
  func cure(_ words: (SentRequest) -> String) -> String {
    let (count, expected) = state.withLock { ($0.calls, $0.expectedCalls) }
    guard let expected else {
      return """
        Remove it, or add .optional() if that is all right. Only what Env sends reaches a stub: URLSession.shared does not.
        """
    }
    let cure = """
      Let the code under test send \(count < expected ? "more" : "fewer"), or write .expect(calls: \(count)) if that is \
      all right.
      """
    let answered = calls
    if answered.isEmpty { return cure }
    let lines = answered.prefix(5).map { "- \(words($0))" }
    let more = answered.count > 5 ? "\n… \(answered.count - 5) more …" : ""
    return "\(cure) It has answered:\n\(lines.joined(separator: "\n"))\(more)"
  }

  /// Finds a request that this stub matches, and that a newer one has answered, as the newest does.
  ///
  /// - Returns: The request, and what to do, in words; nil where there is none, or where the stub has answered too often.
  func newerOne(in requests: [SentRequest]) -> (request: SentRequest, words: String)? {
    let state = state.withLock { $0 }
    if asksTest || state.isRemoved || state.calls > state.expectedCalls ?? 0 { return nil }
    // One is enough, and to match many takes long.
    for request in requests.prefix(1_000) {
      guard let other = request.stub, other.serial > serial, matcher.rule.matches(request) else { continue }
      let words = """
        A newer one, for \(other.matcher) at \(other.place), has answered \(request) in its place: of several stubs that \
        match, the newest answers. Make this one after that one, or let that one match less.
        """
      return (request, words)
    }
    return nil
  }
}

extension SentRequest {
  /// The stub that answered; nil when none matched.
  public var stub: Stub? { answeringStub as? Stub }

  /// Notes the stub that answers, and what its template finds in the path.
  mutating func setAnswering(_ stub: Stub) {
    answeringStub = stub
    parameters = stub.matcher.rule.parameters(of: self)
  }
}

extension Int {
  fileprivate var requests: String { self == 1 ? "1 request" : "\(self) requests" }
}
