public import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// The body of an answer, byte by byte as it comes.
///
/// ```swift
/// let (bytes, response) = try await Env.bytes(from: url)
/// for try await line in bytes.lines { print(line) }
/// ```
///
/// ``chunks``, ``lines`` and ``events`` read the same body in other pieces. One loop reads a body, once: a second one gets
/// ``AlreadyReadError``. The transfer ends when the body is released before it was read to its end, and when the
/// reading task is cancelled.
///
/// Reading throws what breaks the transfer off, after the bytes that came before: a `URLError` with the failing URL, such as
/// `.networkConnectionLost`; `.timedOut` after the request's `timeoutInterval` (seconds) without data; `.cancelled`, at once,
/// in a cancelled task. Nothing more comes after an error.
///
/// On Apple's platforms, a transfer waits while more than a megabyte is unread. On Linux, Foundation has no way to hold a
/// transfer back: what comes faster than it is read stays in memory.
public struct EnvironmentBytes: AsyncSequence, Sendable {
  let body: StreamedBody

  /// Creates a body from what `chunks` holds, for tests and for endpoints of your own.
  ///
  /// ```swift
  /// let (chunks, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
  /// Env.httpBytes = { _, _ in (EnvironmentBytes(chunks), response) }
  /// feed.yield(Data("first".utf8))
  /// ```
  ///
  /// - Parameter chunks: The pieces, in order. An error that it throws is thrown to the reader as it is.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
    let source = ChunkSource(chunks)
    body = StreamedBody { try await source.next() }
  }

  /// Creates a body that comes in one piece.
  public init(_ data: Data) {
    self.init([data])
  }

  /// Creates a body from texts in UTF-8. Each text is one piece.
  public init(_ texts: String...) {
    self.init(texts.map { Data($0.utf8) })
  }

  private init(_ pieces: [Data]) {
    let rest = Locked(pieces[...])
    body = StreamedBody { rest.withLock { $0.popFirst() } }
  }

  /// Creates the body of an answer to `request`.
  ///
  /// - Parameters:
  ///   - request: The request whose address errors have.
  ///   - read: Returns the next piece, which may be empty; nil at the end. Never called twice at a time. It is released
  ///     when the body ends, and when its last copy is released.
  package init(of request: URLRequest, read: @escaping @Sendable () async throws -> Data?) {
    body = StreamedBody(of: request, read: read)
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: chunks.makeAsyncIterator())
  }

  /// Reads byte by byte, without a suspension within a piece.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var chunks: Chunks.AsyncIterator
    @usableFromInline var chunk: [UInt8] = []
    @usableFromInline var position = 0

    /// Returns the next byte; nil at the end.
    ///
    /// - Throws: As ``EnvironmentBytes`` says.
    @inlinable public mutating func next() async throws -> UInt8? {
      if position == chunk.count, try await !fill() { return nil }
      defer { position += 1 }
      return chunk[position]
    }

    /// Gets the next piece; returns false at the end.
    @usableFromInline mutating func fill() async throws -> Bool {
      (chunk, position) = ([], 0)
      guard let data = try await chunks.next() else { return false }
      chunk = [UInt8](data)
      return true
    }
  }

  /// The body in pieces as they arrive, without a cost for each byte.
  ///
  /// No piece is empty. Where one begins and ends means nothing: a network cuts anywhere, and pieces that wait are one.
  public var chunks: Chunks { Chunks(body: body) }

  /// The pieces of a body, as they arrive.
  public struct Chunks: AsyncSequence, Sendable {
    fileprivate let body: StreamedBody

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body, isFirst: body.beginReading()) }

    /// Reads piece by piece.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let body: StreamedBody
      fileprivate let isFirst: Bool

      /// Returns the next piece; nil at the end.
      ///
      /// - Throws: As ``EnvironmentBytes`` says.
      public mutating func next() async throws -> Data? {
        guard isFirst else { throw AlreadyReadError() }
        return try await body.next()
      }
    }
  }

  /// Reads all of it.
  package func whole() async throws -> Data {
    var whole = Data()
    // A single piece is not copied.
    for try await chunk in chunks { if whole.isEmpty { whole = chunk } else { whole.append(chunk) } }
    return whole
  }

  /// A second loop over a body, which can be read once only.
  public struct AlreadyReadError: DescribedError, Hashable, Sendable {
    /// What is wrong, and how to fix it.
    public var description: String {
      """
      The body of an answer was read twice. It comes once: read it in one loop, and keep what you need, or send the \
      request again.
      """
    }
  }
}
