import Dispatch
import Foundation
import GlobalEnvironmentTime

/// The stream of a request's body.
///
/// `@unchecked` holds because one call of ``contents()`` uses the stream, on one thread at a time: after a cancellation, only its
/// queue does.
struct BodyStream: @unchecked Sendable {
  private let stream: InputStream
  private let reading = DispatchQueue(label: "GlobalEnvironment.BodyStream")

  init(_ stream: InputStream) {
    self.stream = stream
  }

  /// Reads the stream to its end.
  ///
  /// - Throws: `URLError.requestBodyStreamExhausted` when it fails; `CancellationError`.
  func contents() async throws -> Data {
    stream.open()
    // A read that was left by a cancellation comes first.
    // audit:allow scheduling – a stream of Foundation is read here, which may block
    defer { reading.async { stream.close() } }
    var data = Data()
    while let isReady = try state() {
      let chunk = isReady ? read() : try await Arrival.resting { try await readLater() }
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

  /// Reads when the other end has written: until then a thread must wait, and those of the cooperative pool must not.
  private func readLater() async throws -> Data? {
    let chunk = Outcome<Result<Data?, CancellationError>>()
    return try await withTaskCancellationHandler {
      // audit:allow scheduling – a stream of Foundation is read here, which may block
      reading.async { chunk.settle(.success(read())) }
      return try await chunk.value.get()
    } onCancel: {
      chunk.settle(.failure(CancellationError()))
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
