import Foundation
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Exchange.Request {
  /// Reads a request whose body, if any, is its `httpBody`.
  init(_ request: URLRequest) {
    method = request.httpMethod ?? "GET"
    url = request.url?.absoluteString ?? ""
    headers = [HAR.Field](headers: request.allHTTPHeaderFields ?? [:])
    body = request.httpBody ?? Data()
  }
}

extension Exchange.Redirect {
  init(_ response: HTTPURLResponse) {
    url = response.url?.absoluteString ?? ""
    headers = response.fields
  }
}

extension HTTPURLResponse {
  fileprivate var fields: [HAR.Field] {
    var fields: [String: String] = [:]
    for (name, value) in allHeaderFields {
      if let name = name as? String, let value = value as? String { fields[name] = value }
    }
    return [HAR.Field](headers: fields)
  }
}

extension Exchange.Response {
  /// Reads an answer to a request for `url`, which came after `redirects`. Its body has been decoded, so the fields that named
  /// its encoding are left out.
  init(_ data: Data, _ response: HTTPURLResponse, requested url: URL, after redirects: [Exchange.Redirect] = []) {
    status = response.statusCode
    headers = response.fields.filter { !$0.tellsEncoding }
    body = data
    self.url = response.url == url ? nil : response.url?.absoluteString
    self.redirects = redirects
    // The answer to HEAD has the length that the body would have.
    if !data.isEmpty { correctLength() }
  }

  /// Returns the answer to a request for `url`; nil where the system refuses it.
  func httpAnswer(to request: URLRequest, _ url: URL) -> (Data, HTTPURLResponse)? {
    var answer = self
    // A browser exports a 304 with the body from its cache. A client that has nothing in a cache would get a 200.
    if status == 304, !body.isEmpty, !request.isConditional { answer.status = 200 }
    let hasBody = hasBody(answer.status, method: request.httpMethod ?? "GET")
    answer.headers.removeAll { $0.tellsEncoding }
    if hasBody { answer.correctLength() }
    let response = HTTPURLResponse(
      url: self.url.flatMap { Placeholder.url($0) } ?? url, statusCode: answer.status, httpVersion: "HTTP/1.1",
      headerFields: answer.headers.dictionary)
    return response.map { (hasBody ? body : Data(), $0) }
  }

  private mutating func correctLength() {
    for index in headers.indices where headers[index].name.lowercased() == "content-length" {
      headers[index].value = String(body.count)
    }
  }
}

extension URLRequest {
  /// Whether it says what its sender has kept (RFC 9110, section 13.1).
  fileprivate var isConditional: Bool {
    ["If-None-Match", "If-Modified-Since"].contains { value(forHTTPHeaderField: $0) != nil }
  }
}

extension HAR.Field {
  fileprivate var tellsEncoding: Bool { ["content-encoding", "transfer-encoding"].contains(name.lowercased()) }
}
