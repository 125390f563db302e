import Foundation
import GlobalEnvironment
import Testing

@testable import GlobalEnvironmentRecordings

/// The same secrets in recordings.
@Suite struct PlantedRecordingTests {
  private static let bodies = Planted.json + Planted.forms + Planted.markup + Planted.lines + Planted.shapes

  private func request(_ url: String, _ headers: [HAR.Field] = [], body: String = "") -> Exchange.Request {
    Exchange.Request(method: "POST", url: url, headers: headers, body: Data(body.utf8))
  }

  private func response(_ body: String, _ headers: [HAR.Field]) -> Exchange.Response {
    Exchange.Response(status: 200, headers: headers, body: Data(body.utf8))
  }

  private func text(_ request: Exchange.Request, _ response: Exchange.Response) throws -> String {
    var exchange = Exchange(request: request, outcome: .response(response))
    exchange.hide(SecretNames([]))
    return String(decoding: try RecordingText.text(of: exchange.entry(startedAt: ""), for: ""), as: UTF8.self)
  }

  private func type(_ planted: Planted) -> [HAR.Field] { [HAR.Field(name: "Content-Type", value: planted.type)] }

  /// Those whose name may mean something else, by which requests are told apart.
  private static let open = [
    #"[{"key":"apiKey","value":"§"}]"#, #"{"session":"§"}"#, #"{"auths":{"registry":{"auth":"§"}}}"#,
    #"{"headers":{"x-session":"§"}}"#, "<session><token><value>§</value></token></session>",
    "<dict><key>keys</key><dict><key>apiKey</key><string>§</string></dict></dict>", "got session id=§", "STRIPE_KEY=§",
    "_auth=§", "X-Session: §", "X-Auth: §", "code=§&state=1", "key=§", "auth=§", "session=§", "code=§", "ticket=§",
  ]

  private func isOpen(_ planted: Planted) -> Bool {
    Self.open.contains(planted.text.replacing(planted.secret, with: "§"))
  }

  @Test func `no answer shows one`() throws {
    let shown = try Self.bodies.filter { planted in
      try text(request("https://example.com/"), response(planted.text, type(planted))).contains(planted.secret)
    }
    #expect(shown.filter { !isOpen($0) }.map(\.text) == [])
  }

  @Test func `no request shows one`() throws {
    let answer = response("ok", [])
    let shown =
      try Self.bodies.filter {
        try text(request("https://example.com/", type($0), body: $0.text), answer).contains($0.secret)
      } + Planted.queries.filter { try text(request("https://example.com/a?\($0.text)"), answer).contains($0.secret) }
      + Planted.headers.filter { planted in
        let field = planted.text.split(separator: ": ").map(String.init)
        return try text(request("https://example.com/", [HAR.Field(name: field[0], value: field[1])]), answer)
          .contains(planted.secret)
      }
    #expect(shown.filter { !isOpen($0) }.map(\.text) == [])
  }

  @Test func `a request with another value in its place is the same`() {
    for (planted, isQuery) in Planted.queries.map({ ($0, true) }) + (Planted.json + Planted.forms).map({ ($0, false) })
    where !isOpen(planted) {
      let keys = [planted.text, planted.text.replacing(planted.secret, with: "other7Q4x19Zw")].map { text in
        var request =
          isQuery
          ? request("https://example.com/a?\(text)")
          : request("https://example.com/", type(planted), body: text)
        _ = request.hide(SecretNames([]))
        return RequestKey(request, SecretNames([]))
      }
      #expect(keys[0] == keys[1], "\(planted.text)")
    }
  }

  @Test func `text that speaks of secrets and holds none stays as it is`() throws {
    let changed = OrdinaryTextTests.all.filter { line in
      let written = response("\(line)", [])
      var exchange = Exchange(request: request("https://example.com/"), outcome: .response(written))
      exchange.hide(SecretNames([]))
      return exchange.outcome != .response(written)
    }
    #expect(changed == [])
  }
}
