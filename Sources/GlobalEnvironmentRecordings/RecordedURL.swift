import Foundation

/// A URL split for comparison by meaning, not by spelling.
struct RecordedURL: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// Scheme, host, port and path: lowercase where case does not matter, without the default port, without escapes. A user
  /// and password are left out, and so is the fragment.
  var place: String
  /// The query, in the order of its names.
  var query: [Item]

  init(_ url: String) {
    let whole = url.prefix { $0 != "#" }
    let base = whole.prefix { $0 != "?" }
    place = Self.place(base)
    query = Self.items(of: whole.dropFirst(base.count + 1))
  }

  /// Reads the names and values of a query or a form. Items of one name keep their order.
  static func items(of text: some StringProtocol) -> [Item] {
    let items = text.split(separator: "&").map { part in
      let name = part.prefix { $0 != "=" }
      return Item(name: name.formDecoded, value: part.dropFirst(name.count + 1).formDecoded)
    }
    return items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
  }

  private static func place(_ base: Substring) -> String {
    guard let separator = base.range(of: "://") else { return String(base) }
    let scheme = base[..<separator.lowerBound].lowercased()
    let rest = base[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    var host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let usualPort = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(usualPort) { host = host.dropLast(usualPort.count) }
    // An escaped slash is not one that separates.
    let path = rest.dropFirst(authority.count).split(separator: "/", omittingEmptySubsequences: false)
      .map { ($0.removingPercentEncoding ?? String($0)).replacing("/", with: "%2F") }
      .joined(separator: "/")
    return "\(scheme)://\(host.lowercased())\(path.isEmpty ? "/" : path)"
  }
}

extension StringProtocol {
  /// The text without the escapes of a query or a form; unchanged where they are wrong.
  var formDecoded: String {
    let spaced = String(map { $0 == "+" ? " " : $0 })
    return spaced.removingPercentEncoding ?? String(self)
  }

  /// The text with escapes for all that is not unreserved in RFC 3986.
  var formEncoded: String {
    let unreserved = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return addingPercentEncoding(withAllowedCharacters: unreserved) ?? String(self)
  }
}
