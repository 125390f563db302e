import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What answers the requests of a mock, instead of the network.
final class HTTPStubs: Sendable {

  /// A part of an answer, as it arrives: the response first, then its body in chunks.
  enum Part: Sendable {
    case response(HTTPURLResponse)
    case body(Data)
  }

  /// Returns the whole answer to `request`.
  ///
  /// - Throws: `URLError` when none arrives.
  func respond(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    var (body, response): (Data, HTTPURLResponse?) = (Data(), nil)
    try await answer(request) { part in
      switch part {
      case .response(let head): response = head
      case .body(let chunk): body.append(chunk)
      }
    }
    guard let response else { throw URLError(.badServerResponse) }
    return (body, response)
  }

  /// Answers `request`, part by part.
  ///
  /// - Throws: `URLError` when no answer arrives, or when it breaks off.
  func answer(_ request: URLRequest, _ receive: (Part) -> Void) async throws {
    let (body, response) = try stubbedResponse(to: request)
    receive(.response(response))
    receive(.body(body))
  }
}
