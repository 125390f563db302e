// audit:allow-file scheduling – a stream blocks a thread of its own, whatever the time is.

import Dispatch
import Foundation
import GlobalEnvironmentTime

/// The stream of a request's body.
///
/// `@unchecked` holds because one call of ``contents()`` uses the stream, on one thread at a time.
struct BodyStream: @unchecked Sendable {
  private let stream: InputStream

  init(_ stream: InputStream) {
    self.stream = stream
  }

  /// Reads the stream to its end.
  ///
  /// - Throws: `URLError.requestBodyStreamExhausted` when it fails; `CancellationError`.
  func contents() async throws -> Data {
    stream.open()
    defer { stream.close() }
    var data = Data()
    while let isReady = try state() {
      // While the other end has not written, a thread must wait; threads of the cooperative pool must not.
      let chunk =
        isReady
        ? read()
        : await Arrival.resting {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: read()) }
          }
        }
      guard let chunk else { throw URLError(.requestBodyStreamExhausted) }
      if chunk.isEmpty { break }
      data += chunk
    }
    return data
  }

  /// Whether there is something to read now; nil at the end.
  private func state() throws -> Bool? {
    try Task.checkCancellation()
    switch stream.streamStatus {
    case .atEnd, .closed: return nil
    case .error: throw URLError(.requestBodyStreamExhausted)
    default: return stream.hasBytesAvailable
    }
  }

  /// Returns what comes next; nothing at the end, nil when that fails.
  private func read() -> Data? {
    let size = 64 << 10
    var chunk = Data(count: size)
    let count = chunk.withUnsafeMutableBytes { bytes in
      bytes.bindMemory(to: UInt8.self).baseAddress.map { stream.read($0, maxLength: size) } ?? -1
    }
    return count < 0 ? nil : chunk.prefix(count)
  }
}
