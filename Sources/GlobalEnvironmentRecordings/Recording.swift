package import GlobalEnvironment
package import GlobalEnvironmentRedaction
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
    /// What a test was told of it.
    var told: Set<String> = []
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
  let names: SecretNames
  private let parts: ComparedParts
  let recordsFailures: Bool
  let network: Network
  private let cookies: CookieStore
  let place: SourcePlace
  private let source: Source
  private let learned: LearnedSecrets
  let state: Locked<State>
  /// Whether the process lists what no test has asked for.
  private let listsUnused: Bool

  /// Opens a recording. If it cannot be read or may not be made, that fails the running test, and all requests fail.
  ///
  /// - Parameters:
  ///   - file: Its path; a relative one begins in the folder of the source file that `place` names.
  ///   - mode: When to ask the network.
  ///   - secrets: What must not be in the file, besides what is never recorded.
  ///   - recordsFailures: Whether to record answers of status 400 and more, and requests without an answer.
  ///   - matching: What must be the same in a request and in a recorded one.
  ///   - variable: The value of the environment variable `ENV_RECORDINGS`.
  ///   - network: The real network.
  ///   - cookies: Keeps the cookies that redirects set which are only replayed.
  ///   - place: Where the user named the file.
  package init(
    file: String,
    mode: RecordingMode,
    secrets: [Secret] = [],
    recordsFailures: Bool = false,
    matching: [RecordingMatch] = [.method, .url, .body],
    variable: String? = Environment.live.environmentVariable("ENV_RECORDINGS"),
    network: @escaping Network,
    cookies: @escaping CookieStore = { _, _ in },
    place: SourcePlace
  ) {
    path = Self.path(file, beside: place)
    parts = ComparedParts(matching)
    names = SecretNames(secrets, comparing: parts.headers)
    self.recordsFailures = recordsFailures
    self.network = network
    self.cookies = cookies
    self.place = place
    listsUnused = variable == "unused"
    var state = State()
    do throws(RecordingError) {
      if file.isEmpty || file.contains("\0") {
        throw RecordingError(file: file.debugDescription, reason: "this is not a file name. Write it like posts.har")
      }
      let (mode, isLocked) = try Self.mode(mode, in: variable, path)
      source = try Self.open(path, mode, names, parts, lock: isLocked, &state.answers)
    } catch {
      source = .broken(error)
      TestHooks.report(error.description, at: place)
    }
    self.state = Locked(state)
    learned = if case .record(let file) = source { file.learned } else { LearnedSecrets() }
    // An app that got these values sends them back.
    learned.learn(names.substitutes.map { ($0.value, $0.key) })
    if listsUnused { UnusedRecordings.open(path, state.answers) }
    if let message = state.answers.flaws.message(for: path) { TestHooks.report(message, at: place) }
  }

  /// Answers a request; nil for one that is not recorded, where the network must not be asked.
  ///
  /// The answers to the same request come in the order in which they were recorded, and the last one repeats. Requests are
  /// the same by method, URL (in any order of its query) and body (JSON and forms by meaning), or by what the recording was
  /// told, and by `Range` and what answers name in `Vary`. Where only replayed, a request whose body or `Vary` differs is
  /// answered, too, if only one is recorded for its method and URL.
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
    let asked = asked(request)
    let key = asked.keys[0]
    let isExact = if case .replay = source { false } else { true }
    if let recorded = recorded(for: asked, exactly: isExact) {
      if case .record(let file) = source { file.goOn() }
      learnSecrets(of: recorded)
      if listsUnused { UnusedRecordings.ask(path, recorded.index) }
      if recorded.isRepeated, case .replay(isUnfinished: true) = source { reportRepetition(of: key) }
      if let flaw = recorded.exchange.flaw { report(flaw, of: recorded, to: key) }
      let (body, head) = try replayed(recorded.exchange.outcome, to: request, url, asked.table)
      EnvironmentProgress.send(request.httpBody?.count ?? 0, progress)
      return (EnvironmentBytes(body), head)
    }
    switch source {
    case .replay, .broken: return nil
    case .record(let file):
      // The order of the file is the same, whatever a test compares.
      return try await recorded(request, url, RequestKey(asked.hidden, names).bounded, in: file, progress)
    case .locked:
      let error = Self.lockedError(path, "has no answer to \(key.method) \(UsualSecrets.hidden(in: key.url))")
      TestHooks.report(error.description, at: place)
      throw URLError(.resourceUnavailable, url, error)
    }
  }

  /// Describes the recorded requests that are most like `request`, at most three, and how each differs from it. Secrets are
  /// not shown.
  package func nearest(to request: URLRequest) -> [String] {
    let asked = asked(request)
    let answers = state.withLock { $0.answers }
    let nearest = answers.nearest(to: asked.keys[0], asked.request.headers, names).map { "\(path): \($0)" }
    guard case .replay(isUnfinished: true) = source else { return nearest }
    return nearest + ["\(path): \(Self.unfinished)"]
  }

  /// How to record what the file lacks; nil where nothing is recorded to it.
  package var advice: String? {
    guard case .replay = source, state.withLock({ $0.answers.isOwn }) else { return nil }
    return "\(path): to record what is missing, run the tests once with \(Self.command("new"))"
  }

  /// What of a request must not be in a message: what the recording hides of it.
  package func secrets(in request: URLRequest) -> [String] { asked(request).table.all }

  /// A request as the recording looks for it.
  private struct Asked {
    var request: Exchange.Request
    /// The request without its secrets.
    var hidden: Exchange.Request
    /// The request's own, then that without what was learnt before.
    var keys: [RequestKey]
    var table: SecretTable
  }

  private func asked(_ request: URLRequest) -> Asked {
    let plain = Exchange.Request(request)
    var hidden = plain
    var table = hidden.hide(names)
    let marked = hidden
    hidden.hide(learned, &table)
    learned.learn(table.lasting)
    var keys = [RequestKey(hidden, names, parts)]
    // A secret learnt later may already be in the file, in a request that did not mark it as one.
    if hidden != marked { keys.append(RequestKey(marked, names, parts)) }
    return Asked(request: plain, hidden: hidden, keys: keys, table: table)
  }

  // MARK: Replaying

  /// Takes the next answer to a request.
  private func recorded(for asked: Asked, exactly isExact: Bool) -> RecordedAnswers.Recorded? {
    func next(_ keys: [RequestKey], exactly isExact: Bool) -> RecordedAnswers.Recorded? {
      state.withLock { state in
        for key in keys {
          if let recorded = state.answers.next(for: key, asked.request.headers, exactly: isExact) { return recorded }
        }
        return nil
      }
    }
    if let recorded = next(asked.keys, exactly: true) { return recorded }
    let others = RequestKey.others(of: asked.request, names, parts, isRead: true)
    return next(others, exactly: true) ?? (isExact ? nil : next(asked.keys + others, exactly: false))
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
}
