import Foundation
import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPURLResponse {
  /// The same response, delivered as it is even if it asks for credentials.
  ///
  /// On Linux, a 401 that names a scheme is never delivered without credentials, and with them the request is sent again: to
  /// the real network.
  var withoutChallenge: HTTPURLResponse {
    #if canImport(FoundationNetworking)
      guard statusCode == 401, let url else { return self }
      let fields = allHeaderFields.reduce(into: [String: String]()) { $0["\($1.key)"] = "\($1.value)" }
      return UnchallengedResponse(url: url, statusCode: 401, httpVersion: "HTTP/1.1", headerFields: fields) ?? self
    #else
      return self
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// A response that has no URL while the session looks where to send credentials.
  ///
  /// `@unchecked` holds because nothing is set after the initialiser.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    /// Set on the thread, and during the time, of that look.
    override var url: URL? { ThreadLocalSlot.hiddenChallenge.isSet ? nil : super.url }
  }
#endif
