/// By whose rules a mock keeps cookies; see ``GlobalEnvironment/Environment/cookies(_:fileID:filePath:line:column:)``.
public enum MockCookieRules: Sendable {
  /// Those of RFC 6265, as browsers and Apple's systems have them.
  case rfc6265
  /// Those of Foundation on Linux, which reads `Max-Age` as no end, and sends each cookie of a host to all of its paths, over
  /// `http` as well. On Apple's systems, cookies are read as Foundation reads them there.
  case linuxFoundation
}
