#if os(Linux)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironmentTesting
  import OneAnswer
  import Resident
  import Testing

  /// What it costs to record an answer to a file that has many:
  /// `swift test -c release --package-path Tests/Packages/Benchmarks --filter RecordingCostTests`.
  @Suite struct RecordingCostTests {
    private static let block = 100

    @Test func `the 10,000th recorded answer costs what the 100th does`() async throws {
      let server = OneAnswer()
      let file = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).har")
      defer { try? FileManager.default.removeItem(at: file) }
      let mock = Environment.mock.recording(to: file.path(percentEncoded: false), mode: .newEpisodes)
      let before = residentSize()
      let times = try await withEnvironment(mock) {
        var times: [Duration] = []
        for number in 10_000..<20_100 {
          let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)/\(number)")))
          times.append(try await ContinuousClock().measure { _ = try await Env.http(request) })
        }
        return times
      }
      let megabytes = (residentSize() - before) / 1_000_000
      let (first, last) = (median(times.prefix(Self.block)), median(times.suffix(Self.block)))
      let ratio = last / first
      print("the 10,000th recorded answer to the 100th: \(ratio), \(first) to \(last), \(megabytes) MB more")
      #expect(ratio <= 1.5)
      #expect(megabytes < 100)
    }

    private func median(_ times: ArraySlice<Duration>) -> Duration { times.sorted()[times.count / 2] }
  }
#endif
