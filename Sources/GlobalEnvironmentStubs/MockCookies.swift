import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cookies of a mock, for one of its requests.
struct MockCookies: ClientCookies {
  private let stubs: HTTPStubs
  /// Whether the request has a Cookie header of its own, which is sent as it is.
  private let isOwn: Bool

  init(of stubs: HTTPStubs, for request: URLRequest) {
    self.stubs = stubs
    isOwn = request.value(forHTTPHeaderField: "Cookie") != nil
  }

  func add(to request: inout URLRequest) {
    guard !isOwn, request.httpShouldHandleCookies else { return }
    let (target, now) = (RequestTarget(request.url?.absoluteString ?? ""), stubs.now)
    let header = stubs.state.withLock { $0.cookies.header(for: target, now: now) }
    request.setValue(header, forHTTPHeaderField: "Cookie")
  }

  func store(_ setCookie: String, from request: URLRequest) {
    guard request.httpShouldHandleCookies, let url = request.url else { return }
    let (target, now) = (RequestTarget(url.absoluteString), stubs.now)
    let cookies = SetCookie.split(setCookie).compactMap { SetCookie($0, now: now) }
    stubs.state.withLock { $0.cookies.store(cookies, from: target, now: now) }
  }
}
