import Foundation
import GlobalEnvironmentMocks
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import GlobalEnvironment
@testable import GlobalEnvironmentTesting

/// Code on queues and threads while tests have environments of their own. One of these assigns that of the process.
@Suite(.serialized)
struct OutsideWatchTests {
  private let watch = OutsideWatch()
  private let test: Test

  init() throws {
    test = try #require(Test.current)
  }

  @Test func `what it asks of the process is a warning, once for each function, with the tests and the cure`() throws {
    let running = watch.testBegan(test.name, family: nil)
    try inScope {
      #expect(abs(Env.date().timeIntervalSinceNow) < 3_600)
      for _ in 0..<100 { _ = Env.processIdentifier() }
    }
    let notes = watch.testEnded(running)
    #expect(notes.map(\.isWarning) == [true, true])
    let first = try #require(notes.first).message
    for part in ["Env.date was called", test.name, "scope.run { … }", #"CodeOutsideTests.mayUse(\.date)"#] {
      #expect(first.contains(part))
    }
  }

  #if os(Linux)
    @Test func `it is told at its line`() throws {
      let running = watch.testBegan(test.name, family: nil)
      let line = #line + 1
      try inScope { _ = Env.date() }
      let places = watch.testEnded(running).map(\.location)
      #expect(places.map { $0?.line } == [line] && places.first??.fileID == #fileID)
    }
  #endif

