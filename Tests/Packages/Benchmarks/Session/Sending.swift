import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends `count` requests through `session`, as many at once as there are `senders`.
func send(_ count: Int, through session: URLSession, _ senders: Int) async {
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<senders {
      group.addTask {
        for _ in 0..<count / senders {
          guard let answer = try? await session.data(for: request), answer.0 == body else {
            preconditionFailure("A request was not answered.")
          }
        }
      }
    }
  }
}

private let request = URLRequest(url: URL(string: "https://example.com/posts") ?? URL(fileURLWithPath: "/"))
private let body = Data("post".utf8)

/// A mock that answers each request as ``bareSession`` does, and has stubs for as many others.
func stubbedMock(beside others: Int = 0, byClosure: Bool = false) -> Environment {
  let mock = Environment.mock
  for number in 0..<others { mock.stub(.get("/posts\(number)"), .ok).optional() }
  let answer = StubResponse.data(body).header("Content-Type", "application/json")
  mock.stub(.get("/posts"), byClosure ? .response { _ in answer } : answer)
  return mock
}

/// A session with the least that answers: what a URL session costs by itself.
let bareSession = session(of: BareProtocol.self)

/// The same, but for the thread that says the end.
///
/// `data(for:)` on Linux goes on inside that call. If its task is cancelled just then, the one who cancels holds a lock that
/// the call needs, and waits for the queue that makes it: so what must survive that has to make it elsewhere.
let steppingAsideSession = session(of: SteppingAsideProtocol.self)

private func session(of protocolClass: AnyClass) -> URLSession {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.protocolClasses = [protocolClass]
  (configuration.urlCache, configuration.urlCredentialStorage, configuration.httpCookieStorage) = (nil, nil, nil)
  return URLSession(configuration: configuration)
}

private class BareProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard
      let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
    else { preconditionFailure("A request has no URL.") }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: body)
    finish()
  }

  func finish() {
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

private final class SteppingAsideProtocol: BareProtocol {
  override func finish() {
    let isSaid = DispatchSemaphore(value: 0)
    // The session's queue waits meanwhile, so that nobody else uses this.
    nonisolated(unsafe) let sending = self
    DispatchQueue.global().async {
      sending.client?.urlProtocolDidFinishLoading(sending)
      isSaid.signal()
    }
    _ = isSaid.wait(timeout: .now() + .milliseconds(5))
  }
}
