import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import GlobalEnvironmentTesting

/// Code on queues and threads while tests have environments of their own.
struct OutsideWatchTests {
  private let watch = OutsideWatch()
  private let test: Test

  init() throws {
    test = try #require(Test.current)
  }

  @Test func `what it asks of the process is a warning, once for each endpoint, with the tests and the cure`() throws {
    watch.testBegan(test)
    try inScope {
      #expect(abs(Env.date().timeIntervalSinceNow) < 3_600)
      _ = (Env.date(), Env.date(), Env.processIdentifier())
    }
    let notes = watch.testEnded(test)
    #expect(notes.map(\.isWarning) == [true, true])
    let first = try #require(notes.first).message
    for part in ["Env.date was called", test.name, "scope.run { … }", #"CodeOutsideTests.mayUse(\.date)"#] {
      #expect(first.contains(part))
    }
  }

  @Test func `it does not reach the disk, settings, secrets or the network, and that is an issue`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    let key = UUID().uuidString
    watch.testBegan(test)
    try inScope {
      try Env.files().write(Data("out".utf8), to: file)
      Env.defaults().set("out", for: key)
    }
    let scope = try #require(watch.scope())
    let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:9")))
    await #expect(throws: OutsideTestsError.self) {
      _ = try await scope.run { try await Env.http(request) }
    }
    #expect(await scope.run { await Env.openURL(file) } == false)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(UserDefaults.standard.object(forKey: key) == nil)
    let issues = watch.testEnded(test).filter { !$0.isWarning }
    #expect(issues.map { $0.message.prefix { $0 != " " } } == ["Env.files", "Env.defaults", "Env.http", "Env.openURL"])
  }

  @Test func `an endpoint of the process that somebody has assigned is left as it is`() async throws {
    try await ExclusiveEnvironmentTrait.environment(.exclusive).provideScope(for: test, testCase: nil) {
      Env.hostName = { "assigned" }
      Env.openURL = { _ in true }
      watch.testBegan(test)
      #expect(try inScope { Env.hostName() } == "assigned")
      let scope = try #require(watch.scope())
      #expect(await scope.run { await Env.openURL(URL(filePath: "/")) })
      Env.hostName = { "assigned again" }
      #expect(try inScope { Env.hostName() } == "assigned again")
      Env.reset()
    }
  }

  // MARK: The innocent

  @Test func `nothing is watched while no test has an environment of its own`() {
    #expect(watch.scope() == nil)
    watch.testBegan(test)
    #expect(watch.scope() != nil)
    #expect(watch.testEnded(test).isEmpty)
    #expect(watch.scope() == nil)
  }

  @Test func `what is allowed is not told, and is the process's own`() throws {
    watch.allow("Env.date")
    watch.allow("Env.files")
    watch.testBegan(test)
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try inScope {
      _ = Env.date()
      try Env.files().write(Data("out".utf8), to: file)
    }
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(watch.testEnded(test).isEmpty)
    watch.testBegan(test)
    watch.allowAll()
    #expect(watch.scope() == nil)
  }

  @Test func `a test that has the process's environment lets threads use it`() async {
    watch.testBegan(test)
    await watch.allowed { #expect(watch.scope() == nil) }
    #expect(watch.scope() != nil)
  }

  @Test func `what was asked while a test did not run is not told by it`() throws {
    watch.testBegan(test)
    try inScope { _ = Env.date() }
    #expect(watch.testEnded(test).count == 1)
    watch.testBegan(test)
    #expect(watch.testEnded(test).isEmpty)
  }

  private func inScope<Result>(_ body: () throws -> Result) throws -> Result {
    try #require(watch.scope()).run(body)
  }
}
