import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests to which nothing has given an environment.
struct LiveByAccidentTests {
  fileprivate static let host = Environment.live.hostName()
  private let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)

  struct InVirtualTime {
    @Test(.virtualTime) func `the trait alone is a mock`() {
      #expect(Env.isMock)
      #expect(Env.hostName() == Environment.mock.hostName())
    }

    @Test(.virtualTime(seeds: 0..<3)) func `with seeds, each run has a mock of its own`() {
      #expect(Env.isMock)
      #expect(!Env.files().exists(Env.files().folder(.documents).appending(component: "left")))
      try? Env.files().write("here", to: Env.files().folder(.documents).appending(component: "left"))
    }

    #if compiler(>=6.3)
      @Test(.virtualTime, arguments: [Env.isMock]) func `what makes its arguments sees a mock`(isMock: Bool) {
        #expect(isMock)
      }
    #endif

    @Test func `a body in a test without an environment has a mock`() async throws {
      try await withVirtualTime { #expect(Env.isMock) }
      #expect(!Env.isMock)
    }

    @Test(.environment(.live), .virtualTime) func `a test that says so is live`() {
      #expect(!Env.isMock)
      #expect(Env.hostName() == LiveByAccidentTests.host)
    }

    @Test(.environment(.live)) func `so is a body in such a test`() async throws {
      try await withVirtualTime { #expect(Env.hostName() == LiveByAccidentTests.host) }
    }

    @Test(.virtualTime, .environment(.live)) func `so is one that says so afterwards`() {
      #expect(Env.hostName() == LiveByAccidentTests.host)
    }

    @Test(.environment { $0.hostName = { "mine" } }, .virtualTime) func `a trait's environment stays`() {
      #expect(Env.hostName() == "mine")
      #expect(!Env.isMock)
    }

    @Test func `an environment that the test has assigned stays`() async throws {
      Env.hostName = { "mine" }
      try await withVirtualTime { #expect(Env.hostName() == "mine") }
    }

    @Test func `a body in a body of withEnvironment keeps that environment`() async throws {
      try await withEnvironment(.live) {
        try await withVirtualTime { #expect(Env.hostName() == LiveByAccidentTests.host) }
      }
    }
  }

  @Test func `a change of files is an issue at its line, once`() async throws {
    let line = #line + 2
    let issues = await issues {
      try Env.files().createFolder(folder)
      try Env.files().write("a", to: folder.appending(component: "a"))
      try Env.files().remove(folder)
    }
    #expect(issues.count == 1, "\(issues)")
    let message = "\(issues.first?.comments.first?.rawValue ?? "")"
    #expect(message.contains("Env.files() reaches the real world"), "\(message)")
    for cure in ["add the trait .environment(.mock)", "enum EveryTest", "say so: .environment(.live)"] {
      #expect(message.contains(cure), "\(message)")
    }
    expectPlace(of: issues, line)
  }

  @Test func `a request is an issue at its line`() async {
    let line = #line + 2
    let issues = await issues {
      _ = try? await Env.http(Self.request)
    }
    #expect(issues.count == 1, "\(issues)")
    expectPlace(of: issues, line)
  }

  @Test func `so is a request whose answer comes in pieces`() async {
    let issues = await issues { _ = try? await Env.bytes(for: Self.request) }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test func `so is a session`() async {
    let issues = await issues { _ = Env.urlSession() }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test func `a change of settings is one`() async {
    let name = UUID().uuidString
    let issues = await issues {
      Env.defaults().set("a", for: name)
      Env.defaults().set(nil, for: name)
    }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test func `a change of a suite of settings is one`() async throws {
    let name = UUID().uuidString
    let issues = await issues { try Env.defaults().suite(name).set(nil, for: name) }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test func `a secret is one`() async {
    let issues = await issues { _ = try? Env.secrets().read("token") }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test func `an address that is opened is one`() async throws {
    let url = try #require(URL(string: "nowhere"))
    let issues = await issues { _ = await Env.openURL(url) }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test func `a task of the test is the test`() async {
    let name = UUID().uuidString
    let issues = await issues {
      await Task { Env.defaults().set(nil, for: name) }.value
      async let child: Void = Env.defaults().set(nil, for: name)
      await child
    }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test(arguments: 1...2) func `each case has its own issue`(number: Int) async {
    let issues = await issues { _ = try? Env.secrets().read("token") }
    #expect(issues.count == 1, "\(issues)")
  }

  struct Innocent {
    private let name = UUID().uuidString

    @Test func `what only reads is not accused`() {
      _ = (Env.date(), Env.locale(), Env.timeZone(), Env.defaults().value(for: name), Env.uuid(), Env.hostName())
      #expect(Env.files().exists(Env.files().folder(.temporary)))
    }

    @Test func `a test that assigns Env is not`() {
      Env.date = { .distantPast }
      Env.defaults().set(nil, for: name)
    }

    @Test func `a test that assigns Env back is not`() {
      let before = Env
      Env.date = { .distantPast }
      Env = before
      Env.defaults().set(nil, for: name)
    }

    @Test(.environment(.live)) func `a test that says it is live is not`() {
      Env.defaults().set(nil, for: name)
    }

    @Test func `a test that names the live world is not`() {
      Environment.live.defaults().set(nil, for: name)
    }

    @Test func `a body of withEnvironment is not`() {
      withEnvironment {
        $0.date = { .distantPast }
      } perform: {
        Env.defaults().set(nil, for: name)
      }
    }

    @Test(.environment(.exclusive)) func `a test that has the process's environment is not`() {
      Env.defaults().set(nil, for: name)
    }

    @Test(.environment { $0.date = { .distantPast } }) func `a test with a changed live world is not`() {
      Env.defaults().set(nil, for: name)
    }

    @Suite(.preparing) struct InASuite {
      @Test func `what prepares the world around a suite is not`() { #expect(Env.isMock) }
    }
  }

  private static let request = URLRequest(url: URL(filePath: "/nowhere"))

  private func expectPlace(of issues: [Issue], _ line: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #if os(Linux)
      #expect(issues.first?.sourceLocation?.line == line, sourceLocation: sourceLocation)
    #endif
  }

  /// Returns the issues that `body` has.
  private func issues(in body: @escaping @concurrent @Sendable () async throws -> Void) async -> [Issue] {
    let issues = Locked<[Issue]>([])
    guard let test = Test.current else { return [] }
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
      if Test.current?.id == test.id, !"\(issue)".contains("where no test is known") {
        issues.withLock { $0.append(issue) }
      }
      return nil
    }
    try? await collecting.provideScope(for: test, testCase: nil, performing: body)
    return issues.withLock { $0 }
  }
}

/// A user's own trait, which prepares the world before it makes an environment.
private struct Preparing: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    Env.defaults().set(nil, for: "LiveByAccidentTests")
    try await withEnvironment(.mock) { try await function() }
  }
}

extension Trait where Self == Preparing {
  fileprivate static var preparing: Self { Preparing() }
}
