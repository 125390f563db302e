import Foundation
import GlobalEnvironment

/// Where a request goes: the parts of a URL, or of a stub's pattern for one.
///
/// Cut out of the text: `URLComponents` would cost as much as all the rest of an answer.
package struct RequestTarget: Sendable {
  /// Nil in a pattern that is just a path.
  package var scheme: Substring?
  /// Without user and password, in the case in which it was written.
  package var host: Substring?
  /// The port in the text.
  private var saidPort: Int?
  /// The path, percent-decoded except slashes and question marks, which stay `%2F` and `%3F`; `/` for an empty one.
  ///
  /// Without segments `.` and `..`, as it is sent (RFC 3986, section 5.2.4).
  package var path: String
  /// The path as it was written, but without segments `.` and `..`; `/` for an empty one.
  package var writtenPath: Substring
  /// What follows the `?`, unchanged.
  package var query: Substring?

  /// The port in the text, or else the scheme's default.
  package var port: Int? { saidPort ?? usualPort }

  private var usualPort: Int? {
    switch scheme {
    case .some(let scheme) where scheme.isEqualIgnoringCase("http"): 80
    case .some(let scheme) where scheme.isEqualIgnoringCase("https"): 443
    default: nil
    }
  }

  /// The text without query, user and password, written the same way whenever it means the same: lowercase where case
  /// does not matter, without the scheme's default port, without escapes but `%2F` and `%3F`.
  package var place: String {
    guard let scheme, let host else { return path }
    let port = saidPort == usualPort ? "" : saidPort.map { ":\($0)" } ?? ""
    return "\(scheme.lowercased())://\(host.lowercased())\(port)\(path)"
  }

  /// Splits `text`: `https://api.example.com:8080/posts?page=2`, or from the path on.
  package init(_ text: String) {
    var rest = text.utf8[...]
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = Substring(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8),
      !rest[..<colon].contains(UInt8(ascii: "/"))
    {
      scheme = Substring(rest[..<colon])
      rest = rest[colon...].dropFirst(3)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      (host, saidPort) = Self.hostAndPort(rest[..<end])
      rest = rest[end...]
    }
    let isRooted = rest.first == UInt8(ascii: "/")
    writtenPath = Self.withoutDotSegments(isRooted ? Substring(rest) : "/" + Substring(rest))
    path = writtenPath.percentDecoded(separatorsStay: true)
    // Letters beyond ASCII that are written as escapes name the same host as `xn--…`.
    if let host, host.utf8.contains(UInt8(ascii: "%")), !host.contains("<") {
      self.host = URL(string: "http://\(host)/")?.asciiHost.map { $0[...] } ?? host
    }
  }

  private static func withoutDotSegments(_ path: Substring) -> Substring {
    let dot = UInt8(ascii: ".")
    // Few paths have a dot, and fewer have one behind a slash.
    guard path.utf8.contains(dot),
      zip(path.utf8, path.utf8.dropFirst()).contains(where: { $0 == (UInt8(ascii: "/"), dot) })
    else {
      return path
    }
    var segments: [Substring] = []
    let written = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in written.enumerated() {
      if segment == ".." { _ = segments.popLast() } else if segment != "." { segments.append(segment) }
      if index == written.count - 1, segment == "." || segment == ".." { segments.append("") }
    }
    return "/" + segments.joined(separator: "/")[...]
  }

  private static func hostAndPort(_ authority: Substring.UTF8View) -> (Substring, Int?) {
    var rest = authority
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[at...].dropFirst() }
    // Colons inside brackets belong to an IPv6 address, and those before anything but a number to a placeholder.
    let bracket = rest.lastIndex(of: UInt8(ascii: "]")) ?? rest.startIndex
    guard let colon = rest[bracket...].lastIndex(of: UInt8(ascii: ":")) else { return (Substring(rest), nil) }
    let port = rest[colon...].dropFirst()
    guard port.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return (Substring(rest), nil) }
    return (Substring(rest[..<colon]), Int(Substring(port)))
  }
}
