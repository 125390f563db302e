package import Foundation

/// The cookies of one mock (RFC 6265, section 5).
package struct CookieJar: Sendable {

  private struct Entry: Sendable {
    let cookie: SetCookie
    /// The host that set it, or the domain that it is for.
    let domain: String
    let isForSubdomains: Bool
    let path: String

    func isSame(as other: Entry) -> Bool {
      cookie.name == other.cookie.name && domain == other.domain && path == other.path
    }
  }

  /// In the order in which they were first set.
  private var entries: [Entry] = []

  package init() {}

  /// The number of cookies that a client must be able to hold. The jar holds no more: then the oldest goes.
  private static let capacity = 3_000

  /// Whether there is nothing to send.
  package var isEmpty: Bool { entries.isEmpty }

  /// Keeps what an answer from `target` sets; a cookie that has already expired removes the one that is kept.
  package mutating func store(_ cookies: [SetCookie], from target: RequestTarget, now: Date) {
    guard let host = target.host?.lowercased() else { return }
    for cookie in cookies {
      let domain = cookie.domain ?? host
      // A top-level domain has no cookies.
      guard domain == host || Self.domain(domain, includes: host) && domain.contains(".") else { continue }
      let entry = Entry(
        cookie: cookie, domain: domain, isForSubdomains: cookie.domain != nil,
        path: cookie.path ?? Self.folder(of: target.writtenPath))
      let hasEnded = cookie.expires.map { $0 <= now } ?? false
      if let index = entries.firstIndex(where: { $0.isSame(as: entry) }) {
        if hasEnded { entries.remove(at: index) } else { entries[index] = entry }
      } else if !hasEnded {
        entries.append(entry)
        if entries.count > Self.capacity { entries.removeFirst() }
      }
    }
  }

  /// Returns the value of Cookie for a request to `target`; nil when there is none.
  package func header(for target: RequestTarget, now: Date) -> String? {
    guard let host = target.host?.lowercased() else { return nil }
    let isSecure = target.scheme?.isEqualIgnoringCase("https") ?? false
    let sent = entries.enumerated().filter { _, entry in
      (entry.domain == host || entry.isForSubdomains && Self.domain(entry.domain, includes: host))
        && Self.path(entry.path, includes: target.writtenPath) && (isSecure || !entry.cookie.isSecure)
        && entry.cookie.expires.map { $0 > now } ?? true
    }
    // Longer paths first, then those that were set first.
    .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
    return sent.isEmpty ? nil : sent.map { "\($1.cookie.name)=\($1.cookie.value)" }.joined(separator: "; ")
  }

  private static func domain(_ domain: String, includes host: String) -> Bool {
    // An address in numbers has no subdomains.
    host.hasSuffix(".\(domain)") && host.contains { $0.isLetter }
  }

  /// Whether a cookie of a path is for another one (section 5.1.4).
  package static func path(_ path: String, includes other: some StringProtocol) -> Bool {
    other == path || other.hasPrefix(path) && (path.hasSuffix("/") || other.dropFirst(path.count).hasPrefix("/"))
  }

  private static func folder(of path: Substring) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
