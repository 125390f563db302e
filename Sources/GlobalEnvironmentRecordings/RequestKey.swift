import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// What makes two requests the same for a recording: method, URL and body, however spelled and but for their secrets.
struct RequestKey: Hashable, Comparable, Sendable {
  var url: String
  var method: String
  var body: String

  /// Makes the key of a request whose secrets are hidden.
  init(_ request: Exchange.Request, _ names: SecretNames) {
    let url = RecordedURL(request.url)
    let query = url.query.filter { names.query($0.name) == nil }
    self.url = Placeholder.anonymized(query.isEmpty ? url.place : "\(url.place)?\(Self.text(of: query))")
    method = request.method.uppercased()
    body = Placeholder.anonymized(Self.body(of: request, names))
  }

  static func < (left: RequestKey, right: RequestKey) -> Bool {
    (left.url, left.method, left.body) < (right.url, right.method, right.body)
  }

  private static func text(of items: [RecordedURL.Item]) -> String {
    items.map { "\($0.name.formEncoded)=\($0.value.formEncoded)" }.joined(separator: "&")
  }

  private static func body(of request: Exchange.Request, _ names: SecretNames) -> String {
    if request.body.isEmpty { return "" }
    let type = (request.headers.value(of: "Content-Type") ?? "").lowercased()
    if type.hasPrefix("application/x-www-form-urlencoded") {
      let items = RecordedURL.items(of: String(decoding: request.body, as: UTF8.self))
      return text(of: items.filter { names.field($0.name) == nil })
    }
    if type.hasPrefix("multipart/") { return withoutBoundary(request.body) }
    if let json = CanonicalJSON(request.body) { return json.text { names.field($0) == nil } }
    return String(validUTF8: request.body) ?? request.body.base64EncodedString()
  }

  /// A boundary is another one each time.
  private static func withoutBoundary(_ body: Data) -> String {
    let boundary = body.prefix { $0 != 0x0D && $0 != 0x0A }
    let text = String(decoding: body, as: UTF8.self)
    return boundary.count > 2 ? text.replacing(String(decoding: boundary, as: UTF8.self), with: "--") : text
  }
}

extension Placeholder {
  /// Makes all placeholders alike: what they stood for may have been found in another order.
  static func anonymized(_ text: String) -> String {
    let isEncoded = text.contains("%3Csecret")
    if !isEncoded, !text.contains("<secret:") { return text }
    return text.replacing(#/(<|%3C)secret(:|%3A)[A-Za-z0-9._:%-]{0,200}?(>|%3E)/#, with: "<secret>")
  }
}
