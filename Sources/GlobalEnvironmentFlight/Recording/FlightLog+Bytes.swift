import Foundation
import GlobalEnvironment
import GlobalEnvironmentAtomics

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FlightLog {

  /// Sends a request whose answer is read as it comes; the flight has the answer when its body has ended.
  ///
  /// - Throws: What `send` throws.
  func httpBytes(
    _ request: URLRequest, _ send: @Sendable (URLRequest) async throws -> (EnvironmentBytes, HTTPURLResponse)
  ) async throws -> (EnvironmentBytes, HTTPURLResponse) {
    let id = global_environment_next_number()
    write(request, id)
    do {
      let (bytes, response) = try await send(request)
      let recorded = RecordedBytes(bytes) { [self] data, count, error in
        write(data, count: count, response, id, asked: request.url)
        if let error { write(error, id) }
      }
      return (EnvironmentBytes(of: request) { try await recorded.next() }, response)
    } catch {
      write(error, id)
      throw error
    }
  }
}

/// A body that is copied into a flight while it is read.
private final class RecordedBytes: Sendable {
  private let source: ChunkSource<EnvironmentBytes.Chunks>
  /// Called once, when the body ends or is released.
  private let write: Write
  /// What has come. It is not cut, as secrets in a part of JSON are not seen: of a longer body, only the length is kept.
  private let kept = Locked<(data: Data, count: Int, isWritten: Bool)>((Data(), 0, false))

  private static let limit = 1 << 20

  /// Gets the body; how many bytes it had, where these were too many to be kept; and why it did not end.
  typealias Write = @Sendable (_ data: Data, _ count: Int?, _ error: (any Error)?) -> Void

  init(_ bytes: EnvironmentBytes, write: @escaping Write) {
    source = ChunkSource(bytes.chunks)
    self.write = write
  }

  deinit {
    end(nil)
  }

  func next() async throws -> Data? {
    do {
      guard let chunk = try await source.next() else {
        end(nil)
        return nil
      }
      kept.withLock { kept in
        kept.count += chunk.count
        if kept.count > Self.limit { kept.data = Data() } else { kept.data.append(chunk) }
      }
      return chunk
    } catch {
      end(error)
      throw error
    }
  }

  private func end(_ error: (any Error)?) {
    let (data, count, isWritten) = kept.withLock { kept in
      defer { kept.isWritten = true }
      return kept
    }
    if !isWritten { write(data, count > Self.limit ? count : nil, error) }
  }
}
