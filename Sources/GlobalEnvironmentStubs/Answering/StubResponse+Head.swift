import Foundation
import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension StubResponse {

  /// Returns status and header fields as they come from `url`; nil for a URL that has none.
  ///
  /// Values have no spaces around them, which are not sent (RFC 9110, section 5.5).
  func head(from url: URL, body: Data) -> HTTPURLResponse? {
    let status = status ?? 200
    let headers = headers.map { (name: $0.name, value: $0.value.trimmingCharacters(in: .fieldSpaces)) }
    var fields: [String: String] = [:]
    for (name, value) in headers { fields[name] = value }
    func setUnlessSaid(_ name: String, _ value: String?) {
      let value = value?.trimmingCharacters(in: .fieldSpaces)
      if let value, !headers.contains(where: { $0.name.isEqualIgnoringCase(name) }) { fields[name] = value }
    }
    setUnlessSaid("Content-Type", contentType)
    if hasBody(status), !headers.contains(where: { $0.name.isEqualIgnoringCase("Transfer-Encoding") }) {
      setUnlessSaid("Content-Length", "\(body.count)")
    }
    if !cookies.isEmpty {
      let said = headers.filter { $0.name.isEqualIgnoringCase("Set-Cookie") }
      for (name, _) in said { fields[name] = nil }
      fields["Set-Cookie"] = (said.map(\.value) + cookies).joined(separator: ", ")
    }
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
  }

  /// Whether it is the whole answer as it stands: nothing delays it, follows from it, or makes it for each request.
  var comesAtOnce: Bool {
    guard case .body = content, delay == .zero, pace == nil, failure == nil, cookies.isEmpty else { return false }
    let status = status ?? 200
    let mayBeFollowed = 300..<400 ~= status || status == 401
    return !mayBeFollowed && !headers.contains { $0.name.isEqualIgnoringCase("Set-Cookie") }
  }

  /// Returns the plain response, no closure or sequence, for the `call`th request of its stub, from 0.
  ///
  /// - Parameter run: Runs an asynchronous closure.
  /// - Throws: What a closure throws.
  func resolved(
    for request: SentRequest, call: Int,
    _ run: (@escaping @Sendable () async throws -> StubResponse) async throws -> StubResponse
  ) async throws -> StubResponse {
    var (response, call) = (self, call)
    // Closures may return closures, but not forever.
    for _ in 0..<100 {
      switch response.content {
      case .body, .error, .misuse:
        return response
      case .sequence(let responses):
        let index = min(call, responses.count - 1)
        response = responses[index].changed(by: response)
        // A sequence in the last place begins there.
        call -= index
      case .closure(let closure):
        response = try closure(request).changed(by: response)
      case .asyncClosure(let closure):
        response = try await run { try await closure(request) }.changed(by: response)
      }
    }
    return StubResponse(
      .misuse(
        """
        A response closure returns response closures without end. Let it return a response with a body or an error.
        """))
  }
}

extension CharacterSet {
  fileprivate static let fieldSpaces = CharacterSet(charactersIn: " \t")
}
