import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asking the network, and recording what it answers.
extension Recording {

  /// A request that the network answers.
  private struct Sent {
    let request: Exchange.Request
    let key: RequestKey
    let sequence: Int
    let date: Date
    let file: RecordingFile
  }

  func recorded(
    _ request: URLRequest, _ url: URL, _ key: RequestKey, in file: RecordingFile,
    _ progress: EnvironmentProgress.Handler?
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    // The program did not ask for it: no spy sees that.
    let date = ThreadLocalSlot.unobservedRead.set(during: { Env.date() })
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
