import GlobalEnvironment
import GlobalEnvironmentWire

extension RequestMatcher {

  /// Requests to `target`: a path, or a whole URL.
  ///
  /// - `/posts` is compared to the whole path, percent-decoded on both sides: `/a%20b` and `/a b` are the same, but `%2F`
  ///   is not a slash, and `%3F` begins no query. `/posts/` is another path than `/posts`; an empty path is `/`.
  /// - Text is compared as `String` does, here and in all other conditions: the two spellings of `é` in Unicode are the same,
  ///   which they are not for a server.
  /// - In `/users/:id` the component `:id` may be any that is not empty; the response closure finds it in
  ///   `request.parameters["id"]`.
  /// - `/posts?page=2` also asks for that query item; there may be others.
  /// - `https://api.example.com:8080/posts` also asks for scheme, host and port.
  public static func path(_ target: String) -> RequestMatcher { any.path(target) }

  /// Requests whose path begins with the components of `prefix`: `/api` is the beginning of `/api/posts`, not of `/apis`.
  ///
  /// `http://localhost:8080` also asks for scheme, host and port, and `?page=2` for that query item, as with a whole target.
  public static func path(prefix: String) -> RequestMatcher { any.path(prefix: prefix) }

  /// Requests whose path ends with the components of `suffix`, or, without a slash in front, with these characters.
  ///
  /// `/comments` is the end of `/posts/1/comments`, and `.json` that of `/posts.json`. A whole URL or a query also asks for
  /// its other parts.
  public static func path(suffix: String) -> RequestMatcher { any.path(suffix: suffix) }

  /// Requests in whose path `regex` finds something: `.path(matching: /^\/posts\/\d+$/)`.
  ///
  /// It finds nothing in a path of more than 2,000 bytes.
  public static func path<Output>(
    matching regex: @autoclosure @escaping @Sendable () -> Regex<Output>
  ) -> RequestMatcher {
    any.path(matching: regex())
  }

  /// And the target is this: a path, or a whole URL; see the static ``path(_:)``.
  public func path(_ target: String) -> RequestMatcher { path(target, .whole) }

  /// And the path begins with the components of `prefix`.
  public func path(prefix: String) -> RequestMatcher { path(prefix, .beginning) }

  /// And the path ends with the components of `suffix`, or, without a slash in front, with these characters.
  public func path(suffix: String) -> RequestMatcher { path(suffix, .end) }

  private func path(_ target: String, _ extent: PathPattern.Extent) -> RequestMatcher {
    let parts = RequestTarget(target)
    var matcher = self
    if let scheme = parts.scheme { matcher = matcher.scheme(String(scheme)) }
    if let host = parts.host { matcher = matcher.host(String(host)) }
    if parts.host != nil, let port = parts.port { matcher = matcher.port(port) }
    matcher = matcher && RequestMatcher(.path(PathPattern(target, extent)))
    for item in FormItems(parsing: parts.query ?? "").items { matcher = matcher.query(item.name, item.value) }
    return matcher
  }

  /// And `regex` finds something in the path.
  ///
  /// It finds nothing in a path of more than 2,000 bytes.
  public func path<Output>(matching regex: @autoclosure @escaping @Sendable () -> Regex<Output>) -> RequestMatcher {
    let regex = PathRegex(regex)
    return and("path that a regular expression finds", asksTest: true) { request in
      regex.finds(in: request.path)
    } mismatch: {
      PathLimit.holds(for: $0.path)
        ? "path is \($0.path.shortened), in which the regular expression finds nothing"
        : "path is \($0.path.shortened), longer than the \(PathLimit.bytes) bytes in which a regular expression searches"
    }
  }
}
