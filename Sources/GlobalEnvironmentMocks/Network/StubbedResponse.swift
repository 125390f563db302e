import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers `request` without a network: status 500 and a body that says so.
///
/// - Throws: `URLError(.badURL)` for a request that has no URL.
func stubbedResponse(to request: URLRequest) throws -> (Data, HTTPURLResponse) {
  guard
    let url = request.url,
    let response = HTTPURLResponse(
      url: url,
      statusCode: 500,
      httpVersion: "HTTP/1.1",
      headerFields: ["Content-Type": "application/json"]
    )
  else { throw URLError(.badURL) }
  return (Data(#"{"stub":"This request has been stubbed"}"#.utf8), response)
}
