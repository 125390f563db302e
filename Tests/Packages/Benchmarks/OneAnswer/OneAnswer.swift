import Foundation

/// A network that costs little: a server on this machine that answers each request with the same kilobyte.
public final class OneAnswer: Sendable {
  /// Where it listens.
  public let port: UInt16

  /// Starts a server that runs until the process ends.
  public init() {
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    precondition(isListening, "No server on this machine: \(String(cString: strerror(errno)))")
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.serve(connection) }
      }
    }
  }

  /// Answers one request after the other; none has a body.
  private static func serve(_ connection: Int32) {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n"
    let answer = Array((head + String(repeating: "x", count: 1_000)).utf8)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(connection, &buffer, buffer.count), count > 0 {
      received += buffer[..<count]
      guard received.suffix(4) == Array("\r\n\r\n".utf8)[...] else { continue }
      received = []
      guard write(connection, answer, answer.count) == answer.count else { break }
    }
    close(connection)
  }
}
