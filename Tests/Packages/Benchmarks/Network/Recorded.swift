import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import OneAnswer

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
  private let server = OneAnswer()

  init() {
    file = FileManager.default.temporaryDirectory.appending(component: "\(UUID().uuidString).har")
    environment = .mock.recording(to: file.path(percentEncoded: false), mode: .newEpisodes)
  }

  /// Sends `count` requests that have not been sent before, in the order of their URLs.
  func record(_ count: Int) async {
    await withEnvironment(environment) {
      do {
        for number in 0..<count {
          let name = "\(1_000_000 + Env.requestCount)"
          guard let url = URL(string: "http://127.0.0.1:\(server.port)/\(name)/\(number)") else {
            preconditionFailure(name)
          }
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
