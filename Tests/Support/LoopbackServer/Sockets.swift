import Foundation

#if canImport(Darwin)
  import Darwin

  private let streamSocket = SOCK_STREAM
  /// Darwin sets this on the socket instead.
  private let sendFlags: Int32 = 0
#else
  import Glibc

  private let streamSocket = Int32(SOCK_STREAM.rawValue)
  private let sendFlags = Int32(MSG_NOSIGNAL)
#endif

/// A file descriptor that is closed when nobody holds it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) throws {
    guard number >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.number = number
  }

  deinit {
    close(number)
  }
}

/// What makes every thread of a server look up from its wait, for good.
final class WakeUp: Sendable {
  /// The end that threads watch: it is readable once the other one is closed.
  fileprivate let watched: Descriptor
  private let held: Ended

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    watched = try Descriptor(ends[0])
    held = Ended(try Descriptor(ends[1]))
  }

  func signal() {
    held.end()
  }

  /// Whether the threads shall end.
  var isSignalled: Bool { held.isEnded }
}

/// Waits until `descriptor` is ready for `events`; returns false when the server was stopped first.
private func wait(for events: Int32, on descriptor: Descriptor, _ wake: WakeUp) -> Bool {
  var polled = [
    pollfd(fd: descriptor.number, events: Int16(events), revents: 0),
    pollfd(fd: wake.watched.number, events: Int16(POLLIN), revents: 0),
  ]
  while poll(&polled, nfds_t(polled.count), -1) < 0 {
    guard errno == EINTR else { return false }
  }
  return polled[1].revents == 0
}

/// A socket that waits for connections on a port that the system has chosen.
struct ListeningSocket {
  let port: UInt16
  private let descriptor: Descriptor

  init() throws {
    descriptor = try Descriptor(socket(AF_INET, streamSocket, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { [number = descriptor.number] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, size) == 0 && listen(number, 128) == 0 && getsockname(number, $0, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Waits for the next connection; nil when the server was stopped.
  func next(_ wake: WakeUp) -> Connection? {
    while wait(for: POLLIN, on: descriptor, wake) {
      if let accepted = try? Descriptor(accept(descriptor.number, nil, nil)) {
        return Connection(accepted, wake)
      }
    }
    return nil
  }
}

/// A connection to a client, whose waits end when the server is stopped.
struct Connection {
  private let descriptor: Descriptor
  private let wake: WakeUp
  /// What has arrived and is not yet taken.
  private var buffer = Data()

  fileprivate init(_ descriptor: Descriptor, _ wake: WakeUp) {
    self.descriptor = descriptor
    self.wake = wake
    _ = fcntl(descriptor.number, F_SETFL, fcntl(descriptor.number, F_GETFL, 0) | O_NONBLOCK)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Each part of an answer goes at once.
    setsockopt(descriptor.number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
      setsockopt(descriptor.number, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
  }

  /// Takes what comes before `mark`, and the mark away; nil at the end, or where none comes within 64 KB.
  mutating func take(upTo mark: String) -> Data? {
    while true {
      if let found = buffer.range(of: Data(mark.utf8)) {
        defer { buffer = Data(buffer[found.upperBound...]) }
        return Data(buffer[..<found.lowerBound])
      }
      guard buffer.count < 65_536, receive() else { return nil }
    }
  }

  /// Takes that many bytes; nil at the end.
  mutating func take(_ count: Int) -> Data? {
    while buffer.count < count {
      guard receive() else { return nil }
    }
    defer { buffer = Data(buffer.dropFirst(count)) }
    return Data(buffer.prefix(count))
  }

  /// Waits until the client closes the connection; false when the server was stopped first.
  mutating func waitForEnd() -> Bool {
    while receive() {}
    return !wake.isSignalled
  }

  /// Waits for more; false at the end of the connection, and when the server was stopped.
  private mutating func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while wait(for: POLLIN, on: descriptor, wake) {
      let count = recv(descriptor.number, &bytes, bytes.count, 0)
      if count > 0 {
        buffer.append(contentsOf: bytes[..<count])
        return true
      }
      guard count < 0, errno == EAGAIN || errno == EINTR else { return false }
    }
    return false
  }

  /// Sends all of `data`; false when the client has gone, and when the server was stopped.
  func send(_ data: Data) -> Bool {
    let bytes = [UInt8](data)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { sendBytes(descriptor.number, $0) }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EINTR {
        guard wait(for: POLLOUT, on: descriptor, wake) else { return false }
      } else {
        return false
      }
    }
    return true
  }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
}
