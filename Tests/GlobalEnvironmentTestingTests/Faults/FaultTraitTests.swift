import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironmentTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What `.faults(.each)` runs, and what it tells. The trait is asked directly, so that the issues can be expected.
struct FaultTraitTests {

  @Test(.faults(.each)) func `a note is shown as saved only if it is, whatever fails`() async throws {
    Env.stub(.put("/notes/1"), .status(204))
    let model = NoteModel(savesFirst: true)
    await model.save("Milk")
    let isShownAsSaved = await model.isShownAsSaved
    #expect(!isShownAsSaved || Env.files().exists(model.file))
  }

  @Test(.faults(.each), .environment(.mock)) func `a stub that a fault keeps from being used is no issue`() async throws
  {
    Env.stub(.get("/posts"), .text("Posts"))
    try withoutFaults { try Env.secrets().write("s3cret", for: "token") }
    guard (try? Env.secrets().read("token")) != nil else { return }
    _ = try? await Env.http(URLRequest(url: #require(URL(string: "https://example.com/posts"))))
  }

  @Test(.faults(.each)) func `an issue that the test knows is none under a fault`() async throws {
    withKnownIssue { Issue.record("known") }
    _ = try? Env.secrets().read("token")
  }

  @Test func `a request of a session is one of the calls that fail`() async {
    let issues = await issues(of: .faults(.each)) {
      Env.stub(.get("/posts"), .text("Posts"))
      let url = try #require(URL(string: "https://example.com/posts"))
      let answer = try? await Env.urlSession().data(from: url)
      #expect(answer != nil)
    }
    #expect(issues.count == 1 && issues[0].contains("at http GET /posts, 1st"), "\(issues)")
  }

  @Test func `a requirement that fails under a fault is told once`() async {
    let issues = await issues(of: .faults(.each)) {
      Env.stub(.get("/posts"), .text("Posts"))
      let request = URLRequest(url: try #require(URL(string: "https://example.com/posts")))
      let answer = try? await Env.http(request)
      _ = try #require(answer)
    }
    #expect(issues.count == 1 && !issues[0].contains("The test threw"), "\(issues)")
  }

  @MainActor @Test func `a body of the main actor may use what is there`() async throws {
    // Not Sendable.
    final class Model { @MainActor var runs = 0 }
    let model = Model()
    try await withFaults(.each) {
      model.runs += 1
      _ = try? Env.secrets().read("token")
    }
    #expect(model.runs > 1)
  }

  @Test func `a fault strikes what a spy calls, so that the spy records what the program sees`() async {
    let issues = await issues(of: .faults(.only("http[GET /posts]#1=connectionLost"))) {
      Env.stub(.get("/posts"), .text("Posts"))
      let spy = Env.spy(on: \.http)
      let answer = try? await Env.http(URLRequest(url: #require(URL(string: "https://example.com/posts"))))
      #expect(answer == nil && spy.count == 1)
      #expect((spy.calls.last?.error as? URLError)?.code == .networkConnectionLost)
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test(.environment(.mock), .faults(.each))
  func `a spy does not see what a fault itself asks for`() async throws {
    let dates = Env.spy(on: \.date)
    let (timeZones, schedulers) = (Env.spy(on: \.timeZone), Env.spy(on: \.scheduler))
    Env.stub(.get("/posts"), .text("Posts"))
    _ = Env.date()
    _ = try? await Env.http(URLRequest(url: #require(URL(string: "https://example.com/posts"))))
    #expect(dates.count == 1)
    #expect(timeZones.count == 0 && schedulers.count == 0)
  }

  @Test(.environment(.unimplemented { $0.date = { .distantPast } }), .faults(.each))
  func `a fault asks for nothing that is not implemented in a test`() {
    _ = Env.date()
  }

  @Test(.faults(.each)) func `what a test looks at itself is not cancelled with the program`() async {
    Env.stub(.get("/posts"), .text("Posts"))
    let request = URLRequest(url: URL(filePath: "/posts"))
    _ = try? Env.files().read(URL(filePath: "/a"))
    _ = try? await Env.http(request)
    let answer = await withoutFaults { try? await Env.http(request) }
    #expect(answer != nil)
  }

  @Test func `what is cancelled from outside is cancelled where a test looks, too`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await withoutFaults {
        await Task.yield()
        return Task.isCancelled
      }
    }
    #expect(await task.value)
  }

  @MainActor @Test func `what a test looks at may be neither Sendable nor elsewhere`() async throws {
    final class Model {
      var looks = 0
      func look() throws { looks += 1 }
    }
    let model = Model()
    try await withFaults(.each) {
      try? Env.files().write("a", to: URL(filePath: "/tmp/a"))
      try await withoutFaults {
        await Task.yield()
        try model.look()
      }
    }
    #expect(model.looks > 1)
  }

  @Test func `what is left out is not tried, and told with its reason`() async {
    let issues = await issues(
      of: .faults(
        .each.except(.removedElsewhere, because: "nobody else writes them")
          .except(at: "files remove a", because: "it may stay"))
    ) {
      Env.defaults().set(.integer(1), for: "count")
      #expect(Env.defaults().value(for: "count") != nil)
      try? withoutFaults { try Env.files().write("a", to: URL(filePath: "/tmp/a")) }
      #expect(throws: Never.self) { try Env.files().remove(URL(filePath: "/tmp/a")) }
      #expect(throws: Never.self) { try Env.files().write("b", to: URL(filePath: "/tmp/b")) }
    }
    #expect(issues.count == 1, "\(issues)")
    let text = issues.first ?? ""
    #expect(text.contains("at defaults set count, 1st: the process") || text.contains("files write b, 1st"), "\(text)")
    #expect(!text.contains("=removedElsewhere") && !text.contains("files[remove a]"), "\(text)")
    #expect(text.contains("left out: removedElsewhere at any call, because nobody else writes them"), "\(text)")
  }

  @Test func `a fault that is placed by hand beside the plan must happen, too`() async {
    let issues = await issues(of: .faults(.each)) { Env.fail(\.http, with: .offline) }
    #expect(issues.count == 1 && issues[0].contains("offline has not happened"), "\(issues)")
  }

  @Test(
    .faults(.each),
    .environment {
      $0 = .mock
      $0.fail(\.locale, with: .otherLocale)
    })
  func `a fault that is placed by hand in the environment strikes in each run`() {
    #expect(Env.locale().identifier == "ar_EG")
    try? Env.files().write("a", to: URL(filePath: "/tmp/a"))
  }

  @Test(
    .environment {
      $0 = .mock
      $0.fail(\.locale, with: .otherLocale)
    },
    .faults(.each))
  func `a fault of a trait before that of the faults strikes in each run`() {
    #expect(Env.locale().identifier == "ar_EG")
    try? Env.files().write("a", to: URL(filePath: "/tmp/a"))
  }

  @Test(.environment(.mock(date: .distantPast)), .faults(.each))
  func `each run has the environment of the traits around it, made new`() {
    let file = URL(filePath: "/tmp/a")
    #expect(!Env.files().exists(file) && withoutFaults { Env.date() } == .distantPast)
    try? Env.files().write("a", to: file)
  }

  @Test(.environment(.mock), .environment { $0.hostName = { [name = Env.hostName()] in "my.\(name)" } }, .faults(.each))
  func `what a trait asks for is in each run what it was when the trait was applied`() {
    #expect(Env.hostName() == "my.mock.local")
    try? Env.files().write("a", to: URL(filePath: "/tmp/a"))
  }

  @Test(
    .environment(
      .unimplemented {
        let files = InMemoryFiles()
        $0.files = { files }
      }), .faults(.each))
  func `an environment is not made again inside itself`() {
    try? Env.files().write("a", to: URL(filePath: "/tmp/a"))
  }

  @Test(.environment(.unimplemented { $0.locale = { Locale(identifier: "fr_FR") } }), .faults(.each))
  func `an environment without the stubs of a mock is kept`() {
    #expect(["fr_FR", "ar_EG"].contains(Env.locale().identifier))
  }

  @Test(.environment(Environment { $0.locale = { Locale(identifier: "fr_FR") } }), .faults(.each))
  func `an environment that is made by hand is kept, and fails`() {
    #expect(["fr_FR", "ar_EG"].contains(Env.locale().identifier))
    #expect(Env.processIdentifier() == Environment.live.processIdentifier())
  }

  @Test(.environment { $0.hostName = { "changed" } }, .faults(.each))
  func `what a trait changes of the live world is changed of a mock`() {
    #expect(Env.hostName() == "changed" && Env.processIdentifier() == 1)
    try? Env.files().write("a", to: URL(filePath: "/tmp/a"))
  }

  @Test func `a test that fails under faults has one issue, with all that is needed to see it again`() async throws {
    let issues = await issues(of: .faults(.each(depth: 0))) {
      Env.stub(.put("/notes/1"), .status(204))
      let model = NoteModel(savesFirst: false)
      await model.save("Milk")
      let isShownAsSaved = await model.isShownAsSaved
      #expect(!isShownAsSaved || Env.files().exists(model.file))
    }
    #expect(issues.count == 1, "\(issues)")
    let text = issues.first ?? ""
    #expect(text.contains("files write note.txt, 1st"))
    #expect(text.contains("with .virtualTime"))
    #expect(text.contains("Env.fail(\\.files, \"write note.txt\", call: 1, with: .diskFull)"))
    #expect(text.contains("ENV_FAULTS='files[write note.txt]#1=diskFull' swift test --filter"))
    #expect(text.contains("FaultTraitTests.swift:"))
  }
}

/// A suite in virtual time, whose tests have faults.
@Suite(.virtualTime, .environment(.mock))
struct FaultsInVirtualTimeTests {

  @Test(.faults(.each)) func `its trait leaves the time to that of the faults`() async throws {
    #expect(VirtualTimeRun.isUnderWay)
    try? await Env.sleep(for: .seconds(1))
    try? Env.files().write("a", to: URL(filePath: "/tmp/a"))
  }

  @Test func `without faults, nothing of them is in the way`() {
    #expect(FaultRun.current == nil)
    #expect(Env.files() is InMemoryFiles && Env.defaults() is InMemoryDefaults && Env.secrets() is InMemorySecrets)
    #expect(Env.scheduler() is VirtualTime)
  }
}

/// Returns the issues that `body` has under `trait`.
func issues(
  of trait: EnvironmentTrait, _ body: @escaping @concurrent @Sendable () async throws -> Void
) async -> [String] {
  let messages = Locked<[String]>([])
  guard let test = Test.current else { return [] }
  let collecting = IssueHandlingTrait.compactMapIssues { issue in
    // Issues of no test are handed to every test.
    if issue.counts, Test.current != nil { messages.withLock { $0.append("\(issue)") } }
    return nil
  }
  try? await collecting.provideScope(for: test, testCase: nil) {
    do {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    } catch {
      messages.withLock { $0.append("threw \(error)") }
    }
  }
  return messages.withLock { $0 }
}

/// Saves a note to a file and to a server.
@MainActor private final class NoteModel {
  private(set) var isShownAsSaved = false
  private let savesFirst: Bool
  nonisolated let file = Env.files().folder(.documents).appending(component: "note.txt")

  nonisolated init(savesFirst: Bool) {
    self.savesFirst = savesFirst
  }

  func save(_ text: String) async {
    do {
      if savesFirst { try Env.files().write(text, to: file) }
      var request = URLRequest(url: URL(filePath: "/"))
      request.url = URL(string: "https://example.com/notes/1")
      request.httpMethod = "PUT"
      request.httpBody = Data(text.utf8)
      let (_, response) = try await Env.http(request)
      guard response.statusCode == 204 else { return }
      isShownAsSaved = true
      if !savesFirst { try Env.files().write(text, to: file) }
    } catch {}
  }
}
