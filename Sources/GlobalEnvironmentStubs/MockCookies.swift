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
    let header = stubs.state.withLock { $0.cookieHeader(for: target, now: now) }
    request.setValue(header, forHTTPHeaderField: "Cookie")
  }

  func store(_ setCookie: String, from request: URLRequest) {
    guard request.httpShouldHandleCookies, let url = request.url else { return }
    let (target, now) = (RequestTarget(url.absoluteString), stubs.now)
    let rules = stubs.state.withLock { $0.cookieRules }
    let cookies = SetCookie.split(setCookie).flatMap { text in
      rules == .rfc6265 ? SetCookie(text, now: now).map { [$0] } ?? [] : SetCookie.readByFoundation(text, from: url)
    }
    stubs.state.withLock { $0.cookies.store(cookies, from: target, now: now) }
  }
}

extension HTTPStubs.State {
  /// Returns the value of Cookie for a request to `target`, by the rules of this mock; nil when there is none.
  func cookieHeader(for target: RequestTarget, now: Date) -> String? {
    cookies.isEmpty ? nil : cookies.header(for: target, now: now, isForWholeHost: cookieRules == .linuxFoundation)
  }
}

extension SetCookie {
  /// Reads one value of Set-Cookie as the live network does.
  fileprivate static func readByFoundation(_ text: Substring, from url: URL) -> [SetCookie] {
    HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": String(text)], for: url).map { cookie in
      let domain = cookie.domain.hasPrefix(".") ? String(cookie.domain.dropFirst()) : nil
      return SetCookie(
        name: cookie.name, value: cookie.value, domain: domain, path: cookie.path, expires: cookie.expiresDate)
    }
  }
}
