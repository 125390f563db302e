import Foundation
import GlobalEnvironmentRedaction
package import GlobalEnvironmentWire

/// Names that usually mean a secret. Messages show `…` for their values; see ``usualSecrets(in:_:_:_:)`` for recordings.
package enum UsualSecrets {
  /// Whether the name of a query item or of a field usually means a secret.
  package static func isSecret(_ name: some StringProtocol) -> Bool {
    SecretName.level(of: String(name)) ?? .possible > .possible || name.lowercased().hasSuffix("auth")
  }

  /// Whether the value of a header field is secret.
  package static func isSecretHeader(_ name: String) -> Bool {
    Secret.headers.contains { $0.isEqualIgnoringCase(name) } || isSecret(name)
  }

  /// Returns a query, or a URL with one, with `…` for the values of items that are secret, or hold a secret.
  package static func hidden(in query: some StringProtocol) -> String {
    var result = ""
    var rest = query[...]
    while !rest.isEmpty {
      let item = rest.prefix { !"?&#".contains($0) }
      let name = item.prefix { $0 != "=" }
      let value = item.dropFirst(name.count + 1)
      let isSecret = isSecret(name.formDecoded) || !nested(in: value.formDecoded).isEmpty
      result += isSecret && !value.isEmpty ? "\(name)=…" : item
      rest = rest[item.endIndex...]
      if let separator = rest.popFirst() { result.append(separator) }
    }
    return result
  }

  /// Returns a message with `…` for these secrets, also with escapes and in Base64.
  package static func hide(_ secrets: [String], in message: String) -> String {
    var index = SecretIndex()
    for secret in secrets where secret.utf8.count >= SecretIndex.shortest {
      index.add(secret, Placeholder(name: "_", number: 1), mayBeEncoded: true)
    }
    let text = Array(message.utf8)
    var (hidden, end): ([UInt8], Int) = ([], 0)
    for match in index.matches(in: text) {
      hidden += text[end..<match.range.lowerBound] + Array("…".utf8)
      end = match.range.upperBound
    }
    return String(decoding: hidden + text[end...], as: UTF8.self)
  }

  /// Returns the secrets in a value that is a URL, or JSON; `depth` other values hold it.
  package static func nested(in value: String, depth: Int = 0) -> [String] {
    if depth > 8 { return [] }
    if let json = value.json { return json.secrets.map { $0.value.string ?? $0.value.description } }
    guard let start = value.firstIndex(where: { "?#".contains($0) }) else {
      let decoded = value.formDecoded
      return decoded == value ? [] : nested(in: decoded, depth: depth + 1)
    }
    let items = value[start...].split { "?&#".contains($0) }.flatMap { FormItems(parsing: $0).items }
    return items.flatMap { item in
      isSecret(item.name) ? [item.value] : nested(in: item.value.formDecoded, depth: depth + 1)
    }
  }
}

extension String {
  fileprivate var json: JSONValue? {
    let data = Data(utf8)
    return data.looksLikeJSON ? JSONValue(parsing: data) : nil
  }
}

extension JSONValue {
  /// The texts and numbers of members whose name usually means a secret, also those inside of such members.
  package var secrets: [(name: String, value: JSONValue)] {
    switch self {
    case .array(let elements): elements.flatMap(\.secrets)
    case .object(let members):
      members.flatMap { name, value in
        UsualSecrets.isSecret(name) ? value.leaves(named: name) : value.secrets
      }
    case .string(let text): text.json?.secrets ?? []
    default: []
    }
  }

  private func leaves(named name: String) -> [(name: String, value: JSONValue)] {
    switch self {
    case .array(let elements): elements.enumerated().flatMap { $1.leaves(named: "\(name)[\($0)]") }
    case .object(let members): members.flatMap { $1.leaves(named: $0) }
    case .string(""), .null, .bool: []
    case .string, .number: [(name, self)]
    }
  }
}
