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
      let recorded = RecordedBytes(bytes) { [self] in
        switch $0 {
        case .success(let data): write(data, response, id, asked: request.url)
        case .failure(let error): write(error, id)
        }
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
  private let write: @Sendable (Result<Data, any Error>) -> Void
  /// What has come. It is not cut, as secrets in a part of JSON are not seen: of a longer body, nothing is kept.
  private let kept = Locked<(data: Data, isTooLong: Bool, isWritten: Bool)>((Data(), false, false))

  private static let limit = 1 << 20

  init(_ bytes: EnvironmentBytes, write: @escaping @Sendable (Result<Data, any Error>) -> Void) {
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
        kept.isTooLong = kept.isTooLong || kept.data.count + chunk.count > Self.limit
        if kept.isTooLong { kept.data = Data() } else { kept.data.append(chunk) }
      }
      return chunk
    } catch {
      end(error)
      throw error
    }
  }

  private func end(_ error: (any Error)?) {
    let data: Data? = kept.withLock { kept in
      defer { kept.isWritten = true }
      return kept.isWritten ? nil : kept.data
    }
    if let data { write(error.map { .failure($0) } ?? .success(data)) }
  }
}
