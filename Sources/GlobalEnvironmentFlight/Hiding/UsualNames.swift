/// Names that usually mean a secret, whatever stands before it: `password`, `newPassword`, `X-Auth-Token`, `user[password]`.
enum UsualNames {
  /// In lowercase, without separators, four letters at least.
  static let endings = [
    "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "privatekey", "secretkey", "accesskey",
    "signature", "credential", "authorization",
  ]
  /// What may follow: `passwords`, `passwordHash`, `token2`.
  private static let suffixes = ["s", "value", "hash", "confirmation"]

  /// A name in lowercase, without the separators of its words.
  static func key(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

  /// Whether a name ends so. Others, such as `tokenType` and `passwordPolicy`, only speak of a secret.
  static func isSecret(key: String) -> Bool {
    var key = key[...]
    // `user[password]`, `passwords[0]` and `token2` end so.
    while let last = key.last, last.isNumber || last == "[" || last == "]" { key.removeLast() }
    if endings.contains(where: key.hasSuffix) { return true }
    return suffixes.contains { suffix in
      key.hasSuffix(suffix) && endings.contains(where: key.dropLast(suffix.count).hasSuffix)
    }
  }
}
