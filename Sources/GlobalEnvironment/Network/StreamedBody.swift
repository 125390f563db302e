package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body on its way, which all copies of an ``EnvironmentBytes`` share.
final class StreamedBody: Sendable {
  private let request: URLRequest?
  /// Nil when it has ended.
  private let reader: Locked<Reader?>
  private let isBeingRead = Locked(false)

  /// Around the closure: each look at one that is itself the value of a generic type wraps it once more, and puts that back.
  private struct Reader {
    let read: @Sendable () async throws -> Data?
  }

  init(of request: URLRequest? = nil, read: @escaping @Sendable () async throws -> Data?) {
    self.request = request
    reader = Locked(Reader(read: read))
  }

  /// Returns whether the caller is the first reader, and so may call ``next()``.
  func beginReading() -> Bool { !isBeingRead.replace(with: true) }

  /// Returns the next piece, which has at least one byte; nil at the end, and from then on.
  ///
  /// - Throws: `URLError.cancelled` in a cancelled task; what breaks the body off.
  func next() async throws -> Data? {
    guard let reader = reader.withLock({ $0 }) else { return nil }
    do {
      while true {
        try Task.checkCancellation()
        let chunk = try await reader.read()
        // An `AsyncStream` ends like a whole one when its task is cancelled.
        if chunk == nil { try Task.checkCancellation() }
        if chunk?.isEmpty == true { continue }
        if chunk == nil { self.reader.replace(with: nil) }
        return chunk
      }
    } catch {
      self.reader.replace(with: nil)
      guard error is CancellationError else { throw error }
      throw request.map { URLError(.cancelled, request: $0) } ?? URLError(.cancelled)
    }
  }
}

/// The iterator of a sequence of pieces, which is made when it is first read.
///
/// `@unchecked` holds because one reader calls ``next()``, and never twice at a time.
package final class ChunkSource<Chunks: AsyncSequence & Sendable>: @unchecked Sendable where Chunks.Element == Data {
  private let chunks: Chunks
  private var iterator: Chunks.AsyncIterator?

  package init(_ chunks: Chunks) {
    self.chunks = chunks
  }

  package func next() async throws -> Data? {
    var current = iterator ?? chunks.makeAsyncIterator()
    defer { iterator = current }
    return try await current.next()
  }
}
