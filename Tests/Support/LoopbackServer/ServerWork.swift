import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the threads of a server do.
struct ServerWork: Sendable {
  let wake: WakeUp
  let answer: @Sendable (Request) -> Response
  let pauses = Pauses()
  let log = Watched(LoopbackServer.Log())

  /// Gives each connection a thread, until the server is stopped.
  func accept(from listener: ListeningSocket) {
    while let connection = listener.next(wake) {
      log.change {
        $0.connections += 1
        $0.threads += 1
      }
      Thread.detachNewThread {
        serve(connection)
        log.change { $0.threads -= 1 }
      }
    }
  }

  /// Answers one request after another.
  private func serve(_ connection: Connection) {
    var connection = connection
    while let request = read(from: &connection) {
      log.change { $0.requests.append(request) }
      let response = answer(request)
      guard send(response, to: request, on: &connection) else { return }
      if request["Connection"]?.lowercased() == "close" { return }
    }
  }

  private func read(from connection: inout Connection) -> Request? {
    guard let head = connection.take(upTo: "\r\n\r\n"), var request = Request(head: head) else { return nil }
    if request["Expect"]?.lowercased() == "100-continue" {
      guard connection.send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
    }
    if request["Transfer-Encoding"]?.lowercased() == "chunked" {
      while let line = connection.take(upTo: "\r\n") {
        let size = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        guard let count = Int(size, radix: 16), count >= 0, let chunk = connection.take(count) else { return nil }
        request.body.append(chunk)
        guard let end = connection.take(upTo: "\r\n"), end.isEmpty else { return nil }
        if count == 0 { return request }
      }
      return nil
    }
    if let length = request["Content-Length"].flatMap({ Int($0) }), length > 0 {
      guard let body = connection.take(length) else { return nil }
      request.body = body
    }
    return request
  }

  /// Sends the answer; returns whether the connection may go on.
  private func send(_ response: Response, to request: Request, on connection: inout Connection) -> Bool {
    switch response.start {
    case .close:
      return false
    case .nothing:
      if connection.waitForEnd() { log.change { $0.hangUps += 1 } }
      return false
    case .bytes:
      _ = connection.send(response.body)
      return false
    case .head:
      break
    }
    if response.isHeld, !pause() { return false }
    guard connection.send(response.head(for: request)), sendBody(of: response, for: request, on: connection) else {
      if !wake.isSignalled { log.change { $0.hangUps += response.droppedAfter == nil ? 1 : 0 } }
      return false
    }
    if response.isUnfinished {
      if connection.waitForEnd() { log.change { $0.hangUps += 1 } }
      return false
    }
    if case .close = response.framing { return false }
    return true
  }

  private func sendBody(of response: Response, for request: Request, on connection: Connection) -> Bool {
    guard !response.isWithoutBody(for: request) else { return true }
    let count = response.body.count
    let end = min(max(response.droppedAfter ?? count, 0), count)
    var position = 0
    var pauses = response.pauses.sorted()[...]
    while true {
      while let next = pauses.first, next <= position {
        pauses.removeFirst()
        guard pause() else { return false }
      }
      guard position < end else { break }
      var next = min(end, max(pauses.first ?? end, position))
      if case .chunks(let size) = response.framing { next = min(next, position + size) }
      guard connection.send(response.framed(response.body.dropFirst(position).prefix(next - position))) else {
        return false
      }
      position = next
    }
    if response.droppedAfter != nil { return false }
    if case .chunks = response.framing { return connection.send(Data("0\r\n\r\n".utf8)) }
    return true
  }

  private func pause() -> Bool {
    log.change { $0.pauses += 1 }
    return pauses.wait()
  }
}

extension Response {
  /// Whether HTTP forbids a body here (RFC 9110, 6.4.1).
  fileprivate func isWithoutBody(for request: Request) -> Bool {
    request.method == "HEAD" || status == 204 || status == 304 || status < 200
  }

  fileprivate func head(for request: Request) -> Data {
    var lines = ["HTTP/1.1 \(status) \(HTTPURLResponse.localizedString(forStatusCode: status))"]
    lines += headers.map { "\($0.name): \($0.value)" }
    if !isWithoutBody(for: request) || request.method == "HEAD" {
      switch framing {
      case .length: lines.append("Content-Length: \(body.count + (isUnfinished ? 1 : 0))")
      case .chunks: lines.append("Transfer-Encoding: chunked")
      case .close: lines.append("Connection: close")
      }
    }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  fileprivate func framed(_ bytes: Data) -> Data {
    guard case .chunks = framing else { return bytes }
    return Data("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Data("\r\n".utf8)
  }
}
