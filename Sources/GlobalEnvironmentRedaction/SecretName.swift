/// What a name says of its value, however it is written: `newPassword`, `DB_PASS`, `X-Auth-Token`, `user[password]`.
///
/// This is the only list of such names.
package enum SecretName {
  /// How much a name says.
  package enum Level: Comparable, Sendable {
    /// The value is secret if it looks made up: that of `key` may be `home`.
    case possible
    /// The value is secret, but for short numbers and booleans: `pass` may be a count of tests.
    case likely
    /// The value is secret.
    case certain
  }

  /// In lowercase without separators. Whatever may stand before it: `newpassword`.
  private static let endings = [
    "password", "passwd", "passphrase", "passcode", "passwort", "secret", "token", "apikey", "appkey", "privatekey",
    "secretkey", "accesskey", "authkey", "masterkey", "encryptionkey", "signingkey", "accountkey", "sharedkey",
    "subscriptionkey", "functionskey", "servicekey", "consumerkey", "clientkey", "clientkeydata", "recoverykey",
    "accesskeyid", "signature", "credential", "authorization", "sessionid", "sessid", "sessionkey", "sessiontoken",
    "pincode", "cardnumber", "creditcard", "securitycode", "verificationcode", "recoverycode", "backupcode",
    "mfacode", "otpcode", "authcode", "authorizationcode", "codeverifier", "socialsecuritynumber", "socialsecurity",
    "ssnumber", "accountnumber", "connectionstring", "mnemonic", "seedphrase", "keybase", "keypassword",
    "dockerauth", "authtoken", "dbpass", "userpass", "rootpass", "adminpass", "smtppass", "mailpass", "ftppass",
    "sshpass", "pgpass", "sqlpass", "loginpass", "csrf", "xsrf", "jwt", "otp", "passkey", "webhookurl", "sentrydsn",
    "encryptedpass", "userpin", "securityanswer", "secretanswer", "samlresponse", "oauthverifier", "ccnumber",
    "contraseña", "contrasena", "motdepasse", "wachtwoord", "пароль", "密码",
  ]
  /// Whole words at the end of a name.
  private static let certain: Set = ["otp", "jwt", "ssn", "cvv", "cvc", "cvn", "psk", "iban", "totp", "senha"]
  private static let likely: Set = [
    "pass", "pwd", "pin", "pw", "pat", "sid", "sig", "creds", "dsn", "puk", "hmac",
  ]
  private static let possible: Set = [
    "key", "session", "auth", "code", "ticket", "bearer", "license", "nonce", "cookie", "assertion",
  ]
  /// What may follow: `passwords`, `passwordHash`, `token2`.
  private static let suffixes = [
    "s", "value", "hash", "confirmation", "confirm", "again", "text", "string", "new", "old", "plain", "raw",
    "content", "data", "base64", "b64",
  ]
  /// The endings, also with what may follow them.
  private static let certainEnds = Set(endings.flatMap { ending in ([""] + suffixes).map { ending + $0 } })
  /// What only sounds like it.
  private static let innocentEnds: Set = [
    "publickey", "primarykey", "foreignkey", "sortkey", "partitionkey", "cachekey", "idempotencykey", "hotkey",
    "statuscode", "errorcode", "zipcode", "countrycode", "languagecode", "currencycode", "qrcode", "barcode",
    "postalcode", "exitcode", "responsecode", "keycode", "sourcecode", "websocketkey", "pagetoken", "nexttoken",
    "continuationtoken",
  ]

  /// A name in lowercase, without the separators of its words.
  package static func key(_ name: some StringProtocol) -> String {
    var key: [UInt8] = []
    key.reserveCapacity(name.utf8.count)
    if name.utf8.contains(where: { $0 >= 0x80 }) { return name.lowercased().filter { !"_-. :".contains($0) } }
    for byte in name.utf8 where !separates(byte) { key.append(lowercased(byte)) }
    return String(decoding: key, as: UTF8.self)
  }

  /// Whether a byte separates the words of a name.
  static func separates(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: ":"): true
    default: false
    }
  }

  /// What a name says of its value; nil for nothing. Others, such as `tokenType` and `passwordPolicy`, only speak of a secret.
  package static func level(of name: String) -> Level? {
    guard mayEndSecretly(name.utf8) else { return nil }
    var key = key(name)[...]
    // `user[password]`, `passwords[0]` and `token2` end so.
    while let last = key.utf8.last, !isLetter(last), last < 0x80 { key.removeLast() }
    if ends(key.utf8, in: innocentEnds) { return nil }
    if ends(key.utf8, in: certainEnds) { return .certain }
    let word = lastWord(name)
    for word in [word, word.hasSuffix("s") ? String(word.dropLast()) : word] {
      if certain.contains(word) { return .certain }
      if likely.contains(word) { return .likely }
      if possible.contains(word) { return .possible }
    }
    return nil
  }

  /// Whether a name ends with one of many words, of three letters or more. It is looked up once for each of its last letters:
  /// to compare it with each word would take a thousand times.
  private static func ends(_ key: Substring.UTF8View, in words: Set<String>) -> Bool {
    let longest = min(key.count, 32)
    return longest > 2 && (3...longest).contains { words.contains(String(Substring(key.suffix($0)))) }
  }

  /// The last word of a name with capitals or separators, in lowercase: `pass` of `DB_PASS`, `dbPass` and `db.pass[0]`.
  private static func lastWord(_ name: String) -> String {
    let bytes = Array(name.utf8)
    guard let last = bytes.lastIndex(where: isLetter) else { return "" }
    var start = last
    while start > 0, isLetter(bytes[start - 1]) {
      // Between `b` and `P`, and before the last capital of `DBPass`.
      if isCapital(bytes[start]), !isCapital(bytes[start - 1]) || start < last && !isCapital(bytes[start + 1]) { break }
      start -= 1
    }
    return String(decoding: bytes[start...last].map(lowercased), as: UTF8.self)
  }

  // MARK: A quick look

  /// A bit for each of 4,096 hashes of the last three letters of a name that says something.
  private static let ends: [UInt64] = {
    var ends = [UInt64](repeating: 0, count: 64)
    func mark(_ word: String) {
      let hash = hash(of: word.utf8.suffix(3).reduce(0) { $0 << 8 | UInt32($1) })
      ends[hash / 64] |= 1 << UInt64(hash % 64)
    }
    for word in endings + certain + likely + possible {
      for suffix in [""] + suffixes { mark(word + suffix) }
    }
    return ends
  }()

  /// Whether a name's last letters leave it possible that it says something.
  package static func mayEndSecretly(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    var (letters, count): (UInt32, Int) = (0, 0)
    for byte in bytes.reversed() {
      // With an escape it may be any name.
      if byte >= 0x80 || byte == UInt8(ascii: "\\") { return true }
      guard isLetter(byte) else { continue }
      letters = letters >> 8 | UInt32(lowercased(byte)) << 16
      count += 1
      if count == 3 { break }
    }
    return mayEnd(count < 3 ? letters >> 8 : letters)
  }

  /// Whether a name may say something that ends with these letters, three in lowercase, the last one in the lowest byte.
  static func mayEnd(_ letters: UInt32) -> Bool {
    let hash = hash(of: letters)
    return ends.withUnsafeBufferPointer { $0[hash / 64] & 1 << UInt64(hash % 64) != 0 }
  }

  private static func hash(of letters: UInt32) -> Int { Int((letters &* 0x9E37_79B1) >> 20) }

  private static func isCapital(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
  private static func lowercased(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }
}
