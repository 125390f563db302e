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

  /// Returns the whole answer where it is known at once, and no code of the test is needed for it; nil otherwise.
  func answerAtOnce(to request: URLRequest) -> [HTTPStubs.Part]?
}

extension RequestAnswering {
  package func answerAtOnce(to request: URLRequest) -> [HTTPStubs.Part]? { nil }
}

extension HTTPStubs: RequestAnswering {}
