package import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// An answer, as the tests look at it.
package struct Received: Equatable {
  package var status: Int
  package var text: String

  package init(status: Int, text: String) {
    (self.status, self.text) = (status, text)
  }
}

/// Makes a request: `/posts`, which is one to `https://api.example.com`, `POST /posts`, or a URL.
package func request(_ text: String, body: String? = nil, headers: [String: String] = [:]) throws -> URLRequest {
  let parts = text.split(separator: " ")
  let target = parts.last.map { $0.hasPrefix("/") ? "https://api.example.com\($0)" : "\($0)" }
  var request = URLRequest(url: try #require(URL(string: target ?? "")))
  if parts.count > 1 { request.httpMethod = "\(parts[0])" }
  request.httpBody = body.map { Data($0.utf8) }
  for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
  return request
}

/// Makes a request that waits for an hour, as the tests of a busy machine wait for each other.
package func patientRequest(_ url: URL) -> URLRequest { URLRequest(url: url, timeoutInterval: 3_600) }

/// Sends a request through `Env.http`, and returns what came.
@discardableResult
package func send(_ text: String, body: String? = nil, headers: [String: String] = [:]) async throws -> Received {
  try await receive(request(text, body: body, headers: headers)).0
}

/// Sends `request` through `Env.http`, and returns what came, with its head.
package func receive(_ request: URLRequest) async throws -> (Received, HTTPURLResponse) {
  let (data, response) = try await Env.http(request)
  return (Received(status: response.statusCode, text: String(decoding: data, as: UTF8.self)), response)
}

/// Returns the code of the error that `body` throws; nil when that is none of `URLError`, or there is none.
package func failure<Result>(_ body: () async throws -> Result) async -> URLError.Code? {
  do {
    _ = try await body()
    return nil
  } catch {
    return (error as? URLError)?.code
  }
}

/// Returns the issues and the warnings that `body` records, each after its file and line.
package func issues(of body: () async throws -> Void) async rethrows -> [String] {
  let messages = Locked<[String]>([])
  let note = { @Sendable (message: String, location: SourceLocation?) in
    let place = location.map { "\($0.fileName):\($0.line): " } ?? ""
    messages.withLock { $0.append("\(place)\(message)") }
  }
  try await withKnownIssue(isIntermittent: true) {
    try await WarningOutput.$current.withValue(WarningOutput(note)) { try await body() }
  } matching: { issue in
    note("\(issue)", issue.sourceLocation)
    return true
  }
  return messages.withLock { $0 }
}
