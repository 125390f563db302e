import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import NewsReader
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the replay of a flight costs: `swift test -c release --package-path Tests/Packages/Benchmarks --filter ReplayTests`.
@Suite struct ReplayTests {

  @Test func `a flight of 200 requests`() async throws {
    let folder = Environment.live.files().folder(.temporary)
    let flight = folder.appending(component: "benchmark-\(UUID()).flight")
    let cache = folder.appending(component: "benchmark-\(UUID()).json")
    defer { for file in [flight, cache] { try? FileManager.default.removeItem(at: file) } }
    let world = Environment {
      $0.http = { try answer($0) }
    }
    try await withEnvironment(world.recorded(by: FlightRecorder(at: flight, limit: 1_000_000))) {
      try await refresh(200, into: cache)
    }
    try await replay(flight.path, "a flight of 200 requests") { try await refresh(200, into: cache) }
  }

  @Test func `the sample's flight of five minutes with 200 requests`() async throws {
    try await replay("../../Samples/Tests/NewsReaderTests/Fixtures/crash.flight", "the sample's flight") {
      Env.standardError = { _ in }
      for _ in 0..<200 {
        await read("refresh")
        try await Env.sleep(for: .milliseconds(1_500))
      }
      Env.mark("opens story 2")
      await read("open", "2")
    }
  }
}

/// Replays a flight a hundred times, and prints what each took.
private func replay(
  _ flight: String, _ name: String, _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let rounds = 100
  let start = ContinuousClock.now
  for _ in 0..<rounds { try await withFlight(flight, asksAll: true, body) }
  let milliseconds = (ContinuousClock.now - start) / .milliseconds(rounds)
  print("\(name), replayed: \(milliseconds.formatted(.number.precision(.fractionLength(1)))) ms")
}

/// Calls the news reader.
private func read(_ arguments: String...) async {
  Env.arguments = { ["news"] + arguments }
  _ = await runNews()
}

/// Fetches, keeps and looks at a kilobyte of JSON.
private func refresh(_ count: Int, into cache: URL) async throws {
  let address = URL(string: "https://example.com/posts")
  for _ in 0..<count {
    guard let address else { return }
    let (data, _) = try await Env.http(URLRequest(url: address))
    try Env.files().write(data, to: cache)
    _ = (Env.date(), Env.uuid(), try Env.files().read(cache))
  }
}

private func answer(_ request: URLRequest) throws -> (Data, HTTPURLResponse) {
  let body = Data("[\(Array(repeating: #"{"id":1,"title":"Milk"}"#, count: 40).joined(separator: ","))]".utf8)
  guard let url = request.url,
    let head = HTTPURLResponse(
      url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
  else { throw URLError(.badURL) }
  return (body, head)
}