  @Test func `it does not reach the disk, settings, secrets or the network, and that is an issue`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    let key = UUID().uuidString
    let running = watch.testBegan(test.name, family: nil)
    try inScope {
      try Env.files().write(Data("out".utf8), to: file)
      Env.defaults().set("out", for: key)
    }
    let scope = try #require(watch.scope())
    let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:9")))
    await #expect(throws: OutsideTestsError.self) {
      _ = try await scope.run { try await Env.http(request) }
    }
    let error = await #expect(throws: OutsideTestsError.self) {
      _ = try await scope.run { try await Env.bytes(for: request) }
    }
    #expect(error?.description.contains("Env.httpBytes was called") == true)
    #expect(await scope.run { await Env.openURL(file) } == false)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(UserDefaults.standard.object(forKey: key) == nil)
    let issues = watch.testEnded(running).filter { !$0.isWarning }
    #expect(
      issues.map { $0.message.prefix { $0 != " " } } == [
        "Env.files", "Env.defaults", "Env.http", "Env.httpBytes", "Env.openURL",
      ])
  }

  @Test func `an endpoint of the process that somebody has assigned is left as it is`() async throws {
    try await EnvironmentTrait.environment(.exclusive).provideScope(for: test, testCase: nil) {
      Env.hostName = { "assigned" }
      Env.openURL = { _ in true }
      _ = watch.testBegan(test.name, family: nil)
      #expect(try inScope { Env.hostName() } == "assigned")
      let scope = try #require(watch.scope())
      #expect(await scope.run { await Env.openURL(URL(filePath: "/")) })
      Env.hostName = { "assigned again" }
      #expect(try inScope { Env.hostName() } == "assigned again")
      Env.reset()
    }
  }

  @Test func `a loop in one test does not hide what is called in the next`() throws {
    func loop() { for _ in 0..<100 { _ = Env.date() } }
    func once() { _ = Env.date() }
    let first = watch.testBegan(test.name, family: nil)
    try inScope { loop() }
    #expect(watch.testEnded(first).count == 1)
    let second = watch.testBegan(test.name, family: nil)
    try inScope { once() }
    #expect(watch.testEnded(second).count == 1)
  }

  @Test func `a loop does not hide what another function of the test calls`() throws {
    func loop() { for _ in 0..<100 { _ = Env.date() } }
    func once(_ depth: Int) { depth == 0 ? _ = Env.date() : once(depth - 1) }
    let running = watch.testBegan(test.name, family: nil)
    try inScope {
      loop()
      // No frame of the loop is as large as fifty.
      once(50)
    }
    #expect(watch.testEnded(running).count == 2)
  }

  @Test func `a scope that is taken there is not the live one either`() async throws {
    let running = OutsideWatch.shared.testBegan(test.name, family: nil)
    // No exclusive test runs meanwhile, which would allow it.
    let scope = try await ExclusiveAccess.run {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: EnvironmentScope.current) }
      }
    }
    _ = OutsideWatch.shared.testEnded(running)
    #expect(scope !== EnvironmentScope.root && scope.family === OutsideWatch.family)
  }

  @Test func `what many tests at once ask in one place is noted for the first of them, and not for each`() throws {
    var running: [RunningTest] = []
    for number in 0..<100 {
      running.append(watch.testBegan("\(number)", family: nil))
      try inScope { _ = Env.hostName() }
    }
    #expect(running.dropFirst().flatMap(watch.testEnded).isEmpty)
    #expect(watch.testEnded(running[0]).count == 1)
  }

  @Test func `each function that calls an endpoint is named`() throws {
    func one() { _ = Env.date() }
    func other() { _ = Env.date() }
    let running = watch.testBegan(test.name, family: nil)
    try inScope {
      one()
      one()
      other()
    }
    let messages = watch.testEnded(running).map(\.message)
    #expect(messages.count == 2)
    for (message, name) in zip(messages, ["one", "other"]) {
      #expect(message.contains("Env.date was called by \(name) #1 () "))
    }
  }

  @Test func `an assignment is an issue of a test that runs`() throws {
    #expect(!watch.noteAssignment())
    let running = watch.testBegan(test.name, family: nil)
    #expect(watch.noteAssignment())
    let note = try #require(watch.testEnded(running).first)
    #expect(!note.isWarning && note.message.contains("Env was assigned") && note.message.contains(test.name))
  }

  @Test func `a message is reported by the test whose environment the code is in`() throws {
    let (own, other) = (ScopeFamily(), ScopeFamily())
    let running = [own, other].map { watch.testBegan(test.name, family: $0) }
    let place = SourcePlace(fileID: "App/Search.swift", filePath: "/App/Search.swift", line: 12, column: 3)
    EnvironmentScope(.mock, in: ScopeFamily(in: own)).run {
      #expect(watch.note("Mind the gap.", at: place))
    }
    #expect(watch.testEnded(running[1]).isEmpty)
    let note = try #require(watch.testEnded(running[0]).first)
    #expect(note.message == "Mind the gap." && note.location?.line == 12)
  }

  @Test func `the misuse of a spy on a thread is reported by the test that made the spy`() async throws {
    let (own, other) = (ScopeFamily(), ScopeFamily())
    let running = [own, other].map { OutsideWatch.shared.testBegan(test.name, family: $0) }
    let scope = EnvironmentScope(.mock, in: own)
    let spy = scope.run { Spy<Int, String>(placeholder: "x") }
    await onThread { _ = spy.call(1) }
    #expect(OutsideWatch.shared.testEnded(running[1]).isEmpty)
    let note = try #require(OutsideWatch.shared.testEnded(running[0]).first)
    #expect(note.message.contains("before it was stubbed"))
    withExtendedLifetime(scope) {}
  }

  @Test func `code on a queue is not told that it reaches the live world, as its test is unknown`() async {
    let isTold = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: LiveByAccident.isPossible) }
    }
    #expect(!isTold)
    #expect(LiveByAccident.isPossible)
  }

  @Test(.environment(.mock)) func `a thread without a mock is told to carry the environment there, and a task is not`()
    async
  {
    let advice = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: TestHooks.adviceForMock(inTest: "Assign one.")) }
    }
    #expect(advice.contains("queue.async { scope.run { … } }"))
    #expect(await Task.detached { TestHooks.adviceForMock(inTest: "Assign one.") }.value == "Assign one.")
    #expect(TestHooks.adviceForMock(inTest: "Assign one.") == "Assign one.")
  }

  @Test func `what a test has left behind on a queue gets the same when the test has ended, and the next one says so`()
    async throws
  {
    _ = watch.testEnded(watch.testBegan("a()", family: ScopeFamily()))
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    let wasAssigned = await onThread { [watch] in
      watch.scope()?.run {
        _ = Env.date()
        try? Env.files().write(Data("out".utf8), to: file)
      }
      return watch.noteAssignment()
    }
    #expect(wasAssigned)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let notes = watch.testEnded(watch.testBegan("b()", family: nil))
    #expect(notes.map(\.isWarning) == [true, false, false])
    for note in notes { #expect(note.message.contains("after a() had ended")) }
  }

  // MARK: The innocent

  @Test func `the main thread is left alone when the tests have ended, as the process ends there`() async {
    _ = watch.testEnded(watch.testBegan("a()", family: ScopeFamily()))
    let (scope, isNoted) = await MainActor.run { [watch] in (watch.scope(), watch.noteAssignment()) }
    #expect(scope == nil && !isNoted)
  }

  @Test func `so is a process whose tests have the process's environment, each to itself`() async {
    _ = watch.testEnded(watch.testBegan("a()", family: nil))
    let isLeftAlone = await onThread { [watch] in watch.scope() == nil }
    #expect(isLeftAlone)
  }

  @Test func `nothing is watched while no test has an environment of its own`() {
    #expect(watch.scope() == nil)
    let running = watch.testBegan(test.name, family: nil)
    #expect(watch.scope() != nil)
    #expect(watch.testEnded(running).isEmpty)
    #expect(watch.scope() == nil)
  }

  @Test func `nor while a test has the live world`() throws {
    #expect(Environment.live.isLive)
    #expect(!Environment.mock.isLive && !Environment { $0.hostName = { "changed" } }.isLive)
    let running = TestScopes.traitBegan(for: test, family: ScopeFamily(), isLive: true)
    #expect(running == nil)
    TestScopes.traitEnded(for: test, running)
  }

  @Test func `what is allowed is not told, and is the process's own`() throws {
    watch.allow("Env.date")
    watch.allow("Env.files")
    let running = watch.testBegan(test.name, family: nil)
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try inScope {
      _ = Env.date()
      try Env.files().write(Data("out".utf8), to: file)
    }
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(watch.testEnded(running).isEmpty)
  }

  @Test func `one endpoint of one's own may be allowed`() throws {
    watch.allow(CodeOutsideTests.name(of: \.allowed))
    let running = watch.testBegan(test.name, family: nil)
    try inScope { #expect(Env.allowed == 1 && Env.forbidden == 1) }
    let messages = watch.testEnded(running).map(\.message)
    #expect(messages.count == 1)
    #expect(messages.first?.contains(#"CodeOutsideTests.mayUse(\.forbidden)"#) == true)
  }

  @Test func `a test that has the process's environment lets threads use it`() async {
    _ = watch.testBegan(test.name, family: nil)
    await watch.allowed { #expect(watch.scope() == nil) }
    #expect(watch.scope() != nil)
  }

  @Test func `what was asked while a test did not run is not told by it`() throws {
    let running = watch.testBegan(test.name, family: nil)
    try inScope { _ = Env.date() }
    #expect(watch.testEnded(running).count == 1)
    let next = watch.testBegan(test.name, family: nil)
    #expect(watch.testEnded(next).isEmpty)
  }

  #if os(macOS) || os(Linux)
    @Test func `what no test has recorded is said when the process ends`() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Env = .live
        let running = OutsideWatch.shared.testBegan("the last test", family: nil)
        try #require(OutsideWatch.shared.scope()).run { _ = Env.date() }
        withExtendedLifetime(running) {}
        // As the process of a whole test run does; that of an exit test passes over what is to be called at the end.
        exit(EXIT_SUCCESS)
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("warning: Env.date was called"))
      #expect(text.contains("while the last test ran"))
    }

    @Test func `what would have failed the last test makes the process fail`() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Env = .live
        let running = OutsideWatch.shared.testBegan("the last test", family: nil)
        #expect(OutsideWatch.shared.noteAssignment())
        let place = SourcePlace(fileID: "App/Search.swift", filePath: "/App/Search.swift", line: 12, column: 3)
        #expect(OutsideWatch.shared.note("Mind the gap.", at: place))
        withExtendedLifetime(running) {}
        exit(EXIT_SUCCESS)
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("error: Env was assigned"))
      #expect(text.contains("Search.swift:12:3: error: Mind the gap. It happened while the last test ran."), "\(text)")
    }
  #endif

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  private func inScope<Result>(_ body: () throws -> Result) throws -> Result {
    try #require(watch.scope()).run(body)
  }
}

extension EnvironmentEndpoints {
  fileprivate var allowed: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 1, mock: 2) }
  fileprivate var forbidden: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 1, mock: 2) }
}
