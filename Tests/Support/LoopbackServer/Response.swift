package import Foundation

/// An answer, and how it goes over the wire.
///
/// ```swift
/// .text("Hello").chunked(of: 2)
/// .json("[]").pausing(at: 1)
/// .empty(status: 304).header("ETag", "\"1\"")
/// ```
package struct Response: Sendable {
  /// What is sent in place of a regular head and body.
  enum Start { case head, nothing, close, bytes }

  /// How the end of the body is told.
  enum Framing { case length, chunks(Int), close }

  var start = Start.head
  var status = 200
  var headers: [(name: String, value: String)] = []
  var body = Data()
  var framing = Framing.length
  /// Where in the body it waits to be released.
  var pauses: [Int] = []
  var isHeld = false
  var droppedAfter: Int?
  var isUnfinished = false

  // MARK: Kinds

  /// Answers without a body.
  package static func empty(status: Int = 200) -> Response { Response(status: status) }

  /// Answers with bytes of no particular type.
  package static func data(_ body: Data, status: Int = 200) -> Response { Response(status: status, body: body) }

  /// Answers with plain text.
  package static func text(_ text: String, status: Int = 200) -> Response {
    data(Data(text.utf8), status: status).header("Content-Type", "text/plain; charset=utf-8")
  }

  /// Answers with JSON.
  package static func json(_ text: String, status: Int = 200) -> Response {
    data(Data(text.utf8), status: status).header("Content-Type", "application/json")
  }

  /// Sends the client elsewhere: to a path or a whole address.
  package static func redirect(to location: String, status: Int = 302) -> Response {
    empty(status: status).header("Location", location)
  }

  /// Never answers, and holds the connection until the client closes it.
  package static var silence: Response { Response(start: .nothing) }

  /// Closes the connection instead of answering.
  package static var hangUp: Response { Response(start: .close) }

  /// Sends just these bytes, whatever they are, and closes the connection.
  package static func raw(_ bytes: String) -> Response { Response(start: .bytes, body: Data(bytes.utf8)) }

  // MARK: Variations

  /// Adds a header field, also beside others of that name.
  package func header(_ name: String, _ value: String) -> Response {
    changed { $0.headers.append((name, value)) }
  }

  /// Sets a cookie, written as in `Set-Cookie`: `id=1; Path=/`.
  package func cookie(_ cookie: String) -> Response { header("Set-Cookie", cookie) }

  /// Sends the body in chunks of that many bytes (RFC 9112, 7.1) rather than with its length.
  package func chunked(of size: Int) -> Response { changed { $0.framing = .chunks(max(size, 1)) } }

  /// Sends the body without its length, and closes the connection at its end.
  package func closing() -> Response { changed { $0.framing = .close } }

  /// Compresses the body so far as gzip.
  package func gzipped() -> Response {
    changed { $0.body = gzip($0.body) }.header("Content-Encoding", "gzip")
  }

  /// Waits before the head until `LoopbackServer.release()`.
  package func held() -> Response { changed { $0.isHeld = true } }

  /// Waits before each of these bytes of the body, from 0, until `LoopbackServer.release()`.
  package func pausing(at offsets: Int...) -> Response { changed { $0.pauses += offsets } }

  /// Closes the connection after that many bytes of the body, which tells another length.
  package func dropped(after count: Int) -> Response { changed { $0.droppedAfter = count } }

  /// Tells one byte more than the body has, and holds the connection behind the body until the client closes it.
  package func unfinished() -> Response { changed { $0.isUnfinished = true } }

  private func changed(_ change: (inout Response) -> Void) -> Response {
    var copy = self
    change(&copy)
    return copy
  }
}
