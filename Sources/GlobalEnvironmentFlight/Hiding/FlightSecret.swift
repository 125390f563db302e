/// Something that must not be in a flight.
///
/// ```swift
/// FlightRecorder(at: file, hiding: [.field("pin"), .header("X-Session")], hashing: [.field("email")])
/// ```
///
/// These are hidden without being named: what the secret store holds; the headers `Authorization`, `Proxy-Authorization`,
/// `Cookie`, `Set-Cookie` and `X-Api-Key`; the user and password of a URL; and headers, query items, fields, defaults,
/// options and environment variables whose names end with `password`, `token`, `api_key`, `signature` and the like.
///
/// A value of six or more bytes that was hidden once is hidden wherever it occurs from then on: in addresses, headers,
/// bodies, files, defaults, output and marks; and so is its form in base64 or with escapes. What was written before it was
/// known as a secret stays, and what is compressed or encrypted is not found. Names are looked for in JSON, forms, lines,
/// options and binary property lists, in UTF-8 and UTF-16; not in the elements of XML, in archives of `NSKeyedArchiver` and
/// in other binary forms: what only these tell stays. Where only the name shows that a value is secret, everyday words and
/// sentences, such as `string`, are not looked for elsewhere. Values of more than 8,192 bytes are not looked for, and only
/// the newest 4,096 are, besides 4,096 of the app's own texts and of the secret store.
public struct FlightSecret: Hashable, Sendable {
  enum Place: String, Hashable, Sendable, CaseIterable {
    case header, query, field, setting, variable, file, text
  }

  let place: Place
  let name: String
  var value: String?

  /// A header field of requests and answers, by its name in any case.
  public static func header(_ name: String) -> FlightSecret { FlightSecret(place: .header, name: name) }

  /// A query item of URLs, by its name in any case, with or without `_` and `-`.
  public static func query(_ name: String) -> FlightSecret { FlightSecret(place: .query, name: name) }

  /// A member of JSON objects at any depth, or a form field, by its name in any case, with or without `_` and `-`.
  public static func field(_ name: String) -> FlightSecret { FlightSecret(place: .field, name: name) }

  /// A default, by its name in any case, with or without `_` and `-`.
  public static func setting(_ name: String) -> FlightSecret { FlightSecret(place: .setting, name: name) }

  /// An environment variable, by its name in any case, with or without `_` and `-`.
  public static func variable(_ name: String) -> FlightSecret { FlightSecret(place: .variable, name: name) }

  /// The contents of all files of that name, such as `notes.db`.
  public static func file(_ name: String) -> FlightSecret { FlightSecret(place: .file, name: name) }

  /// A text that is known, however short it is, wherever it occurs but in the names of a locale, a time zone, a calendar and
  /// languages.
  ///
  /// It is in no flight. A test of a program that has the same text names it again: `.flight(_:hiding:)`.
  ///
  /// - Parameters:
  ///   - value: The text.
  ///   - name: The name that its placeholder shows.
  public static func text(_ value: String, named name: String) -> FlightSecret {
    FlightSecret(place: .text, name: name, value: value)
  }

  /// What recordings hide, and the usual names of secrets.
  static let usual: [FlightSecret] = {
    let headers = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key"]
    let names = [
      "password", "passwd", "passphrase", "secret", "token", "api_key", "private_key", "authorization", "credential",
      "credentials", "jwt", "otp",
    ]
    // Not the variable PWD, which is a folder.
    let password: [FlightSecret] = [.query("pwd"), .field("pwd"), .setting("pwd")]
    // By these names, numbers are secret, too.
    return headers.map { .header($0) } + password
      + names.flatMap { [.query($0), .field($0), .setting($0), .variable($0)] }
  }()
}
