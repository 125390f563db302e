extension EnvironmentBytes {

  /// The body as server-sent events, each as soon as the empty line behind it has come (HTML standard, section 9.2).
  ///
  /// ```swift
  /// for try await event in bytes.events where event.event == "price" { show(event.data) }
  /// ```
  ///
  /// Comments and unknown fields are left out, and so is an event without data, or one that the body breaks off in. Nothing
  /// looks at the status or at `Content-Type`, and nothing connects again: that is for the caller to decide, with
  /// ``Event/id`` as the field `Last-Event-ID` of the next request, after ``Event/retry``. An event is kept in memory until
  /// its end comes, however long it is.
  public var events: Events { Events(bytes: self) }

  /// A server-sent event.
  public struct Event: Hashable, Sendable {
    /// The last ID that the stream has given, with this event or before; empty where it gave none.
    public var id: String
    /// The kind of the event; `message` where the stream does not say.
    public var event: String
    /// The text, whose lines are separated by LF.
    public var data: String
    /// How long to wait before connecting again, as the stream has said last; nil where it has not.
    public var retry: Duration?

    /// Creates an event, to compare with.
    public init(id: String = "", event: String = "message", data: String, retry: Duration? = nil) {
      (self.id, self.event, self.data, self.retry) = (id, event, data, retry)
    }
  }

  /// The events of a body.
  public struct Events: AsyncSequence, Sendable {
    fileprivate let bytes: EnvironmentBytes

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: bytes.chunks.makeAsyncIterator()) }

    /// Reads event by event.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var chunks: Chunks.AsyncIterator
      fileprivate var parser = EventParser()

      /// Returns the next event; nil at the end of the body.
      ///
      /// - Throws: As ``EnvironmentBytes`` says.
      public mutating func next() async throws -> Event? {
        while true {
          if let event = parser.next() { return event }
          guard let chunk = try await chunks.next() else { return nil }
          parser.add(chunk)
        }
      }
    }
  }
}
