/// The domains, paths and values that a cookie may have (RFC 6265, section 4.1.1).
package enum CookieScope {

  /// Why a cookie cannot have these, in words; nil when it can.
  package static func complaint(domain: String?, path: String?) -> String? {
    if let domain, !isDomain(domain) {
      return """
        cannot be for the domain \(domain.debugDescription.shortened). Name it as example.com: letters, digits and hyphens \
        between dots, and for other letters the form of the DNS, xn--….
        """
    }
    if let path, path.utf8.first != UInt8(ascii: "/") || !isText(path) {
      return """
        cannot be for the path \(path.debugDescription.shortened). It begins with a slash, and holds no semicolon and no \
        control character.
        """
    }
    return nil
  }

  /// Names or numbers between dots; a dot in front is allowed (section 5.2.3).
  private static func isDomain(_ domain: String) -> Bool {
    let labels = (domain.hasPrefix(".") ? domain.utf8.dropFirst() : domain.utf8[...])
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return domain.utf8.count <= 254
      && labels.allSatisfy { label in
        let isWhole = label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        return 1...63 ~= label.count && isWhole
          && label.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
      }
  }

  /// Whether a value, or a path, may hold this: no semicolon and no control character.
  package static func isText(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") }
  }
}
