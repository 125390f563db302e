import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Whether a kept answer may be one to this request.
  var asksCache: Bool { [.returnCacheDataElseLoad, .returnCacheDataDontLoad].contains(cachePolicy) }

  /// The answer that `client` has kept of an earlier request, where the cache policy asks for it; nil where the stubs answer.
  ///
  /// A mock itself keeps no answers.
  ///
  /// - Throws: `URLError.resourceUnavailable` where only a kept answer will do, and there is none.
  func cached(for client: (any RequestClient)?) throws -> CachedURLResponse? {
    switch cachePolicy {
    case .returnCacheDataElseLoad: return client?.cached(for: self)
    case .returnCacheDataDontLoad:
      if let cached = client?.cached(for: self) { return cached }
      throw URLError(
        .resourceUnavailable,
        saying: """
          The request accepts only a cached answer (returnCacheDataDontLoad), and its session has none. Put one into its \
          URLCache, or choose another cache policy.
          """)
    default: return nil
    }
  }
}
