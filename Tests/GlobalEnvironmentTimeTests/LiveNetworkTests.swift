import Dispatch
import Foundation
import GlobalEnvironmentTesting
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real network in virtual time, without a mock.
@Suite(.environment(.live), .virtualTime)
struct LiveNetworkTests {
  private func request(to server: LoopbackServer) -> URLRequest {
    URLRequest(url: server.url("/"), timeoutInterval: 3_600)
  }

  /// Lets the answer go on when there has been time enough for virtual time to move.
  private func releaseSoon(_ server: LoopbackServer) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) { server.release() }
  }

  @Test func `time stands still while Env.http waits for an answer`() async throws {
    let server = try LoopbackServer { _ in .text("ok").held() }
    defer { server.stop() }
    let start = Env.date()
    releaseSoon(server)
    let (data, _) = try await Env.timeout(after: .seconds(5)) { try await Env.http(request(to: server)) }
    #expect(data == Data("ok".utf8))
    #expect(Env.date() == start)
  }

  @Test func `time stands still while Env.bytes waits for a piece, and moves in between`() async throws {
    let server = try LoopbackServer { _ in .text("abc").pausing(at: 1) }
    defer { server.stop() }
    let start = Env.date()
    try await Env.timeout(after: .seconds(5)) {
      var chunks = try await Env.bytes(for: request(to: server)).0.chunks.makeAsyncIterator()
      #expect(try await chunks.next() == Data("a".utf8))
      try await Env.sleep(for: .seconds(1))
      releaseSoon(server)
      while try await chunks.next() != nil {}
    }
    #expect(Env.date() == start + 1)
  }

  @Test func `time moves while a closure in the place of Env.http sleeps`() async throws {
    Env.http = { request in
      try await Env.sleep(for: .seconds(60))
      throw URLError(.timedOut)
    }
    let start = Env.date()
    await #expect(throws: URLError.self) {
      try await Env.http(URLRequest(url: try #require(URL(string: "https://example.com"))))
    }
    #expect(Env.date() == start + 60)
  }
}
