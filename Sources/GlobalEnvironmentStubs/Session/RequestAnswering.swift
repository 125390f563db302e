#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// What answers the requests of a URL session.
package protocol RequestAnswering: AnyObject, Sendable {

  /// Answers `request`, part by part.
  ///
  /// - Throws: `URLError` when no answer arrives, or when it breaks off.
  func answer(_ request: URLRequest, _ receive: (HTTPStubs.Part) -> Void) async throws
}

extension HTTPStubs: RequestAnswering {}
