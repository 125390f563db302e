import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire
import GlobalEnvironmentRecordings

extension SentRequest {

  /// Returns a sentence about this request with `…` in place of what must not reach a log: what recordings hide in headers,
  /// and items of the query, of a form and of JSON whose name usually means a secret.
  func withoutSecrets(_ sentence: String) -> String {
    var result = sentence
    for item in query.items + form.items where UsualSecrets.isSecret(item.name) && !item.value.isEmpty {
      for value in [item.value, item.value.shortened] {
        result = result.replacing("\(item.name) is \(value)", with: "\(item.name) is …")
        if value.utf8.count >= 6 { result = result.replacing(value, with: "…") }
      }
    }
    for (name, value) in json?.secretStrings ?? [] {
      result = result.replacing("\(name) is \"\(value)\"", with: "\(name) is …")
      if value.utf8.count >= 6 { result = result.replacing(value, with: "…") }
    }
    for name in ["Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key"] {
      let parts = (header(name) ?? "").split { " ;=".contains($0) }
      for part in parts where part.utf8.count >= 6 { result = result.replacing(part, with: "…") }
    }
    return result
  }
}

extension JSONValue {
  /// The strings of members whose name usually means a secret.
  fileprivate var secretStrings: [(name: String, value: String)] {
    switch self {
    case .array(let elements): elements.flatMap(\.secretStrings)
    case .object(let members):
      members.flatMap { name, value in
        if case .string(let string) = value, UsualSecrets.isSecret(name), !string.isEmpty { return [(name, string)] }
        return value.secretStrings
      }
    default: []
    }
  }
}
