import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An answer whose head has come, and whose body comes at its pace: each part at its moment, however late it is read.
struct AnswerOnItsWay: Sendable {
  /// Nil for what a cache has kept of something that was not HTTP.
  let head: HTTPURLResponse?
  /// What has not been read of a body that is known.
  private var body = Data()
  /// Where the other bodies come from.
  private var chunks: ChunkSource<EnvironmentBytes.Chunks>?
  private let url: URL?
  /// Nil when it has ended, and for a kept answer, which comes at once.
  private var source: Source?

  private struct Source: Sendable {
    let answer: HTTPStubs.Answer
    let request: SentRequest
    let stubs: HTTPStubs
    let scheduler: any WorkScheduler
    /// When the time for the whole answer is over.
    let limit: EnvironmentClock.Instant?
    /// When the last part has come.
    var last: EnvironmentClock.Instant
  }

  /// Begins now.
  init(_ answer: HTTPStubs.Answer, to request: SentRequest, limit: EnvironmentClock.Instant?, of stubs: HTTPStubs) {
    let scheduler = stubs.scheduler
    head = answer.head
    switch answer.body {
    case .data(let data): if hasBody(answer.head.statusCode, method: request.method) { body = data }
    case .bytes(let bytes): chunks = ChunkSource(bytes.chunks)
    }
    url = request.urlRequest.url
    source = Source(
      answer: answer, request: request, stubs: stubs, scheduler: scheduler, limit: limit, last: scheduler.now)
  }

  /// An answer that was kept.
  init(_ kept: CachedURLResponse) {
    (head, body, chunks, url) = (kept.response as? HTTPURLResponse, kept.data, nil, nil)
  }

  /// Returns the next part of the body, when its moment has come; nil at the end.
  ///
  /// - Throws: `URLError` when it breaks off, is too late, or the task is cancelled; the error that a stub was given.
  mutating func nextChunk() async throws -> Data? {
    do {
      if let chunks { return try await next(of: chunks) }
      if body.isEmpty { return try end() }
      guard let pace = source?.answer.pace else {
        defer { body = Data() }
        return body
      }
      try await wait(for: pace.interval)
      // A copy, since a slice has other indices than its receiver may expect.
      defer { body = body.dropFirst(pace.bytes) }
      return Data(body.prefix(pace.bytes))
    } catch {
      throw error.failing(url)
    }
  }

  private func next(of chunks: ChunkSource<EnvironmentBytes.Chunks>) async throws -> Data? {
    while let chunk = try await chunks.next() {
      guard let head, let source, !hasBody(head.statusCode, method: source.request.method) else { return chunk }
    }
    return nil
  }

  private mutating func wait(for interval: Duration) async throws {
    guard let source else { return }
    let timeout = source.last.advanced(by: source.request.urlRequest.timeout)
    let next = source.last.advanced(by: interval)
    self.source?.last = next
    try await source.stubs.pause(
      until: next, of: source.scheduler, until: source.limit.map { min($0, timeout) } ?? timeout, source.answer.place)
  }

  private mutating func end() throws -> Data? {
    guard let source = source.take() else { return nil }
    source.request.stub?.hasAnswered(source.request)
    if let failure = source.answer.failure { throw failure }
    return nil
  }
}
