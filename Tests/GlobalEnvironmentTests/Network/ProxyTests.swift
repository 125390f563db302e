// On Apple's platforms, Foundation does not show what a proxy answers.
#if os(Linux)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironment
  import LoopbackServer
  import Testing

  /// Requests that go through a tunnel of a proxy, which the environment of the process names.
  struct ProxyTests {

    @Test func `what a proxy says of its tunnel is not the answer`() async {
      await #expect(processExitsWith: .success) {
        for status in [200, 407, 502] {
          // It opens a tunnel, and is not there any more.
          let proxy = try LoopbackServer { _ in .raw("HTTP/1.1 \(status) Tunnel\r\n\r\n") }
          setenv("https_proxy", proxy.url.absoluteString, 1)
          let request = URLRequest(url: try #require(URL(string: "https://example.com/")), timeoutInterval: 3_600)
          let live = Environment.live
          await #expect(throws: URLError.self) { try await live.http(request) }
          await #expect(throws: URLError.self) { try await live.bytes(for: request) }
          #expect(proxy.requests.map(\.method) == ["CONNECT", "CONNECT"])
        }
      }
    }
  }
#endif
