public import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

extension StubResponse {

  /// The same with another status, from 100 to 599.
  public func status(_ status: Int) -> StubResponse {
    changed {
      if 100...599 ~= status {
        $0.status = status
      } else {
        $0.content = .misuse("Status \(status) is not in 100...599.")
      }
    }
  }

  /// The same with this header field, in place of one with that name in any case.
  ///
  /// Several values are joined by commas (RFC 9110, section 5.3). For cookies see ``cookie(_:_:domain:path:maxAge:isSecure:)``.
  public func header(_ name: String, _ values: String...) -> StubResponse {
    changed {
      let value = values.joined(separator: ", ")
      guard name.isFieldName else { return $0.content = .misuse(name.complaint(asNameOf: "header field")) }
      guard value.isFieldValue else {
        // Not the value, which may be a secret.
        return $0.content = .misuse(
          "\(name.debugDescription) with its value is not a header field: a line break is not allowed there.")
      }
      $0.headers.removeAll { $0.name.isEqualIgnoringCase(name) }
      $0.headers.append((name, value))
    }
  }

  /// The same with a cookie, which the mock sends along with later requests that match it.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - value: What it holds, without a semicolon or a control character.
  ///   - domain: The domain with subdomains that it is for: `example.com`; nil for just the host that is asked.
  ///   - path: The path below which it is for, from its slash on; nil for the folder that is asked.
  ///   - maxAge: How long it lives, in seconds of the mock's time; nil forever.
  ///   - isSecure: Whether it is for `https` only.
  public func cookie(
    _ name: String, _ value: String, domain: String? = nil, path: String? = nil, maxAge: Int? = nil,
    isSecure: Bool = false
  ) -> StubResponse {
    changed {
      guard name.isFieldName else { return $0.content = .misuse(name.complaint(asNameOf: "cookie")) }
      guard CookieScope.isText(value) else {
        return $0.content = .misuse(
          "\(name.debugDescription) with its value is not a cookie: no semicolon or control character is allowed.")
      }
      if let complaint = CookieScope.complaint(domain: domain, path: path) {
        return $0.content = .misuse("The cookie \(name.debugDescription) \(complaint)")
      }
      var cookie = "\(name)=\(value)"
      if let domain { cookie += "; Domain=\(domain)" }
      if let path { cookie += "; Path=\(path)" }
      if let maxAge { cookie += "; Max-Age=\(maxAge)" }
      if isSecure { cookie += "; Secure" }
      guard SetCookie.split(cookie).count == 1 else {
        return $0.content = .misuse(
          "The cookie \(name.debugDescription) would be read as two, since a comma, a name and = stand in it.")
      }
      $0.cookies.append(cookie)
    }
  }

  /// The same after this delay, in the time of the mock.
  ///
  /// A delay beyond the request's `timeoutInterval` ends there, with `URLError.timedOut`.
  public func delay(_ delay: Duration) -> StubResponse {
    changed { $0.delay = $0.delay.adding(max(delay, .zero)) }
  }

  /// The same with a body that comes in parts: this many bytes after each interval, in the time of the mock.
  public func pace(bytes: Int, every interval: Duration) -> StubResponse {
    changed {
      guard bytes > 0, interval >= .zero else {
        return $0.content = .misuse(
          """
          A body cannot come \(bytes) bytes every \(interval). Give one byte or more, and an interval that is not negative.
          """)
      }
      $0.pace = Pace(bytes: bytes, interval: interval)
    }
  }

  /// The same, but a redirect reaches the code under test, as in a session that does not follow redirects.
  public func unfollowed() -> StubResponse {
    changed { $0.isUnfollowed = true }
  }

  /// The same, but it breaks off: status, header fields and body arrive, and then the request fails with `error`.
  ///
  /// A `URLError` gets the request's URL. `Env.http`, `data(for:)` and completion handlers get the error; a delegate first
  /// gets what arrived. On Linux, Foundation gives a completion handler neither data nor response beside an error; the task
  /// has the response. `Content-Length` counts the body of this stub; use ``header(_:_:)`` to promise more.
  public func failing(with error: any Error) -> StubResponse {
    changed { $0.failure = error }
  }

  /// The same, but it breaks off with the `URLError` of this code: `.text("abc").failing(with: .networkConnectionLost)`.
  public func failing(with code: URLError.Code) -> StubResponse { failing(with: URLError(code)) }

  private func changed(_ change: (inout StubResponse) -> Void) -> StubResponse {
    if case .misuse = content { return self }
    var copy = self
    change(&copy)
    return copy
  }

  /// This response, which a closure or a sequence returned, with the changes made to the whole.
  func changed(by whole: StubResponse) -> StubResponse {
    changed {
      $0.status = whole.status ?? $0.status
      for (name, value) in whole.headers { $0 = $0.header(name, value) }
      $0.cookies += whole.cookies
      $0.delay = $0.delay.adding(whole.delay)
      $0.pace = whole.pace ?? $0.pace
      $0.isUnfollowed = whole.isUnfollowed || $0.isUnfollowed
      $0.failure = whole.failure ?? $0.failure
    }
  }

  /// What the test did wrong with it, as far as that is known before a request comes.
  var misuse: String? {
    switch content {
    case .misuse(let message): message
    case .sequence(let responses): responses.lazy.compactMap(\.misuse).first
    case .body, .error, .closure, .asyncClosure: nil
    }
  }
}

extension String {
  /// Why this is not a name (RFC 9110, section 5.6.2), in words.
  fileprivate func complaint(asNameOf kind: String) -> String {
    """
    \(debugDescription.shortened) is not the name of a \(kind). It has letters, digits and some signs such as a hyphen, \
    and no space, colon, semicolon or line break.
    """
  }
}
