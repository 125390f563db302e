import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A world that is recorded for a test to replay: the machine's, but for a network of its own.
final class RecordedWorld: Sendable {
  let folder: URL

  /// Runs `body` where it is recorded.
  init(
    _ change: (inout Environment) -> Void = { _ in },
    http: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse) = { try answer($0, "{}") },
    hiding secrets: [Secret] = [],
    _ body: () async throws -> Void
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(component: "World-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var world = Environment.live
    world.http = http
    let defaults = InMemoryDefaults()
    world.defaults = { defaults }
    world.standardOutput = { _ in }
    world.standardError = { _ in }
    world.openURL = { _ in true }
    change(&world)
    let live = folder.appending(component: "live.flight")
    world = world.recorded(by: FlightRecorder(at: live, lasting: .seconds(1_000_000), limit: 500_000, hiding: secrets))
    try await withEnvironment(world, perform: body)
    try withEnvironment(world) { try Env.flight.save(to: file) }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  var file: URL { folder.appending(component: "saved.flight") }

  /// Runs `body` in it once more.
  func replay<Result: Sendable>(
    differences: FlightDifferences = .reported, asksAll: Bool = false,
    hiding secrets: [Secret] = [],
    _ body: @escaping @isolated(any) @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withFlight(file.path, differences: differences, asksAll: asksAll, hiding: secrets, body)
  }
}

/// Makes an answer with that body.
func answer(
  _ request: URLRequest, _ body: String, status: Int = 200, headers: [String: String] = [:]
) throws -> (Data, HTTPURLResponse) {
  guard let url = request.url,
    let head = HTTPURLResponse(
      url: url, statusCode: status, httpVersion: "HTTP/1.1",
      headerFields: headers.merging(["Content-Type": "application/json"]) { $1 })
  else { throw URLError(.badURL) }
  return (Data(body.utf8), head)
}

/// Sends a request, and returns the text of the answer.
func fetch(_ path: String, method: String = "GET", body: String = "", headers: [String: String] = [:]) async throws
  -> String
{
  guard let url = URL(string: "https://example.com\(path)") else { throw URLError(.badURL) }
  var request = URLRequest(url: url)
  request.httpMethod = method
  if !body.isEmpty { request.httpBody = Data(body.utf8) }
  request.allHTTPHeaderFields = headers
  return String(decoding: try await Env.http(request).0, as: UTF8.self)
}
