import Foundation
import GlobalEnvironmentWire

/// A request with its answer or error, independent of the file format.
struct Exchange: Equatable, Sendable {
  var request: Request
  var outcome: Outcome

  struct Request: Equatable, Sendable {
    var method: String
    var url: String
    var headers: [HAR.Field]
    var body: Data

    /// The body as JSON, if it is an object or an array that Foundation reads, too: half of a surrogate pair would be lost.
    var json: JSONValue? {
      let mayHaveHalf = [#"\ud"#, #"\uD"#].contains { body.range(of: Data($0.utf8)) != nil }
      guard body.looksLikeJSON, !mayHaveHalf || JSONReader.flaw(in: [UInt8](body)) == nil else { return .none }
      return JSONValue(parsing: body)
    }
  }

  enum Outcome: Equatable, Sendable {
    case response(Response)
    case failure(URLError.Code)
  }

  struct Response: Equatable, Sendable {
    var status: Int
    var headers: [HAR.Field]
    var body: Data
    /// What is wrong with the body in the file of another program; nil where nothing is.
    var flaw: BodyFlaw?
    /// The URL that redirects led to, if there were any.
    var url: String?
    /// What answered before those were followed.
    var redirects: [Redirect] = []
  }

  enum BodyFlaw: Equatable, Sendable {
    /// It is not in the file.
    case missing
    /// The server's had this many bytes: it was cut short, or characters of it were lost.
    case otherLength(Int)
    /// It is text that was decoded by a guess, and no length tells by which.
    case unknownCharset
    /// It is as it travelled, where a client gets it decompressed.
    case compressed

    /// As a file of this package says it; nil for nothing of these.
    init?(recorded text: String) {
      switch text {
      case "unknown charset": self = .unknownCharset
      case "compressed": self = .compressed
      default:
        guard text.hasSuffix(" bytes"), let length = Int(text.dropLast(6)) else { return nil }
        self = .otherLength(length)
      }
    }

    /// Nil for one that the size of the body says.
    var recorded: String? {
      switch self {
      case .missing: nil
      case .unknownCharset: "unknown charset"
      case .compressed: "compressed"
      case .otherLength(let length): "\(length) bytes"
      }
    }
  }

  /// An answer on the way to the last one. It has no body.
  struct Redirect: Equatable, Sendable {
    /// The URL that answered.
    var url: String
    var headers: [HAR.Field]
  }

  /// What is wrong with the body of its answer.
  var flaw: BodyFlaw? {
    if case .response(let response) = outcome { response.flaw } else { nil }
  }

  /// Whether it is recorded only on request: it has no answer, or the status of an error.
  var isFailed: Bool {
    switch outcome {
    case .response(let response): response.status >= 400
    case .failure: true
    }
  }
}

extension [HAR.Field] {
  /// The value of the first header field with this name, in any case.
  func value(of name: String) -> String? {
    first { $0.name.isEqualIgnoringCase(name) }?.value
  }

  /// Header fields in the order of their names, as a dictionary has none.
  init(headers: [String: String]) {
    self = headers.map { HAR.Field(name: $0, value: $1) }.sorted {
      ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name)
    }
  }

  /// As a dictionary, with the values of repeated names joined, and without what is not a header field.
  var dictionary: [String: String] {
    var names: [String: String] = [:]
    var result: [String: String] = [:]
    for field in self {
      // HTTP/2's `:status`, and what a hostile file might hold.
      guard field.name.isFieldName else { continue }
      // Firefox joins cookies with line breaks.
      let value = field.value.unicodeScalars.split { $0 == "\r" || $0 == "\n" || $0 == "\0" }
        .map { String(Substring($0)) }.joined(separator: ", ")
      let name = names[field.name.lowercased()] ?? field.name
      names[field.name.lowercased()] = name
      result[name] = result[name].map { "\($0), \(value)" } ?? value
    }
    return result
  }
}
