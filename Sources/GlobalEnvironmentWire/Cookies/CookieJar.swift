package import Foundation

/// The cookies of one mock (RFC 6265, section 5).
package struct CookieJar: Sendable {

  /// What a cookie is called, besides its domain.
  private struct Key: Hashable {
    let name: String
    let path: String
  }

  private struct Entry: Sendable {
    let cookie: SetCookie
    let isForSubdomains: Bool
    /// Its place in the order in which cookies were first set.
    let number: Int
  }

  /// By the host that set them, or the domain that they are for.
  private var entries: [String: [Key: Entry]] = [:]
  private var count = 0
  private var latestNumber = 0
  /// What was set, the oldest first, to forget that. It holds some that are gone.
  private var order: [(number: Int, domain: String, key: Key)] = []
  /// How many at the beginning of `order` are forgotten.
  private var forgotten = 0

  package init() {}

  /// The number of cookies that a client must be able to hold. The jar holds no more: then the oldest goes.
  private static let capacity = 3_000

  /// Whether there is nothing to send.
  package var isEmpty: Bool { count == 0 }

  /// Keeps what an answer from `target` sets; a cookie that has already expired removes the one that is kept.
  package mutating func store(_ cookies: [SetCookie], from target: RequestTarget, now: Date) {
    guard let host = target.host?.lowercased() else { return }
    for cookie in cookies {
      let domain = cookie.domain ?? host
      // A top-level domain has no cookies.
      guard domain == host || Self.domain(domain, includes: host) && domain.contains(".") else { continue }
      let key = Key(name: cookie.name, path: cookie.path ?? Self.folder(of: target.writtenPath))
      if cookie.expires.map({ $0 <= now }) ?? false { remove(key, of: domain) } else { put(cookie, key, of: domain) }
    }
  }

  private mutating func put(_ cookie: SetCookie, _ key: Key, of domain: String) {
    let known = entries[domain]?[key]
    if known == nil {
      count += 1
      latestNumber += 1
      order.append((latestNumber, domain, key))
    }
    entries[domain, default: [:]][key] = Entry(
      cookie: cookie, isForSubdomains: cookie.domain != nil, number: known?.number ?? latestNumber)
    while count > Self.capacity, forgotten < order.count {
      let oldest = order[forgotten]
      forgotten += 1
      if holds(oldest) { remove(oldest.key, of: oldest.domain) }
    }
    if order.count > 2 * Self.capacity {
      order = order[forgotten...].filter(holds)
      forgotten = 0
    }
  }

  private func holds(_ place: (number: Int, domain: String, key: Key)) -> Bool {
    entries[place.domain]?[place.key]?.number == place.number
  }

  private mutating func remove(_ key: Key, of domain: String) {
    guard entries[domain]?.removeValue(forKey: key) != nil else { return }
    count -= 1
    if entries[domain]?.isEmpty == true { entries[domain] = nil }
  }

  /// Returns the value of Cookie for a request to `target`; nil when there is none.
  ///
  /// - Parameter isForWholeHost: Whether paths and `Secure` do not count.
  package func header(for target: RequestTarget, now: Date, isForWholeHost: Bool = false) -> String? {
    guard let host = target.host?.lowercased() else { return nil }
    let isSecure = isForWholeHost || target.scheme?.isEqualIgnoringCase("https") ?? false
    var sent: [(path: Int, entry: Entry)] = []
    for domain in Self.domains(of: host) {
      for (key, entry) in entries[domain] ?? [:] {
        guard domain == host || entry.isForSubdomains,
          isForWholeHost || Self.path(key.path, includes: target.writtenPath), isSecure || !entry.cookie.isSecure,
          entry.cookie.expires.map({ $0 > now }) ?? true
        else { continue }
        sent.append((key.path.utf8.count, entry))
      }
    }
    // Longer paths first, then those that were set first.
    sent.sort { ($1.path, $0.entry.number) < ($0.path, $1.entry.number) }
    return sent.isEmpty ? nil : sent.map { "\($0.entry.cookie.name)=\($0.entry.cookie.value)" }.joined(separator: "; ")
  }

  /// The host, and the domains that include it.
  private static func domains(of host: String) -> [String] {
    let dots = host.utf8.indices.filter { host.utf8[$0] == UInt8(ascii: ".") }
    return [host] + dots.map { String(host[host.utf8.index(after: $0)...]) }.filter { domain($0, includes: host) }
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
