/// Something that must not be in a recording or in a flight.
///
/// ```swift
/// Env = .mock.recording(to: "posts.har", hiding: [.query("ref"), .field("pin")])
/// FlightRecorder(at: file, hiding: [.field("pin"), .header("X-Shop")], hashing: [.field("email")])
/// ```
///
/// The usual secrets need no name: see <doc:WhatIsHidden>. In recordings, name those whose name may mean something else, such as
/// `key` and `code`, and those in paths. A value of six or more bytes that was hidden once is hidden
/// wherever else it occurs from then on, in base64 and with escapes, too; a ``text(_:named:)`` however short it is.
public struct Secret: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable, CaseIterable {
    case header, query, field, setting, variable, file, text
  }

  package let place: Place
  package let name: String
  /// The text itself, where it is known.
  package var value: String?
  /// What replaces it in a replayed answer.
  package var replayedAs: String?

  /// A header field of requests and answers, by its name in any case.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - replayedAs: What replaces it in answers of a recording where the replaying request does not carry it.
  public static func header(_ name: String, replayedAs: String? = nil) -> Secret {
    Secret(place: .header, name: name, replayedAs: replayedAs)
  }

  /// A query item of URLs, by its name in any case.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - replayedAs: What replaces it in answers of a recording where the replaying request does not carry it.
  public static func query(_ name: String, replayedAs: String? = nil) -> Secret {
    Secret(place: .query, name: name, replayedAs: replayedAs)
  }

  /// A member of JSON objects at any depth, or a form field, by its name in any case.
  ///
  /// All strings and numbers of a member that holds an object or an array are secret. In a form, `user[password]` is a member,
  /// too, named `password`, and `password[0]` is an element of one.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - replayedAs: What replaces it in answers of a recording where the replaying request does not carry it.
  public static func field(_ name: String, replayedAs: String? = nil) -> Secret {
    Secret(place: .field, name: name, replayedAs: replayedAs)
  }

  /// A default, by its name in any case, with or without `_` and `-`. For flights.
  public static func setting(_ name: String) -> Secret { Secret(place: .setting, name: name) }

  /// An environment variable, by its name in any case, with or without `_` and `-`. For flights.
  public static func variable(_ name: String) -> Secret { Secret(place: .variable, name: name) }

  /// The contents of all files of that name, such as `notes.db`. For flights.
  public static func file(_ name: String) -> Secret { Secret(place: .file, name: name) }

  /// A text that is known, however short it is, wherever it occurs but in the names of a locale, a time zone, a calendar and
  /// languages.
  ///
  /// It is in no file. A test of a program that has the same text names it again: `.flight(_:hiding:)`. On the replay of a
  /// recording it may be another one, such as a key for tests.
  ///
  /// - Parameters:
  ///   - value: The text.
  ///   - name: The name that its placeholder shows.
  public static func text(_ value: String, named name: String) -> Secret {
    Secret(place: .text, name: name, value: value, replayedAs: value)
  }

  /// The headers that always hold credentials.
  package static let headers = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key"]
}
