import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// What a test run tells whose virtual-time tests fail: `Tests/Packages/Consumers/FailingTime`.
  @Suite(.serialized) struct FailingTimeTests {
    private let folder = Repository.consumers.appending(component: "FailingTime")

    @Test(.timeLimit(.minutes(10)))
    func `a test that can never end has its issue, the others go on, and the process ends`() async throws {
      let told = try await run("--filter", "waitsForNobody|waitsInOneCase|isRight")
      #expect(told.contains("waits for something that never happens"), "\(told)")
      #expect(told.contains("Test isRight() passed"), "\(told)")
      #expect(
        told.contains("Given up, and still not ended: waitsForNobody(), waitsInOneCase(forNobody:)."), "\(told)"
      )
    }

    @Test(.timeLimit(.minutes(10)))
    func `a test that fails leaves its timeline as text and as a picture`() async throws {
      let attachments = FileManager.default.temporaryDirectory.appending(component: "Timelines-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: attachments) }
      try await run("--filter", "isWrong", "--attachments-path", attachments.path(percentEncoded: false))
      let text = try String(contentsOf: attachments.appending(component: "timeline.txt"), encoding: .utf8)
      #expect(text.contains("+90.0 s"), "\(text)")
      let picture = try String(contentsOf: attachments.appending(component: "timeline.svg"), encoding: .utf8)
      #expect(picture.hasPrefix("<svg "))
    }

    @Test(.timeLimit(.minutes(10)))
    func `the seed that is printed replays the failure from the command line`() async throws {
      let told = try await run("--filter", "races")
      let (_, seed, filter) = try #require(told.firstMatch(of: /ENV_SEED=(\d+) swift test --filter (\S+races)/)).output
      let again = try await run("--filter", String(filter), environment: ["ENV_SEED": String(seed)])
      #expect(again.contains("Failed with seed \(seed)."), "\(again)")
      let wrong = try await run("--filter", "races", environment: ["ENV_SEED": "first"])
      #expect(wrong.contains("ENV_SEED=\"first\": it is not a seed. Write a whole number."), "\(wrong)")
    }

    /// Runs some of the tests, which must fail, and returns what is told.
    @discardableResult
    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> String {
      let result = try await SwiftCommand("test", arguments).run(
        in: folder, scratch: scratch(of: folder), environment: environment)
      #expect(result.status != 0)
      return result.output + result.errors
    }
  }
}
