extension EnvironmentBytes {

  /// The body as lines of text in UTF-8, each as soon as its end has come.
  ///
  /// As Foundation's `AsyncLineSequence` does, it takes LF, CR, CR LF, VT, FF, NEL (U+0085), U+2028 and U+2029 for the end of
  /// a line, and leaves out empty lines. What is not UTF-8 becomes U+FFFD. A last line needs no end; but one that breaks off
  /// is lost. A line is kept in memory until its end comes, however long it is.
  public var lines: Lines { Lines(bytes: self) }

  /// The lines of a body.
  public struct Lines: AsyncSequence, Sendable {
    fileprivate let bytes: EnvironmentBytes

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: bytes.chunks.makeAsyncIterator()) }

    /// Reads line by line.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var chunks: Chunks.AsyncIterator
      fileprivate var splitter = LineSplitter(.text)

      /// Returns the next line, without its end; nil at the end of the body.
      ///
      /// - Throws: As ``EnvironmentBytes`` says.
      public mutating func next() async throws -> String? {
        while true {
          if let line = splitter.next() { return String(decoding: line, as: UTF8.self) }
          do {
            guard let chunk = try await chunks.next() else { break }
            splitter.add(chunk)
          } catch {
            splitter = LineSplitter(.text)
            throw error
          }
        }
        return splitter.rest().map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }
}
