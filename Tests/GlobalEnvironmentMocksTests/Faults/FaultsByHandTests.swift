import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks

/// What is reported about faults placed by hand. The trait is asked directly, so that the issues can be expected.
@Suite(.hidesKnownIssues)
struct FaultsByHandTests {

  private func issues(of body: @escaping @concurrent @Sendable () async throws -> Void) async throws -> [String] {
    let trait: EnvironmentTrait = .environment(.mock)
    let test = try #require(Test.current)
    return await SendingRequests.issues {
      try? await trait.provideScope(for: test, testCase: nil, performing: body)
    }
  }

  @Test func `a fault that has happened is no issue`() async throws {
    #expect(
      try await issues {
        Env.fail(\.files, with: .noPermission)
        _ = try? Env.files().read(URL(filePath: "/a"))
      }.isEmpty)
  }

  @Test func `a fault whose call has not come is an issue at its line`() async throws {
    let line = #line + 2
    let messages = try await issues {
      Env.fail(\.http, "GET /posts", call: 2, with: .offline)
      Env.stub(.get("/posts"), .ok)
      try await send("/posts")
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("FaultsByHandTests.swift:\(line)") == true, "\(messages)")
    #expect(
      messages.first?.contains(
        "offline has not happened: it waits for call 2 of http GET /posts, which was called once.")
        == true, "\(messages)")
  }

  @Test func `a fault at a call that is misspelt is an issue that names the calls that came`() async throws {
    let messages = try await issues {
      Env.fail(\.files, "wirte a", with: .diskFull)
      try Env.files().write("", to: URL(filePath: "/tmp/a"))
    }
    #expect(
      messages.first?.contains("which was called 0 times. There were calls of: files write a. Remove it") == true,
      "\(messages)")
  }

  @Test func `a stub that is unused after a fault is no issue`() async throws {
    for fault in [EnvironmentFault.offline, .serverError] {
      #expect(
        try await issues {
          Env.stub(.get("/posts"), .ok)
          Env.fail(\.http, "GET /posts", with: fault)
          _ = try? await send("/posts")
        }.isEmpty)
    }
    #expect(
      try await issues {
        Env.stub(.get("/posts"), .ok)
        Env.fail(\.secrets, "read token", with: .locked)
        if (try? Env.secrets().read("token")) != nil { try await send("/posts") }
      }.isEmpty)
  }

  @Test func `a stub that is unused although no fault has happened is an issue, as is one that expects requests`()
    async throws
  {
    let unused = try await issues {
      Env.stub(.get("/posts"), .ok)
      Env.fail(\.secrets, "read token", with: .locked)
    }
    #expect(unused.count == 2 && unused.contains { $0.contains("has answered no request") }, "\(unused)")
    let expected = try await issues {
      Env.stub(.get("/posts"), .ok).expect(calls: 2)
      Env.fail(\.http, with: .serverError)
      try await send("/posts")
    }
    #expect(expected.count == 1 && expected[0].contains("1 request, but 2 requests are expected"), "\(expected)")
  }

  @Test func `a fault of an inner scope or of a copy whose call has not come is an issue`() async throws {
    let messages = try await issues {
      withEnvironment {
        $0.date = { .distantPast }
      } perform: {
        Env.fail(\.secrets, with: .locked)
      }
      withEnvironment {
        $0.fail(\.files, "write a", with: .diskFull)
      } perform: {
      }
      var copy = Env
      copy.fail(\.files, "write b", with: .diskFull)
      withEnvironment(copy) { try? Env.files().write("", to: URL(filePath: "/tmp/b")) }
    }
    #expect(messages.count == 2, "\(messages)")
    #expect(messages.first?.contains("locked has not happened") == true, "\(messages)")
    #expect(messages.last?.contains("files write a, which was called 0 times") == true, "\(messages)")
  }

  @Test func `a fault that does not fit its call is an issue that names those that do`() async throws {
    let messages = try await issues {
      Env.fail(\.http, with: .diskFull)
      Env.stub(.get("/posts"), .ok)
      try await send("/posts")
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains("diskFull does not fit http GET /posts, 1st. Choose one of these: .offline") == true)
  }

  @Test func `an endpoint without faults is an issue`() async throws {
    let messages = try await issues {
      Env.fail(\.uuid, with: .offline)
      Env.fail(\.silent)
      Env.fail(\.http, call: 0, with: .offline)
    }
    #expect(messages.count == 3)
    #expect(messages.first?.contains("Env.fail knows no fault for Env.uuid.") == true, "\(messages)")
    #expect(messages.dropFirst().first?.contains("silent does not say how it fails.") == true, "\(messages)")
    #expect(messages.last?.contains("calls are counted from 1") == true, "\(messages)")
  }

  @Test func `a fault of a live endpoint is an issue, and removes no file`() async throws {
    let file = try Self.realFile()
    defer { try? FileManager.default.removeItem(at: file) }
    for var world in Self.withLiveFiles {
      let messages = await SendingRequests.issues { world.fail(\.files, with: .gone) }
      _ = try? world.files().read(file)
      #expect(messages.count == 1 && messages[0].contains("Env.files is live"), "\(messages)")
    }
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a plan makes no live endpoint fail, and removes no file`() throws {
    let file = try Self.realFile()
    defer { try? FileManager.default.removeItem(at: file) }
    for var world in Self.withLiveFiles {
      world.adapt(to: FaultRun(try FaultPlan(reading: "files[read \(file.lastPathComponent)]#1=gone")))
      #expect(throws: Never.self) { try world.files().read(file) }
    }
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  private static var withLiveFiles: [Environment] {
    var mock = Environment.mock
    mock.files = Environment.live.files
    return [.live, mock]
  }

  private static func realFile() throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(component: "fault-\(UUID())")
    try Data().write(to: file)
    return file
  }

  @Test func `a world that is made by hand fails as asked`() async {
    var world = Environment { $0.http = { _ in throw URLError(.badURL) } }
    world.fail(\.http, with: .offline)
    #expect(await failure { try await world.http(request("/posts")) } == .notConnectedToInternet)
  }

  @Test func `a process cannot be killed by hand, which is an issue that says how`() async throws {
    let messages = try await issues {
      Env.fail(\.files, "write a", with: .killed)
      try? Env.files().write("", to: URL(filePath: "/tmp/a"))
      #expect(!Env.files().exists(URL(filePath: "/tmp/a")))
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains(#".faults(.only("files[write a]#1=killed"))"#) == true, "\(messages)")
  }

  @Test(.environment(.mock)) func `each fault is counted from where it is placed`() throws {
    let file = URL(filePath: "/tmp/a")
    try Env.files().write("a", to: file)
    let reads = { (0..<2).map { _ in (try? Env.files().read(file)) != nil } }
    for _ in 0..<2 {
      Env.fail(\.files, "read a", call: 2, with: .inputOutputError)
      Env.fail(\.files, call: 1, with: .inputOutputError)
      #expect(reads() == [false, false])
    }
  }

  @Test(.environment(.mock)) func `an endpoint that was assigned after a fault can fail again`() async throws {
    Env.fail(\.http, with: .serverError)
    #expect(try await send("/posts").status == 500)
    Env.stub(.get("/posts"), .ok)
    Env.http = { [before = Env.http] in try await before($0) }
    #expect(try await send("/posts").status == 200)
    Env.fail(\.http, with: .serverError)
    #expect(try await send("/posts").status == 500)
  }

  @Test(.environment(.mock)) func `a fault in an inner scope leaves the outer one as it was`() throws {
    let file = URL(filePath: "/tmp/a")
    try Env.files().write("a", to: file)
    Env.fail(\.date, with: .clockForward)
    _ = Env.date()
    withEnvironment(Env) {
      Env.fail(\.files, with: .noPermission)
      #expect(throws: CocoaError.self) { try Env.files().read(file) }
    }
    Env.fail(\.files, with: .noPermission)
    #expect(throws: CocoaError.self) { try Env.files().read(file) }
  }

  @Test(.environment(.mock)) func `two faults of the clock move it twice`() {
    let start = Env.date()
    Env.fail(\.date, with: .clockForward)
    #expect(Env.date() == start + 86_400)
    Env.fail(\.date, with: .clockForward)
    #expect(Env.date() == start + 2 * 86_400)
  }

  @Test(.environment(.mock)) func `a date that is assigned over itself is moved once`() {
    let start = Env.date()
    Env.fail(\.date, with: .clockForward)
    #expect(Env.date() == start + 86_400)
    Env.date = { [before = Env.date] in before() + 1 }
    #expect(Env.date() == start + 86_401)
    Env.fail(\.date, with: .clockForward)
    #expect(Env.date() == start + 2 * 86_400 + 1)
  }

  @Test(.environment(.mock)) func `a request that is slow waits at no line of this package`() async throws {
    Env.stub(.get("/posts"), .ok)
    Env.fail(\.http, with: .slow)
    let task = Task { try await send("/posts") }
    while Env.time.pending.isEmpty { await Task.yield() }
    #expect(Env.time.pending.first?.place == nil)
    await Env.time.advance(by: .seconds(30))
    #expect(try await task.value.status == 200)
  }

  @Test(.environment(.mock)) func `what a test looks at itself does not fail, and is not counted`() throws {
    let file = URL(filePath: "/tmp/a")
    try Env.files().write("a", to: file)
    Env.fail(\.files, "read a", with: .inputOutputError)
    #expect(try withoutFaults { try Env.files().readText(file) } == "a")
    #expect(throws: CocoaError.self) { try Env.files().readText(file) }
  }

  @Test(.environment(.mock), arguments: [false, true])
  func `a task that outlives what a test looks at fails as others do`(isAsync: Bool) async throws {
    let file = URL(filePath: "/tmp/a")
    let (stream, go) = AsyncStream.makeStream(of: Void.self)
    let start = {
      Task {
        for await _ in stream {}
        return (try? Env.files().write("a", to: file)) != nil
      }
    }
    let task =
      if isAsync {
        await withoutFaults {
          await Task.yield(); return start()
        }
      } else { withoutFaults(start) }
    Env.fail(\.files, "write a", with: .diskFull)
    go.finish()
    #expect(await !task.value)
  }
}

extension EnvironmentEndpoints {
  fileprivate var silent: EnvironmentEndpoint<@Sendable () -> Void> { EnvironmentEndpoint(live: {}, mock: {}) }
}
