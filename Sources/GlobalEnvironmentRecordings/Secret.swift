/// Something that must not be in a recording's file.
///
/// ```swift
/// Env = .mock.recording(to: "posts.har", hiding: [.query("api_key"), .field("password")])
/// ```
///
/// In the file a placeholder replaces each value: `<secret:api_key:1>`, in URLs with `%3C` and `%3E`. On replay, the
/// placeholders in an answer are replaced by what the replaying request carries in the same place, or else by `replayedAs`;
/// and a request matches with any secrets. The values of `Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie` and
/// `X-Api-Key`, and the user and password of a URL, are secret without being named.
///
/// Query items and fields are found by their names inside other values, too, with any escapes: in a URL in JSON, in JSON in
/// a form, in the arguments of a query of GraphQL, behind the `#` of a URL. So are a user and a password together.
///
/// A secret of six or more bytes is hidden wherever else it occurs in the same request and answer, too: in the URL, in other
/// headers, in bodies, also with escapes. From then on it is hidden in all other exchanges of the recording, also in Base64,
/// alone or inside a longer text; as the process ends, it is removed from what was written earlier. A replayed answer shows
/// secrets, too. Values that occur by chance are not looked for in other exchanges: one of fewer than six bytes or of more
/// than 65,536, one of fewer than three different bytes among its first 64, and two dozen words such as `session` and
/// `password`. Another word, of fewer than 24 letters in one case, is hidden in other exchanges only where it stands alone:
/// with no ASCII letter or digit, and no `_`, beside it. Where a body has control characters or is not UTF-8, as CBOR, it is
/// hidden inside of other words, too. In JSON, a word is hidden in no name of a member, unless it is a ``text(_:named:)``. A
/// value that only cookies have must also look like a secret to be looked for in others: it has 16 bytes, or 8 with letters
/// and digits, and is neither a number nor a word. It is looked for without the escapes of URLs, too, and so are the token,
/// the signature and other secret parameters of `Authorization`. A URL keeps its scheme, host and port as they are, except
/// for a ``text(_:named:)`` in them. The newest 10,000 are kept, in memory only. A value that is compressed, encrypted or
/// otherwise transformed inside a body is not found. In a body with a zero byte, names and escapes are found in what is text
/// in UTF-8; a value behind a name is hidden to its end in any charset.
public struct Secret: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case header, query, field, anywhere(String)
  }

  let place: Place
  let name: String
  let replayedAs: String?

  /// A header field, of a request or of an answer.
  ///
  /// - Parameters:
  ///   - name: Its name, in any case.
  ///   - replayedAs: What replaces it in answers where the replaying request does not carry it.
  public static func header(_ name: String, replayedAs: String? = nil) -> Secret {
    Secret(place: .header, name: name, replayedAs: replayedAs)
  }

  /// A query item of a URL.
  ///
  /// - Parameters:
  ///   - name: Its name, in any case.
  ///   - replayedAs: What replaces it in answers where the replaying request does not carry it.
  public static func query(_ name: String, replayedAs: String? = nil) -> Secret {
    Secret(place: .query, name: name, replayedAs: replayedAs)
  }

  /// A member of a JSON object at any depth, or a form field, in the body of a request or of an answer.
  ///
  /// All strings and numbers of a member that holds an object or an array are secret. In a form, `user[password]` is a member,
  /// too, named `password`, and `password[0]` is an element of one.
  ///
  /// - Parameters:
  ///   - name: Its name, in any case.
  ///   - replayedAs: What replaces it in answers where the replaying request does not carry it.
  public static func field(_ name: String, replayedAs: String? = nil) -> Secret {
    Secret(place: .field, name: name, replayedAs: replayedAs)
  }

  /// A known text, at any place and of any length.
  ///
  /// - Parameters:
  ///   - value: The text; on replay it may be another one, such as a key for tests.
  ///   - name: The name in the placeholder.
  public static func text(_ value: String, named name: String) -> Secret {
    Secret(place: .anywhere(value), name: name, replayedAs: value)
  }
}
