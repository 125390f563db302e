/// A part of a request that must be the same as in a recorded one, for that to be answered.
///
/// ```swift
/// Env = .mock.recording(to: "posts.har", matching: [.method, .url(ignoring: "ts"), .headers("Accept"), .body])
/// ```
///
/// `Range`, and the header fields that the recorded answers name in `Vary`, are compared without being named.
public struct RecordingMatch: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case method
    case url(ignoring: [String])
    case headers([String])
    case body(ignoring: [String])
  }

  let part: Part

  /// The method.
  public static let method = RecordingMatch(part: .method)

  /// The URL, with the items of its query in any order.
  public static let url = RecordingMatch(part: .url(ignoring: []))

  /// The URL without some items of its query.
  ///
  /// - Parameter names: The names of the items, in any case.
  public static func url(ignoring names: String...) -> RecordingMatch { RecordingMatch(part: .url(ignoring: names)) }

  /// Some header fields, each with the same value, or in neither request.
  ///
  /// - Parameter names: Their names, in any case.
  public static func headers(_ names: String...) -> RecordingMatch { RecordingMatch(part: .headers(names)) }

  /// The body; JSON and forms by meaning.
  public static let body = RecordingMatch(part: .body(ignoring: []))

  /// The body without some fields of a form, or members of JSON at any depth.
  ///
  /// - Parameter names: Their names, in any case.
  public static func body(ignoring names: String...) -> RecordingMatch { RecordingMatch(part: .body(ignoring: names)) }
}

/// What of two requests is compared.
struct ComparedParts: Sendable {
  private(set) var method = false
  private(set) var url = false
  private(set) var body = false
  /// In lowercase, and in order.
  private(set) var headers = ["range"]
  private var queries: Set<String> = []
  private var fields: Set<String> = []

  init(_ parts: [RecordingMatch] = [.method, .url, .body]) {
    for part in parts {
      switch part.part {
      case .method: method = true
      case .url(let ignored):
        url = true
        queries.formUnion(ignored.map { $0.lowercased() })
      case .headers(let names): headers += names.map { $0.lowercased() }
      case .body(let ignored):
        body = true
        fields.formUnion(ignored.map { $0.lowercased() })
      }
    }
    headers = Set(headers).sorted()
  }

  func ignoresQuery(_ name: String) -> Bool { queries.contains(name.lowercased()) }
  func ignoresField(_ name: String) -> Bool { fields.contains(name.lowercased()) }
}
