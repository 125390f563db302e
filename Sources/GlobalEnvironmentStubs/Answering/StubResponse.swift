public import Foundation
import GlobalEnvironment
public import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a stub answers.
///
/// ```swift
/// .json(["ok": true], status: 201).header("ETag", "\"1\"").delay(.seconds(2))
/// .file("posts_response.json")
/// .sequence([.status(503), .status(503), .text("At last")])
/// .response { request in .json(["id": "\(request.parameters["id"] ?? "")"]) }
/// .error(.notConnectedToInternet)
/// ```
///
/// Nothing of it takes real time: delays are on the mock's clock. Answers to `HEAD`, and those with status 1xx, 204, 205
/// or 304, have no body, even if one is given here.
public struct StubResponse: Sendable {

  enum Content: Sendable {
    case body(Data)
    case error(any Error)
    case closure(@Sendable (SentRequest) throws -> StubResponse)
    case asyncClosure(@Sendable (SentRequest) async throws -> StubResponse)
    case sequence([StubResponse])
    /// What the test did wrong.
    case misuse(String)
  }

  /// How a body comes: this many bytes after each interval.
  struct Pace: Sendable {
    let bytes: Int
    let interval: Duration
  }

  var content: Content
  /// The settings; those that are not set have defaults, or come from what a closure returns.
  var status: Int?
  var contentType: String?
  var headers: [(name: String, value: String)] = []
  var cookies: [String] = []
  var delay = Duration.zero
  var pace: Pace?
  var isUnfollowed = false
  var failure: (any Error)?

  init(_ content: Content, status: Int? = nil, type: String? = nil) {
    self.content = content
    contentType = type
    if let status { self = self.status(status) }
    if let type, !type.isFieldValue { self = header("Content-Type", type) }
  }

  // MARK: Bodies

  /// Answers with these bytes.
  public static func data(_ data: Data, type: String = "application/octet-stream", status: Int = 200) -> StubResponse {
    StubResponse(.body(data), status: status, type: type)
  }

  /// Answers with this text in UTF-8.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200
  ) -> StubResponse {
    .data(Data(text.utf8), type: type, status: status)
  }

  /// Answers with JSON: `.json(["id": 1, "tags": ["a", nil]])`.
  public static func json(_ value: JSONValue, status: Int = 200) -> StubResponse {
    .data(value.data, type: "application/json", status: status)
  }

  /// Answers with `value` as JSON, its keys in order unless `encoder` says otherwise.
  ///
  /// A value that cannot be encoded fails the running test.
  public static func json(
    encoding value: some Encodable, status: Int = 200, encoder: JSONEncoder? = nil
  ) -> StubResponse {
    do {
      // A dictionary of Swift has another order in every process.
      let sorting = EnvironmentEncoder.json { $0.outputFormatting = .sortedKeys }
      return .data(try encoder?.encode(value) ?? sorting.encode(value), type: "application/json", status: status)
    } catch {
      return StubResponse(.misuse("A stub's \(type(of: value)) cannot be encoded as JSON: \(error)"))
    }
  }

  /// Answers with what a file holds: `.file("posts_response.json")`.
  ///
  /// The name comes from the test, so it may lead anywhere: `../` out of the folder, and `/` to any file of the machine.
  /// Never build it from data that you do not trust. A recording that names a file is refused.
  ///
  /// It is looked for in the resources of the test target, beside the source file of the caller, in the folders `Fixtures`
  /// and `Resources` of both, and in the resources of other bundles. A missing one fails the running test with the places.
  /// `type` is the value of Content-Type; by default what the name's extension says.
  public static func file(
    _ name: String, type: String? = nil, status: Int = 200,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath
  ) -> StubResponse {
    switch Fixture.contents(of: name, module: "\(fileID)", source: "\(filePath)") {
    case .success(let data): .data(data, type: type ?? Fixture.type(of: name), status: status)
    case .failure(let missing): StubResponse(.misuse("\(missing)"))
    }
  }

  /// Makes the compiler say how a value that is no `JSONValue` is given. Never called: a call does not compile.
  @available(*, unavailable, message: "write .json(encoding: …) for a value that is encoded")
  @_disfavoredOverload
  public static func json(_ value: some Encodable & Sendable, status: Int = 200) -> StubResponse {
    json(encoding: value, status: status)
  }

  /// Answers without a body.
  public static func status(_ status: Int) -> StubResponse { StubResponse(.body(Data()), status: status) }

  // MARK: No answer, several, or one that depends

  /// Fails the request with an error; a `URLError` gets the request's URL.
  public static func error(_ error: any Error) -> StubResponse { StubResponse(.error(error)) }

  /// Fails the request with the `URLError` of this code and the request's URL.
  public static func error(_ code: URLError.Code) -> StubResponse { .error(URLError(code)) }

  /// Sends the request on to `location`, which may be relative; the mock follows. See ``unfollowed()``.
  ///
  /// The status is 301, 302, 303, 307 or 308. From `http` and `https` it is followed to another scheme where a stub names
  /// that scheme: `.path("myapp://callback")`; elsewhere the redirect is the answer.
  public static func redirect(to location: String, status: Int = 302) -> StubResponse {
    guard [301, 302, 303, 307, 308].contains(status) else {
      return StubResponse(.misuse("Status \(status) is not a redirect. Use 301, 302, 303, 307 or 308."))
    }
    return .status(status).header("Location", location)
  }

  /// Answers each request of the stub with the next of `responses`. The last one repeats; if it is a sequence, it continues.
  public static func sequence(_ responses: [StubResponse]) -> StubResponse {
    StubResponse(
      responses.isEmpty ? .misuse("A sequence of responses is empty. Give it one at least.") : .sequence(responses))
  }

  /// Answers with what `closure` makes of the request.
  ///
  /// Changes that are chained to it, such as ``status(_:)-swift.method``, apply to whatever it returns. An error that it
  /// throws fails the request.
  public static func response(_ closure: @escaping @Sendable (SentRequest) throws -> StubResponse) -> StubResponse {
    StubResponse(.closure(closure))
  }

  /// Answers with what `closure` makes of the request; the request's timeout, in the time of the mock, limits it.
  ///
  /// A request that times out, or is cancelled, cancels the closure's task, and fails when that has returned: so a closure
  /// that waits must end when it is cancelled, as `Env.sleep` and `Task.sleep` do.
  public static func response(
    _ closure: @escaping @Sendable (SentRequest) async throws -> StubResponse
  ) -> StubResponse {
    StubResponse(.asyncClosure(closure))
  }
}
