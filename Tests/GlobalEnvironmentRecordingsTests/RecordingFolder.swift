import Foundation
import GlobalEnvironment
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A folder for one recording, and a network that answers it; gone with this object.
final class RecordingFolder: Sendable {
  typealias Network = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

  let url: URL
  private let sent = Locked<[URLRequest]>([])

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(component: "Recording-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var file: URL { url.appending(component: "posts.har") }

  /// What reached the network.
  var requests: [URLRequest] { sent.withLock { $0 } }

  func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  func har() throws -> HAR { try JSONDecoder().decode(HAR.self, from: Data(contentsOf: file)) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

  /// Opens the folder's recording.
  func recording(
    _ mode: RecordingMode = .once, hiding secrets: [Secret] = [], failures: Bool = false, locked: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ network: @escaping Network = { try answer("real", to: $0) }
  ) -> Recording {
    Recording(
      file: file.path, mode: mode, secrets: secrets, recordsFailures: failures,
      variable: locked ? "locked" : nil,
      network: { [sent] request in
        sent.withLock { $0.append(request) }
        return try await network(request)
      },
      place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asks a recording that only replays.
  func replayed(_ request: URLRequest, hiding secrets: [Secret] = []) async throws -> String? {
    try await recording(.none, hiding: secrets).text(request)
  }
}

/// Opens a recording that stands beside the tests.
func fixture(_ name: String, filePath: StaticString = #filePath) -> Recording {
  Recording(
    file: "HARFixtures/\(name)", mode: .none, variable: nil, network: { try answer("real", to: $0) },
    place: SourcePlace(fileID: #fileID, filePath: filePath, line: 1, column: 1))
}

extension Recording {
  /// Opens a recording of a network whose answers come as wholes.
  convenience init(
    file: String, mode: RecordingMode, secrets: [Secret] = [], recordsFailures: Bool = false, variable: String?,
    network: @escaping RecordingFolder.Network, place: SourcePlace
  ) {
    self.init(
      file: file, mode: mode, secrets: secrets, recordsFailures: recordsFailures, variable: variable,
      network: { request, _, _ in
        let (body, head) = try await network(request)
        return (EnvironmentBytes(body), head)
      }, place: place)
  }

  /// Returns the whole answer.
  func answer(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)? {
    guard let (bytes, head) = try await answer(request, nil) else { return nil }
    return (try await bytes.whole(), head)
  }

  /// The body of an answer.
  func text(_ request: URLRequest) async throws -> String? {
    try await answer(request).map { String(decoding: $0.0, as: UTF8.self) }
  }
}

/// Makes an answer with a body.
func answer(
  _ body: String, to request: URLRequest, status: Int = 200, headers: [String: String] = ["Content-Type": "text/plain"]
) throws -> (Data, HTTPURLResponse) {
  guard
    let url = request.url,
    let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
  else { throw URLError(.badURL) }
  return (Data(body.utf8), response)
}

extension URLRequest {
  static func get(_ url: String, headers: [String: String] = [:]) -> URLRequest {
    var request = URLRequest(url: URL(string: url) ?? URL(filePath: "/"))
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  static func post(
    _ url: String, _ body: String, type: String = "application/json", headers: [String: String] = [:]
  ) -> URLRequest {
    var request = get(url, headers: headers)
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    return request
  }
}
