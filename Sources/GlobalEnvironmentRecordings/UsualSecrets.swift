import GlobalEnvironmentWire

/// Names that usually mean a secret. Messages show `…` for their values; recordings hide what a test names.
package enum UsualSecrets {
  private static let parts = [
    "password", "passwd", "pwd", "passphrase", "secret", "token", "jwt", "sessionid", "apikey", "accesskey",
    "privatekey", "signature", "credential", "authorization",
  ]

  private static let words: Set = ["auth", "otp", "sig"]

  /// Whether the name of a query item or of a field contains one of these parts, in any case, with or without `_` and `-`, or
  /// has one of these words between others.
  package static func isSecret(_ name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    let letters = name.filter { $0 != "_" && $0 != "-" }
    return parts.contains { letters.contains($0) }
      || name.split { !$0.isLetter }.contains { words.contains(String($0)) }
  }

  /// Returns a query, or a URL with one, with `…` for the values of secret items.
  package static func hidden(in query: some StringProtocol) -> String {
    var result = ""
    var rest = query[...]
    while !rest.isEmpty {
      let item = rest.prefix { !"?&#".contains($0) }
      let name = item.prefix { $0 != "=" }
      let isSecret = name.count + 1 < item.count && isSecret(name.formDecoded)
      result += isSecret ? "\(name)=…" : item
      rest = rest[item.endIndex...]
      if let separator = rest.popFirst() { result.append(separator) }
    }
    return result
  }
}
