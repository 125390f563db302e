import Foundation
import GlobalEnvironment
import GlobalEnvironmentRecordings
import GlobalEnvironmentRedaction
import GlobalEnvironmentWire

extension SentRequest {

  /// Returns sentences about this request with `…` for what must not reach a log: what recordings hide in headers, and
  /// headers and items of the query, of a form and of JSON whose name usually means a secret, also in URLs and JSON that
  /// are values of others.
  func withoutSecrets(_ sentence: String) -> String {
    var result = sentence
    let secrets = json?.secrets ?? []
    let fields = fields.items
    // The whole may be escaped otherwise than its parts below.
    if body.count <= 400, let text = String(validUTF8: body), !text.isEmpty {
      let hidden = secrets.isEmpty ? UsualSecrets.hidden(in: text) : "\(json ?? .null)"
      let hasSecretPart = fields.contains { UsualSecrets.isSecret($0.name) }
      result = result.replacing(text, with: hasSecretPart ? "…" : hidden)
    }
    // A body that is not text is not a form. To read a photo as one would take seconds.
    let form = String(validUTF8: body) == nil ? [] : form.items
    let items = query.items + form + fields
    for item in items where UsualSecrets.isSecret(item.name) && !item.value.isEmpty {
      result = result.replacing("\(item.name) is \(item.value.shortened)", with: "\(item.name) is …")
      result.hide(item.value)
    }
    result = result.hiding((items.map(\.value) + headers.values).flatMap { UsualSecrets.nested(in: $0) })
    for (name, value) in secrets {
      result = result.replacing("\(name) is \(value.description.shortened)", with: "\(name) is …")
      result.hide(value.string ?? value.description)
      if value.string != nil { result.hide(String(value.description.dropFirst().dropLast())) }
    }
    // No message shows more of a body. The form of a path with parameters is `/a;name=value/b`.
    let shown = String(validUTF8: body).map { UsualSecrets.all(in: String($0.prefix(1_000))) } ?? []
    let parameters = path.split { ";/".contains($0) }.filter { UsualSecrets.isSecret($0.prefix { $0 != "=" }) }
    result = result.hiding(shown + parameters.map { String($0.drop { $0 != "=" }.dropFirst()) })
    for (name, value) in headers where UsualSecrets.isSecretHeader(name) {
      for part in Self.secretParts(of: value, in: name.lowercased()) { result.hide(String(part)) }
    }
    let hider = Hider(HiddenNames(hiding: []), as: "…")
    _ = url.map { hider.url($0.absoluteString) }
    for (name, value) in headers { _ = hider.header(name, value) }
    _ = hider.body(body, type: header("Content-Type") ?? "")
    return hider.hidden(result)
  }

  /// The parts of a header field's value that are secret: not the names of cookies, nor the word in front of credentials.
  private static func secretParts(of value: String, in name: String) -> [Substring] {
    let parts = value.split(whereSeparator: { " ;".contains($0) })
    switch name {
    case "cookie": return parts.map { $0.drop { $0 != "=" }.dropFirst() }
    case "authorization", "proxy-authorization": return Array(parts.count > 1 ? parts.dropFirst() : parts[...])
    default: return parts
    }
  }
}

extension String {
  /// Returns this message with `…` for secrets, also with escapes and in Base64.
  func hiding(_ secrets: [String]) -> String {
    var result = UsualSecrets.hide(secrets, in: self)
    for secret in secrets.sorted(by: { $1.count < $0.count }) {
      for form in [secret, secret.formEncoded, secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)] {
        if let form { result.hide(form) }
      }
    }
    return result
  }

  /// Puts `…` in place of a secret, and of as much of it as a shortened text shows.
  fileprivate mutating func hide(_ secret: String) {
    if secret.utf8.count < 6 { return }
    let whole = replacing(secret, with: "…")
    // No message shows more of one text.
    let start = Array(secret.prefix(500))
    var parts = whole.components(separatedBy: "…")
    for index in parts.indices.dropLast() {
      let end = Array(parts[index].suffix(start.count))
      // Two characters may be there by chance.
      let shown = (3...max(3, end.count)).last { $0 <= end.count && end.suffix($0).elementsEqual(start.prefix($0)) }
      parts[index].removeLast(shown ?? 0)
    }
    self = parts.joined(separator: "…")
  }
}
