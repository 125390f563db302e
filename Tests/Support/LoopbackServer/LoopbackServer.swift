package import Foundation

/// An HTTP/1.1 server on a loopback port of its own, for tests.
///
/// ```swift
/// let server = try LoopbackServer { request in
///   request.path == "/posts" ? .text("[]") : .empty(status: 404)
/// }
/// let (data, response) = try await Env.http(URLRequest(url: server.url("/posts")))
/// ```
///
/// Each connection is served in a thread of its own, so that an answer may wait. The server ends when nobody holds it, or
/// at ``stop()``.
package final class LoopbackServer: Sendable {
  /// The address of the server, without a path: `http://127.0.0.1:49152`.
  package let url: URL
  private let work: ServerWork

  /// Starts to listen.
  ///
  /// - Parameter answer: Makes the answer to a request, on the thread of its connection.
  /// - Throws: `POSIXError` when the system gives no port.
  package init(_ answer: @escaping @Sendable (Request) -> Response) throws {
    let listener = try ListeningSocket()
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else { throw POSIXError(.EADDRNOTAVAIL) }
    self.url = url
    work = ServerWork(wake: try WakeUp(), answer: answer)
    work.log.change { $0.threads += 1 }
    Thread.detachNewThread { [work] in
      work.accept(from: listener)
      work.log.change { $0.threads -= 1 }
    }
  }

  deinit {
    stop()
  }

  /// Returns the address of `path`, which may have a query.
  package func url(_ path: String) -> URL {
    URL(string: path, relativeTo: url)?.absoluteURL ?? url
  }

  /// Lets `count` pauses of answers end, now or when they come.
  package func release(_ count: Int = 1) {
    work.pauses.release(count)
  }

  /// Stops to listen, closes all connections and ends all threads, also those that wait. It does not wait for that.
  package func stop() {
    work.wake.signal()
    work.pauses.stop()
  }

  /// The requests so far, in the order in which they were complete.
  package var requests: [Request] { work.log.value.requests }

  /// What has happened so far.
  package var log: Log { work.log.value }

  /// Suspends until `condition` holds for what has happened.
  package func until(_ condition: @escaping @Sendable (Log) -> Bool) async {
    await work.log.until(condition)
  }

  /// What has happened at a server.
  package struct Log: Sendable {
    /// The requests, in the order in which they were complete.
    package internal(set) var requests: [Request] = []
    /// How many connections were opened.
    package internal(set) var connections = 0
    /// How many times a client closed its connection before it had the whole answer.
    package internal(set) var hangUps = 0
    /// How many answers have begun to wait for ``LoopbackServer/release(_:)``.
    package internal(set) var pauses = 0
    /// How many threads run.
    package internal(set) var threads = 0
  }
}
