import Foundation
import GlobalEnvironment
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// That the server does what other tests rely on.
struct LoopbackServerTests {

  @Test func `it ends its threads when it is stopped, also those that wait`() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/silence": .silence
      case "/held": .text("hello").held()
      case "/paused": .text("hello").pausing(at: 2)
      default: .text("hello")
      }
    }
    await withTaskGroup { group in
      for path in ["/silence", "/held", "/paused", "/kept-alive"] {
        let request = URLRequest(url: server.url(path), timeoutInterval: 3_600)
        group.addTask { try? await Environment.live.http(request) }
      }
      await server.until { $0.requests.count == 4 && $0.pauses == 2 }
      server.stop()
      server.stop()
    }
    await server.until { $0.threads == 0 }
  }

  @Test func `it refuses connections once it is stopped`() async throws {
    let server = try LoopbackServer { _ in .text("the stopped one") }
    server.stop()
    await server.until { $0.threads == 0 }
    // The system may have given the port to another test's server, which then answers.
    let answer = try? await Environment.live.http(URLRequest(url: server.url("/")))
    #expect(answer.map { String(decoding: $0.0, as: UTF8.self) } != "the stopped one")
    #expect(server.requests.isEmpty)
  }

  @Test func `it waits where it is told to, until it is released`() async throws {
    let server = try LoopbackServer { _ in .text("hello").held().pausing(at: 0, 2, 4) }
    // Longer than a busy machine may take to come to the last pause, which would never be.
    async let answer = Environment.live.http(URLRequest(url: server.url("/"), timeoutInterval: 3_600))
    for pause in 1...4 {
      await server.until { $0.pauses == pause }
      server.release()
    }
    #expect(try await answer.0 == Data("hello".utf8))
  }

  @Test func `it reads a body that comes in chunks`() async throws {
    let server = try LoopbackServer { .data($0.body) }
    let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    var request = URLRequest(url: server.url("/"))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: body)
    #expect(try await Environment.live.http(request).0 == body)
    #expect(server.requests.first?["Transfer-Encoding"] == "chunked")
  }

  @Test func `it tells the path from the query`() async throws {
    let server = try LoopbackServer { _ in .empty() }
    _ = try await Environment.live.http(URLRequest(url: server.url("/a/b?c=d&e")))
    #expect(server.requests.first?.path == "/a/b")
    #expect(server.requests.first?.query == "c=d&e")
  }
}
