#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension URLProtocol {
  /// Reports to the session that the request has failed, and nothing more from then on.
  ///
  /// On Linux, a session that is asked to cancel the task at that moment calls the client once more, which ends the process.
  package func fail(_ error: any Error) {
    let client = client
    #if canImport(FoundationNetworking)
      self.client = nil
    #endif
    client?.urlProtocol(self, didFailWithError: error)
  }
}
