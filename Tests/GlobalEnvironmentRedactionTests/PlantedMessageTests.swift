import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same secrets in messages.
@Suite(.environment(.mock)) struct PlantedMessageTests {
  private static let bodies = Planted.json + Planted.forms + Planted.markup + Planted.lines + Planted.shapes

  private func request(_ url: String, _ headers: [String: String] = [:], body: String? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = body == nil ? "GET" : "POST"
    request.allHTTPHeaderFields = headers
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }

  private static func requests(_ make: (String, [String: String], String?) throws -> URLRequest) rethrows -> [(
    request: URLRequest, planted: Planted
  )] {
    try bodies.map { (try make("https://example.com/", ["Content-Type": $0.type], $0.text), $0) }
      + Planted.queries.map { (try make("https://example.com/a?\($0.text)", [:], nil), $0) }
      + Planted.paths.map { (try make("https://example.com/\($0.text)", [:], nil), $0) }
      + Planted.headers.map { planted in
        let field = planted.text.split(separator: ": ").map(String.init)
        return (try make("https://example.com/", [field[0]: field[1]], nil), planted)
      }
  }

  @Test func `no message shows one`() throws {
    let told = try Self.requests(request(_:_:body:)).filter { request, planted in
      let body = request.httpBody ?? Data()
      let sent = SentRequest(request, body: body, date: Date(timeIntervalSinceReferenceDate: 0))
      return sent.withoutSecrets("\(sent): body is \(String(decoding: body, as: UTF8.self)).").contains(planted.secret)
    }
    #expect(told.map(\.planted.text) == [])
  }
}
