import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// WebSocket tasks, which no stub answers.
  @Suite(.hidesKnownIssues, .environment(.mock))
  struct WebSocketTests {

    @Test func `a WebSocket task of the mock's session is refused, and an issue`() async throws {
      let reported = try await issues {
        let url = try #require(URL(string: "wss://api.example.com/live?token=secret"))
        let task = Env.urlSession().webSocketTask(with: url)
        let other = Env.urlSession().webSocketTask(with: url, protocols: ["chat"])
        task.resume()
        task.cancel()
        other.cancel()
      }
      #expect(reported.count == 2)
      #expect(reported.first?.contains("wss://api.example.com/live") == true)
      #expect(!reported.joined().contains("secret"))
      #expect(Env.requests.isEmpty)
    }

    @Test func `a WebSocket task of a session of one's own fails`() async throws {
      let url = try #require(URL(string: "wss://api.example.com/live"))
      let delegate = DelegateLog()
      let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: nil)
      _ = await issues {
        session.webSocketTask(with: url).resume()
        #expect(await delegate.heard == ["end -1002"])
      }
    }
  }
#endif
