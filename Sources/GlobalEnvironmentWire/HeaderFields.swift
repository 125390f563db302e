extension StringProtocol {
  /// Whether it may be the name of a header field (RFC 9110, section 5.6.2).
  package var isFieldName: Bool {
    !isEmpty && utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// Whether it may be the value of one: on one line (RFC 9110, section 5.5).
  package var isFieldValue: Bool {
    !utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
  }
}

/// Whether an answer with this status to a request with this method has a body (RFC 9110, section 6.4.1).
package func hasBody(_ status: Int, method: String = "GET") -> Bool {
  method != "HEAD" && status >= 200 && ![204, 205, 304].contains(status)
}
