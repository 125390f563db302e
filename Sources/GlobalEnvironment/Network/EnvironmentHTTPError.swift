public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An HTTP answer with an error status, or with a body that cannot be decoded.
///
/// Its description has the method, the address, the status and the beginning of the body, but neither a password nor a
/// value of the address's query, which may be secret:
///
/// ```
/// GET https://api.example.com/posts?page=… answered with status 503: {"error": "busy"}
/// GET https://api.example.com/posts?page=… answered with a body that does not decode at [3].title: Expected String …
/// ```
public struct EnvironmentHTTPError: Error, Sendable {
  /// The request, which holds all that was sent, secrets included.
  public let request: URLRequest
  /// The response's head, with its status.
  public let response: HTTPURLResponse
  /// The whole body, for instance to decode the reason that a server gives in it.
  public let body: Data
  /// Why the body could not be decoded; nil where the status is the error.
  public let decodingError: (any Error)?

  /// Creates an error, for code that checks answers itself and for tests.
  public init(request: URLRequest, response: HTTPURLResponse, body: Data, decodingError: (any Error)? = nil) {
    self.request = request
    self.response = response
    self.body = body
    self.decodingError = decodingError
  }

  /// The status of the answer: 404, for instance.
  public var status: Int { response.statusCode }
}

extension EnvironmentHTTPError: DescribedError {

  /// What was asked and what came, on one line without secrets of the address.
  public var description: String {
    let asked = "\(request.httpMethod ?? "GET") \(request.url?.withoutSecrets ?? "without an address")"
    guard let decodingError else {
      return "\(asked) answered with status \(status)\(body.isEmpty ? "" : ": \(body.beginning)")"
    }
    let found = body.isEmpty ? "It is empty" : "It begins with: \(body.beginning)"
    return "\(asked) answered with a body that does not decode\(decodingError.placeInJSON). \(found)"
  }
}

extension Data {
  /// The first 200 bytes as text, where they are text.
  fileprivate var beginning: String {
    guard let text = String(beginningOf: self, count: 200) else { return "\(count) bytes that are not text" }
    return text.printable(200) + (count > 200 ? "…" : "")
  }
}

extension Error {
  /// Where in the JSON a decoder gave up, and why: ` at [3].title: Expected to decode String …`.
  fileprivate var placeInJSON: String {
    let context: DecodingError.Context
    var missing: (any CodingKey)?
    switch self as? DecodingError {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
    case .keyNotFound(let key, let found): (missing, context) = (key, found)
    default: return ": \(String(describing: self).printable(200).withoutFullStop)"
    }
    let path = (context.codingPath + (missing.map { [$0] } ?? [])).reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    let detail = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
    let reason = [context.debugDescription, detail].compactMap { $0 }.joined(separator: " ")
    return "\(path.isEmpty ? "" : " at \(path.printable(200))"): \(reason.printable(200).withoutFullStop)"
  }
}
