import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Answers one HTTP request on a loopback port of its own, in a thread of its own.
struct OneAnswerServer {
  let url: URL

  /// Starts to listen.
  ///
  /// - Throws: When the system gives no port.
  init(body: String) throws {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/posts") else {
      close(listener)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    self.url = url

    let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      var request = [UInt8](repeating: 0, count: 16_384)
      _ = recv(connection, &request, request.count, 0)
      _ = Array(answer.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      close(connection)
      close(listener)
    }
  }
}
