import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Registers what a recorded answer of 1 KB costs in a file that has few, and in one that has many: the same, it should be.
func registerRecording() {
  for before in [0, 10_000] {
    Benchmark(
      "100 recorded answers, after \(before)",
      configuration: .init(metrics: [.wallClock], warmupIterations: 1, scalingFactor: .one, maxDuration: .seconds(10))
    ) { benchmark, recorder in
      // Few are few at the beginning of each round only.
      let round = before == 0 ? Recorder() : recorder
      benchmark.startMeasurement()
      await round.record(100)
      benchmark.stopMeasurement()
    } setup: {
      let recorder = Recorder()
      await recorder.record(before)
      return recorder
    }
  }
}

/// A mock that records to a file of its own.
private final class Recorder: Sendable {
  private let environment: Environment
  private let file: URL

  init() {
    // Before there is a session that asks which protocols there are.
    _ = URLProtocol.registerClass(OneAnswer.self)
    file = FileManager.default.temporaryDirectory.appending(component: "\(UUID().uuidString).har")
    environment = .mock.recording(to: file.path(percentEncoded: false), mode: .newEpisodes)
  }

  /// Sends `count` requests that have not been sent before, in the order of their URLs.
  func record(_ count: Int) async {
    await withEnvironment(environment) {
      do {
        for number in 0..<count {
          let name = "\(1_000_000 + Env.requestCount)"
          guard let url = URL(string: "http://\(OneAnswer.host)/\(name)/\(number)") else { preconditionFailure(name) }
          blackHole(try await Env.http(URLRequest(url: url)))
        }
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: file)
  }
}

/// A network that costs next to nothing: it answers each request with the same kilobyte.
private final class OneAnswer: URLProtocol {
  static let host = "recorded.example.com"
  private static let body = Data(String(repeating: "x", count: 1_000).utf8)

  override static func canInit(with request: URLRequest) -> Bool { request.url?.host == host }
  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func stopLoading() {}

  override func startLoading() {
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "text/plain"])
    else { preconditionFailure("A request has no URL.") }
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Self.body)
    client?.urlProtocolDidFinishLoading(self)
  }
}
