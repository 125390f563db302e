import Dispatch
import Foundation
import Testing

@testable import GlobalEnvironmentStubs

/// The bodies of requests that are streams.
struct BodyStreamTests {

  /// What happens to a stream.
  private struct Events: Sendable {
    let read = AsyncStream.makeStream(of: Void.self)
    let closed = AsyncStream.makeStream(of: Void.self)
    let written = DispatchSemaphore(value: 0)
  }

  /// A stream whose other end has not written.
  private final class Standing: InputStream {
    private let events: Events

    init(_ events: Events) {
      self.events = events
      super.init(data: Data())
    }

    override func open() {}
    override func close() { events.closed.continuation.yield() }
    override var streamStatus: Status { .open }
    override var hasBytesAvailable: Bool { false }
    override func read(_: UnsafeMutablePointer<UInt8>, maxLength _: Int) -> Int {
      events.read.continuation.yield()
      events.written.wait()
      return 0
    }
  }

  @Test func `a cancelled task does not wait for a stream that stands still, which is closed after its read`() async {
    let events = Events()
    let body = BodyStream(Standing(events))
    let task = Task { try await body.contents() }
    _ = await events.read.stream.first { _ in true }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    events.written.signal()
    _ = await events.closed.stream.first { _ in true }
  }
}
