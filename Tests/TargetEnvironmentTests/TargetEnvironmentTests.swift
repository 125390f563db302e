import Foundation
import Testing

@testable import GlobalEnvironmentTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private let mocked = Environment.mock.date()

/// Tests without a trait, in a target that says what every test begins in.
struct TargetEnvironmentTests {

  @Test func `a test begins in the target's environment, on threads of tasks too`() async {
    #expect(Env.date() == mocked)
    #expect(await Task.detached { Env.date() }.value == mocked)
    #expect(await Task { @MainActor in Env.date() }.value == mocked)
  }

  @Test(arguments: Array(0..<50) + Array(0..<50))
  func `each case begins in an environment of its own`(days: Int) async {
    #expect(Env.date() == mocked)
    await Env.time.advance(by: .seconds(days * 86_400))
    await Task.yield()
    #expect(Env.date() == mocked.addingTimeInterval(Double(days) * 86_400))
  }

  @Test(.environment(.live)) func `a test may ask for the live world`() {
    #expect(abs(Env.date().timeIntervalSinceNow) < 3_600)
  }

  @Test(.environment { $0.hostName = { "changed" } }) func `a trait changes what the target gives`() {
    #expect(Env.hostName() == "changed" && Env.date() == mocked)
  }

  @Test(.environment { $0.hostName = { "changed" } }, arguments: 0..<20)
  func `a trait changes what the target gives each case`(seconds: Int) async {
    await Env.time.advance(by: .seconds(seconds))
    #expect(Env.hostName() == "changed" && Env.date() == mocked.addingTimeInterval(Double(seconds)))
  }

  @Test(.virtualTime) func `virtual time begins in the target's environment`() async throws {
    try await Env.sleep(for: .seconds(60))
    #expect(Env.date() == mocked.addingTimeInterval(60))
  }

  @Test func `a stub that no request uses in virtual time is an issue`() async throws {
    let test = try #require(Test.current)
    let issues = Locked<[Issue]>([])
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
      if "\(issue)".contains("GET, path /unused") { issues.withLock { $0.append(issue) } }
      return nil
    }
    try await collecting.provideScope(for: test, testCase: nil) {
      try await EnvironmentTrait.virtualTime.provideScope(for: test, testCase: nil) {
        Env.stub(.get("/unused"), .json(["a"]))
      }
    }
    #expect(issues.withLock(\.count) == 1, "\(issues.withLock { $0 })")
    #expect(issues.withLock { $0 }.allSatisfy { "\($0)".contains("has answered no request") })
  }

  @Test(.virtualTime(seeds: 0..<3)) func `each seed begins in one of its own`() async throws {
    try await expectNew()
  }

  @Test(.environment { $0.hostName = { "changed" } }, .virtualTime(seeds: 0..<3))
  func `each seed begins in one of its own, which a trait changes`() async throws {
    #expect(Env.hostName() == "changed")
    try await expectNew()
  }

  /// Expects a mock that has got no requests, and sends one.
  private func expectNew() async throws {
    #expect(Env.requests.isEmpty)
    Env.stub(.get("/posts"), .ok)
    _ = try await Env.http(URLRequest(url: #require(URL(string: "https://example.com/posts"))))
  }

  #if compiler(>=6.3)
    @Test(arguments: [Env.date()]) func `arguments are made in it`(date: Date) {
      #expect(date == mocked)
    }
  #endif

  private static let conditions = Locked<[Date]>([])

  private static func notes(_ date: Date) -> Bool {
    conditions.withLock { $0.append(date) }
    return true
  }

  @Suite(.enabled(if: notes(Env.date()))) struct Enabled {
    #if compiler(>=6.3)
      @Test(.enabled(if: notes(Env.date()))) func `conditions of suites and of tests are asked in it`() {
        let dates = conditions.withLock { $0 }
        #expect(dates.count > 2 && dates.allSatisfy { $0 == mocked })
      }
    #endif

    @Test func `a test does not begin in that of its condition`() {
      #expect(Env.hostName() == Environment.mock.hostName())
    }
  }

  @Test func `an assignment holds for its test`() {
    Env.hostName = { "assigned" }
    #expect(Env.hostName() == "assigned" && Env.date() == mocked)
  }

  @Test func `a test after another begins again`() {
    #expect(Env.hostName() == Environment.mock.hostName())
  }

  @Test func `it is made in the process's environment as it was before a test that has that to itself`() async throws {
    let test = try #require(Test.current)
    // Not what the root has now: it may be that of another such test.
    let host = Environment().hostName()
    try await EnvironmentTrait.environment(.exclusive).provideScope(for: test, testCase: nil) {
      Env.hostName = { "exclusive" }
      let made = TargetEnvironments.environment(ofModule: test.id.moduleName)
      #expect(made?.hostOfMaker == host)
      Env.reset()
    }
  }

  @Test func `one that is made once for all tests is an issue of the second`() throws {
    let test = try #require(Test.current)
    EveryTest.$shared.withValue(.mock) {
      #expect(TargetEnvironments.environment(of: test) != nil)
      withKnownIssue {
        _ = TargetEnvironments.environment(of: test)
      } matching: {
        $0.description.contains("Make a new mock for each test: static var house")
      }
    }
  }

  @Test func `a thread may use what the target declares`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        try? Env.files().write(Data("out".utf8), to: file)
        continuation.resume()
      }
    }
    #expect(FileManager.default.fileExists(atPath: file.path))
  }
}
