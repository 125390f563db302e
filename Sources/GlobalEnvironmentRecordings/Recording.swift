package import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Answers requests from a HAR file, or from the network, whose answers it writes there.
package final class Recording: Sendable {
  enum Source {
    /// The file only, which may have been cut short.
    case replay(isUnfinished: Bool)
    /// The network answers what the file does not have.
    case record(RecordingFile)
    /// The network would answer what the file does not have, but it is locked.
    case locked
    /// There is no source: the file is not usable, or may not be made.
    case broken(RecordingError)
  }

  /// What changes with each request.
  struct State {
    var answers = RecordedAnswers()
    /// How many equal requests have been sent to the network, by keys of bounded size.
    var sent: [RequestKey: Int] = [:]
    /// Whether a test was told that an answer repeats because the recording was cut short.
    var hasReportedRepetition = false
    /// Whether a test was told that an answer has no body in the file.
    var hasReportedMissingBody = false
    /// The entries whose secrets are learnt.
    var learnt: Set<Int> = []
  }

  /// Sends a request for real, and calls the handlers as parts of its body have been sent, and with each redirect that it
  /// follows.
  package typealias Network =
    @Sendable (
      URLRequest, EnvironmentProgress.Handler?, _ redirected: @escaping @Sendable (HTTPURLResponse) -> Void
    ) async throws -> (EnvironmentBytes, HTTPURLResponse)

  /// Keeps the cookies of a `Set-Cookie` field in an answer to a request.
  package typealias CookieStore = @Sendable (_ setCookie: String, URLRequest) -> Void

  let path: String
  private let names: SecretNames
  private let recordsFailures: Bool
  private let network: Network
  private let cookies: CookieStore
  let place: SourcePlace
  private let source: Source
  private let learned: LearnedSecrets
  let state: Locked<State>

  /// Opens a recording. If it cannot be read or may not be made, that fails the running test, and all requests fail.
  ///
  /// - Parameters:
  ///   - file: Its path; a relative one begins in the folder of the source file that `place` names.
  ///   - mode: When to ask the network.
  ///   - secrets: What must not be in the file, besides what is never recorded.
  ///   - recordsFailures: Whether to record answers of status 400 and more, and requests without an answer.
  ///   - lock: The value of the environment variable `ENV_RECORDINGS`.
  ///   - network: The real network.
  ///   - cookies: Keeps the cookies that redirects set which are only replayed.
  ///   - place: Where the user named the file.
  package init(
    file: String,
    mode: RecordingMode,
    secrets: [Secret] = [],
    recordsFailures: Bool = false,
    lock: String? = Environment.live.environmentVariable("ENV_RECORDINGS"),
    network: @escaping Network,
    cookies: @escaping CookieStore = { _, _ in },
    place: SourcePlace
  ) {
    path = Self.path(file, beside: place)
    names = SecretNames(secrets)
    self.recordsFailures = recordsFailures
    self.network = network
    self.cookies = cookies
    self.place = place
    var state = State()
    do throws(RecordingError) {
      if file.isEmpty || file.contains("\0") {
        throw RecordingError(file: file.debugDescription, reason: "this is not a file name. Write it like posts.har")
      }
      source = try Self.open(path, mode, names, lock: try Self.isLocked(lock, path), &state.answers)
    } catch {
      source = .broken(error)
      TestHooks.report(error.description, at: place)
    }
    self.state = Locked(state)
    learned = if case .record(let file) = source { file.learned } else { LearnedSecrets() }
    // An app that got these values sends them back.
    learned.learn(names.substitutes.map { ($0.value, $0.key) })
  }

  /// Answers a request; nil for one that is not recorded, where the network must not be asked.
  ///
  /// The answers to the same request come in the order in which they were recorded, and the last one repeats. Requests are
  /// the same by method, URL (in any order of its query) and body (JSON and forms by meaning). Where only replayed, a
  /// request whose body differs is answered, too, if only one body is recorded for its method and URL.
  ///
  /// What the network answers is recorded when the caller has read it to its end.
  ///
  /// - Parameter progress: Called when parts of the request's body are sent.
  /// - Throws: `URLError`: a recorded one, the network's, or `.resourceUnavailable` where the recording is not usable.
  package func answer(
    _ request: URLRequest, _ progress: EnvironmentProgress.Handler?
  ) async throws -> (EnvironmentBytes, HTTPURLResponse)? {
    guard let url = request.url else { throw URLError(.badURL) }
    if case .broken(let error) = source { throw URLError(.resourceUnavailable, url, error) }
    let (keys, table) = self.keys(of: request)
    let key = keys[0]
    let isExact = if case .replay = source { false } else { true }
    if let recorded = recorded(for: keys, exactly: isExact) {
      if case .record(let file) = source { file.goOn() }
      learnSecrets(of: recorded)
      if recorded.isRepeated, case .replay(isUnfinished: true) = source { reportRepetition(of: key) }
      if recorded.exchange.lacksBody { reportMissingBody(of: key) }
      let (body, head) = try replayed(recorded.exchange.outcome, to: request, url, table)
      EnvironmentProgress.send(request.httpBody?.count ?? 0, progress)
      return (EnvironmentBytes(body), head)
    }
    switch source {
    case .replay, .broken: return nil
    case .record(let file): return try await recorded(request, url, key.bounded, in: file, progress)
    case .locked:
      let error = Self.lockedError(path, "has no answer to \(key.method) \(UsualSecrets.hidden(in: key.url))")
      TestHooks.report(error.description, at: place)
      throw URLError(.resourceUnavailable, url, error)
    }
  }

  /// Describes the recorded requests that are most like `request`, at most three, and how each differs from it. Secrets are
  /// not shown.
  package func nearest(to request: URLRequest) -> [String] {
    let key = keys(of: request).keys[0]
    let nearest = state.withLock { $0.answers }.nearest(to: key).map { "\(path): \($0)" }
    guard case .replay(isUnfinished: true) = source else { return nearest }
    return nearest + ["\(path): \(Self.unfinished)"]
  }

  /// What of a request must not be in a message: what the recording hides of it.
  package func secrets(in request: URLRequest) -> [String] { keys(of: request).table.all }

  /// Returns the key of a request, then its key without what was learnt before if that makes a difference; and its secrets.
  private func keys(of request: URLRequest) -> (keys: [RequestKey], table: SecretTable) {
    var hidden = Exchange.Request(request)
    var table = hidden.hide(names)
    let marked = hidden
    hidden.hide(learned, &table)
    learned.learn(table.lasting)
    let key = RequestKey(hidden, names)
    // A secret learnt later may already be in the file, in a request that did not mark it as one.
    return (hidden == marked ? [key] : [key, RequestKey(marked, names)], table)
  }

  // MARK: Replaying

  /// Takes the next answer to a request with one of these keys.
  private func recorded(for keys: [RequestKey], exactly isExact: Bool) -> RecordedAnswers.Recorded? {
    state.withLock { state in
      for isExact in isExact ? [true] : [true, false] {
        for key in keys {
          if let recorded = state.answers.next(for: key, exactly: isExact) { return recorded }
        }
      }
      return nil
    }
  }

  /// A browser's file has secrets; the app sends back what it gets here.
  private func learnSecrets(of recorded: RecordedAnswers.Recorded) {
    if state.withLock({ $0.learnt.contains(recorded.index) }) { return }
    learned.learn(recorded.exchange.lastingSecrets(names))
    _ = state.withLock { $0.learnt.insert(recorded.index) }
  }

  private func replayed(
    _ outcome: Exchange.Outcome, to request: URLRequest, _ url: URL, _ table: SecretTable
  ) throws -> (Data, HTTPURLResponse) {
    switch outcome {
    case .failure(let code): throw URLError(code, url)
    case .response(var response):
      response.restore(table, names)
      for redirect in response.redirects {
        var before = request
        before.url = Placeholder.url(redirect.url) ?? url
        for field in redirect.headers { cookies(field.value, before) }
      }
      guard let answer = response.httpAnswer(to: request, url) else { throw URLError(.badServerResponse, url) }
      return answer
    }
  }

  // MARK: Recording

  /// A request that the network answers.
  private struct Sent {
    let request: Exchange.Request
    let key: RequestKey
    let sequence: Int
    let date: Date
    let file: RecordingFile
  }

  private func recorded(
    _ request: URLRequest, _ url: URL, _ key: RequestKey, in file: RecordingFile,
    _ progress: EnvironmentProgress.Handler?
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    // The program did not ask for it: no spy sees that.
    let date = ThreadWord.ownQuestion.set(during: { Env.date() })
    let sent = Sent(request: Exchange.Request(request), key: key, sequence: count(key), date: date, file: file)
    let followed = Locked<[Exchange.Redirect]>([])
    let (bytes, head) = try await recordingFailure(of: sent) {
      try await network(request, progress) { response in
        let redirect = Exchange.Redirect(response)
        followed.withLock { $0.append(redirect) }
      }
    }
    let redirects = followed.withLock { $0 }
    if !hasBody(head.statusCode, method: sent.request.method) {
      // No caller needs to read it, and its end is here.
      let body = try await recordingFailure(of: sent) { try await bytes.whole() }
      finish(sent, .response(Exchange.Response(body, head, requested: url, after: redirects)))
      return (EnvironmentBytes(body), head)
    }
    let (source, body) = (ChunkSource(bytes.chunks), Locked(Data()))
    let copied = EnvironmentBytes(of: request) { [self] in
      let chunk = try await recordingFailure(of: sent) { try await source.next() }
      if let chunk {
        body.withLock { $0.append(chunk) }
      } else {
        finish(sent, .response(Exchange.Response(body.withLock { $0 }, head, requested: url, after: redirects)))
      }
      return chunk
    }
    return (copied, head)
  }

  /// Runs a part of the exchange, which fails with it.
  private func recordingFailure<Result>(of sent: Sent, _ part: () async throws -> Result) async throws -> Result {
    do {
      return try await part()
    } catch {
      // A cancelled request shows nothing about its answer.
      if let code = (error as? URLError)?.code, code != .cancelled { finish(sent, .failure(code)) }
      throw error
    }
  }

  private func finish(_ sent: Sent, _ outcome: Exchange.Outcome) {
    var exchange = Exchange(request: sent.request, outcome: outcome)
    guard recordsFailures || !exchange.isFailed else { return }
    let (known, names) = (sent.file.learned.total, sent.file.names)
    exchange.hide(names, sent.file.learned)
    guard exchange.isReadable else { return }
    let hidden = RequestKey(exchange.request, names).bounded
    // The answer may have shown which parts of the request are secret.
    let sequence = hidden == sent.key ? sent.sequence : count(hidden)
    do {
      try sent.file.add(exchange, hidden, sequence: sequence, at: sent.date, known: known)
    } catch {
      TestHooks.report("\(error)", at: place)
    }
  }

  /// Counts one more of the same requests, and returns how many came before it.
  private func count(_ key: RequestKey) -> Int {
    state.withLock { state in
      defer { state.sent[key, default: 0] += 1 }
      return state.sent[key, default: 0]
    }
  }
}
