import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite(.virtualTime)
struct VirtualTimeTraitTests {

  @Test func `time moves by itself`() async throws {
    let model = await MainActor.run { SearchModel() }
    await model.type("s")
    try await Env.sleep(for: .milliseconds(299))
    #expect(await model.results.isEmpty)
    try await Env.sleep(for: .milliseconds(1))
    #expect(await model.results == ["s"])
  }

  @Test @MainActor func `a model on the main actor debounces what is typed`() async throws {
    let model = SearchModel()
    model.type("s")
    try await Env.sleep(for: .milliseconds(200))
    model.type("sw")
    try await Env.sleep(for: .milliseconds(200))
    model.type("swift")
    try await Env.sleep(for: .milliseconds(299))
    #expect(model.results.isEmpty)
    try await Env.sleep(for: .milliseconds(1))
    #expect(model.results == ["swift"])
  }

  @Test @MainActor func `of two that are due at one moment, the one that began to wait first continues first`()
    async throws
  {
    let model = SearchModel()
    model.type("swift")
    try await Env.sleep(for: .milliseconds(300))
    #expect(model.results.isEmpty)
    try await Env.sleep(for: .milliseconds(1))
    #expect(model.results == ["swift"])
  }

  @Test(arguments: 1...20)
  func `each case has a time of its own`(number: Int) async throws {
    let before = Env.date()
    try await Env.sleep(for: .seconds(number))
    #expect(Env.date() == before + Double(number))
  }

  @Test(.environment(.mock(date: .distantPast)))
  func `an environment that a trait assigns inside shares the time`() async throws {
    #expect(Env.date() == .distantPast)
    try await Env.sleep(for: .seconds(60))
    #expect(Env.date() == .distantPast + 60)
  }
}

/// Seeds, and what a test that fails tells. The trait is asked directly, so that the issues can be expected.
@Suite(.hidesKnownIssues)
struct SeededTraitTests {

  @Test(.virtualTime(seeds: 0..<50)) func `a test passes with every seed`() async throws {
    async let first: Void = Env.sleep(for: .seconds(1))
    async let second: Void = Env.sleep(for: .seconds(1))
    _ = try await (first, second)
  }

  @Test(arguments: [
    (["debounces()"], "AppTests.debounces"),
    (["Outer", "Search", "debounces(text:)"], "AppTests.Outer/Search/debounces"),
    (["Search", "`it isn't $HOME (or is it?)`()"], "'AppTests.Search/.?it isn.t .HOME .or is it...?'"),
    (["`a suite`", "debounces()"], "'AppTests..?a suite.?/debounces'"),
  ])
  func `the command that runs a seed alone may be pasted into a shell, whatever the test is called`(
    names: [String], filter: String
  ) throws {
    var test = try #require(Test.current).id
    test.moduleName = "AppTests"
    test.nameComponents = names
    #expect(VirtualTimeScoping.filter(for: test) == filter)
  }

