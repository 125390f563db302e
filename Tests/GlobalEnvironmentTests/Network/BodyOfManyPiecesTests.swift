import Foundation
import GlobalEnvironmentTime
import Testing

@testable import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body that comes in many pieces.
struct BodyOfManyPiecesTests {
  @Test func `each piece is read through as few functions as the first one`() async throws {
    let depths = Locked<[Int]>([])
    let bytes = EnvironmentBytes(of: URLRequest(url: try #require(URL(string: "https://example.com")))) {
      let depth = await WaitingFunctions.known { WaitingFunctions.current.count }
      return depths.withLock { depths in
        depths.append(depth)
        return depths.count < 20 ? Data([1]) : nil
      }
    }
    for try await _ in bytes.chunks {}
    let all = depths.withLock { $0 }
    #expect(all.count == 20 && all.last == all.first, "\(all)")
  }
}