  @Suite(.environment(.mock)) struct InAMock {
    @Test(.virtualTime(seeds: 0..<20)) func `each seed has a mock of its own`() async throws {
      Env.stub(.get("/posts"), .json([]).delay(.seconds(2))).expect(calls: 1)
      _ = try await Env.http(URLRequest(url: #require(URL(string: "https://example.com/posts"))))
      #expect(Env.requests.count == 1)
      #expect(Env.clock.now.offset == .seconds(2))
    }

    @Test func `a stub that the run of a seed does not use is an issue`() async {
      let messages = await recordedIssues(of: .virtualTime(seeds: 0..<2)) { Env.stub(.get("/posts"), .json([])) }
      #expect(messages.contains { $0.contains("/posts has answered no request") }, "\(messages)")
    }
  }

  @Test func `a stub that a test in virtual time does not use is an issue`() async throws {
    let messages = await recordedIssues(of: .virtualTime) {
      Env = .mock
      Env.stub(.get("/posts"), .json([]))
    }
    #expect(messages.count == 1 && messages[0].contains("/posts"), "\(messages)")
  }

  @Test(.enabled(if: Jobs.showYields)) func `the first seed that fails is named, with how to run it alone`()
    async throws
  {
    let messages = await recordedIssues(of: .virtualTime(seeds: 0..<200)) {
      let account = Account()
      async let first: Void = account.withdraw(50)
      async let second: Void = account.withdraw(50)
      _ = await (first, second)
      #expect(await account.balance >= 0)
    }
    #expect(messages.count == 2, "\(messages)")
    #expect(messages.last?.contains("ENV_SEED=") == true)
    #expect(messages.last?.contains("nondeterminism") == false)
  }

  @Test func `a seed that does not do the same again is told`() async throws {
    let count = Locked(0)
    let messages = await recordedIssues(of: .virtualTime(seeds: 7..<8)) {
      let runs = count.withLock { count in
        count += 1
        return count
      }
      for _ in 0..<runs { try await Env.sleep(for: .seconds(1)) }
      Issue.record("failed")
    }
    #expect(messages.last?.contains("ENV_SEED=7") == true)
    #expect(messages.last?.contains("After 2 equal events of the timeline, the first run had ended") == true)
  }

  @Test func `a seed that fails only once is not named`() async throws {
    let isFirst = Locked(true)
    let messages = await recordedIssues(of: .virtualTime(seeds: 7..<8)) {
      #expect(!isFirst.replace(with: false))
    }
    #expect(messages.count == 2 && messages[1].contains("not when that ran again"), "\(messages)")
    #expect(!messages[1].contains("7"), "\(messages)")
  }

  @Test(.virtualTime(seeds: 0..<3)) func `an issue that the test knows does not count against a seed`() {
    withKnownIssue { Issue.record("known") }
  }

  @Test(.virtualTime(seeds: 0..<3), .filterIssues { _ in false })
  func `an issue that a later handler removes does not count against a seed`() { Issue.record("not of interest") }

  @Suite(.filtersNestedSeeds, .virtualTime(seeds: 0..<3)) struct Seeded {
    @Test(.virtualTime(seeds: 0..<2)) func `seeds inside seeds are one issue, and no seed is named`() async throws {
      try await Env.sleep(for: .seconds(1))
    }
  }

  @Test(.virtualTime) func `seeds inside virtual time are an issue`() async throws {
    let nested = await recordedIssues(of: .virtualTime(seeds: 0..<3)) { try await Env.sleep(for: .seconds(1)) }
    #expect(nested.count == 1 && nested[0].contains("Seeds have no effect"))
  }

  @Test func `no seed at all is an issue`() async throws {
    let empty = await recordedIssues(of: .virtualTime(seeds: 0..<0)) {}
    #expect(empty.count == 1 && empty[0].contains("no seed"))
  }

  @Test func `a stuck test ends with an issue`() async throws {
    let messages = await recordedIssues(of: .virtualTime) {
      for await _ in AsyncStream<Int>.makeStream().stream {}
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("waits for something that never happens") == true)
  }

  @Test func `a stuck seed that ends long after it has been cancelled is the last one`() async throws {
    let messages = await recordedIssues(of: .virtualTime(seeds: 3..<9, patience: .milliseconds(10))) {
      let late = AsyncStream.makeStream(of: Void.self)
      await withTaskCancellationHandler {
        await Task { for await _ in late.stream { break } }.value
      } onCancel: {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1_500)) { late.continuation.finish() }
      }
    }
    #expect(messages.count { $0.contains("waits for something that never happens") } == 1, "\(messages)")
    #expect(messages.last?.contains("ENV_SEED=3 ") == true, "\(messages)")
  }

  @Test func `the seed to replay is read from the environment variable`() throws {
    #expect(try VirtualTimeScoping.replayedSeed(nil) == nil)
    #expect(try VirtualTimeScoping.replayedSeed("17") == 17)
    for text in ["", "- 1", "x", "1.5", "99999999999999999999", "\(Int.max)"] {
      #expect(throws: LaunchOverrideError.self) { try VirtualTimeScoping.replayedSeed(text) }
    }
  }

  @Test func `a timeline can be read, and looked at`() async throws {
    let run = VirtualTimeRun(place: nil)
    try await run.perform(onHopeless: { _ in }) {
      Env.scheduler().schedule(after: .seconds(1)) {}
      Env.scheduler().schedule(after: .seconds(9)) {}.cancel()
      await Task(name: "a <b> & \"c\"") { try? await Env.sleep(for: .seconds(2)) }.value
    }
    let text = run.time.text
    #expect(
      text.contains("+1.0 s: ") && text.contains("runs (GlobalEnvironmentTestingTests/VirtualTimeTraitTests.swift:"))
    #expect(text.contains(#"+2.0 s: task "a <b> & \"c\"" wakes"#), "\(text)")
    #expect(text.contains("is cancelled"))
    let svg = run.time.svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>"))
    #expect(svg.contains("a &lt;b&gt; &amp; "))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }
}

/// Returns the issues that `body` has under `trait`.
func recordedIssues(
  of trait: EnvironmentTrait, _ body: @escaping @concurrent @Sendable () async throws -> Void
) async -> [String] {
  let messages = Locked<[String]>([])
  guard let test = Test.current else { return [] }
  let collecting = IssueHandlingTrait.compactMapIssues { issue in
    if Test.current?.id == test.id { messages.withLock { $0.append("\(issue)") } }
    return nil
  }
  do {
    try await collecting.provideScope(for: test, testCase: nil) {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    }
  } catch {
    messages.withLock { $0.append("\(error)") }
  }
  return messages.withLock { $0 }
}

private actor Account {
  private(set) var balance = 50

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await Task.yield()
    balance -= amount
  }
}

@MainActor private final class SearchModel {
  private var task: Task<Void, Never>?
  private(set) var results: [String] = []

  func type(_ text: String) {
    task?.cancel()
    task = Task {
      guard (try? await Env.sleep(for: .milliseconds(300))) != nil else { return }
      results.append(text)
    }
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// Expects one issue about nested seeds; each other one stays.
  fileprivate static var filtersNestedSeeds: Self {
    let isTold = Locked(false)
    return .filterIssues { issue in
      guard "\(issue)".contains("Seeds have no effect") else { return true }
      return isTold.replace(with: true)
    }
  }
}
