import Foundation
import GlobalEnvironmentTesting
import Testing

/// Assigns `Env` around a test or a suite, in the task that makes that of the test.
private struct House: TestTrait, SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    Env.hostName = { "house" }
    try await function()
  }
}

/// What a test without a trait leaves behind when it has ended.
struct PlainTestEndTests {
  private final class Held: Sendable {}

  private struct Earlier {
    weak var held: Held?
    weak var scope: EnvironmentScope?
  }

  private static let earlier = Locked<[Earlier]>([])
  private static let earlierWithLimit = Locked<[Earlier]>([])

  @Test(.serialized, arguments: 0..<100)
  func `the environment of a test that has ended is let go of when others begin`(number: Int) throws {
    try leaveFiles(Self.earlier)
  }

  /// Swift Testing runs it in a task inside that of the test.
  @Test(.serialized, .timeLimit(.minutes(10)), arguments: 0..<40)
  func `that of a test with a time limit is, too`(number: Int) throws {
    try leaveFiles(Self.earlierWithLimit)
  }

  private func leaveFiles(_ earlier: Locked<[Earlier]>) throws {
    // The threads of the latest ones may not have released their tasks: on a busy machine, of some twenty.
    #expect(earlier.withLock { $0.count { $0.held != nil || $0.scope != nil } } < 35)
    Env = .mock
    let held = Held()
    Env.hostName = { withExtendedLifetime(held) { "held" } }
    try Env.files().write(Data(count: 4_000_000), to: URL(fileURLWithPath: "/large"))
    #expect(Env.hostName() == "held")
    let scope = EnvironmentScope.current
    earlier.withLock { $0.append(Earlier(held: held, scope: scope)) }
  }

  private static let late = Locked<(task: Task<Void, Never>, goOn: AsyncStream<Void>.Continuation)?>(nil)

  /// The first case leaves a task behind, which the second lets go on when the first has ended.
  @Test(.serialized, arguments: [false, true])
  func `a task that a test leaves behind is reported, and sees no live environment`(isSecond: Bool) async {
    Env = .mock
    if isSecond {
      let late = Self.late.withLock { $0 }
      late?.goOn.finish()
      await late?.task.value
      #expect(late != nil)
      return
    }
    Env.hostName = { "first" }
    let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in goesOn {}
      withKnownIssue {
        #expect(Env.hostName() == "mock.local")
      } matching: {
        $0.description.contains("Env.hostName")
      }
    }
    Self.late.withLock { $0 = (task, goOn) }
  }

  @Test func `the environment of a test stays while the test runs, and its tasks do`() async {
    Env.hostName = { "mine" }
    await Task { await Task { #expect(Env.hostName() == "mine") }.value }.value
    async let child = Env.hostName()
    #expect(await child == "mine")
    #expect(await Task.detached { Env.hostName() }.value == "mine")
    // Other tests begin and end meanwhile.
    for _ in 0..<2_000 { await Task.yield() }
    #expect(Env.hostName() == "mine")
  }

  @Test(House()) func `an environment that a trait of the user's assigns stays for the test`() async {
    #expect(Env.hostName() == "house")
    Env.date = { .distantPast }
    #expect(await Task { Env.hostName() }.value == "house")
    #expect(Env.date() == .distantPast)
  }

  @Test func `an environment that a child task writes first stays for the test`() async {
    async let child: Void = { Env.hostName = { "the child's" } }()
    await child
    for _ in 0..<2_000 { await Task.yield() }
    #expect(Env.hostName() == "the child's")
  }

  // MARK: Detached tasks

  @Test func `what a detached task writes first is the test's, and not the process's`() async {
    await Task.detached { Env.hostName = { "detached" } }.value
    #expect(Env.hostName() == "detached")
    #expect(await Task.detached { Env.hostName() }.value == "detached")
    #expect(EnvironmentScope.root.environment.hostName() != "detached")
  }

  @Test(arguments: 0..<50) func `a test that has read before sees what its tasks write, and no other test's`(
    number: Int
  ) async {
    for host in (0..<5).map({ "\(number) \($0)" }) {
      let before = (0..<10).map { _ in Env.hostName() }
      await Task.detached { Env.hostName = { host } }.value
      #expect(Env.hostName() == host && !before.contains(host))
      await Task.yield()
      #expect(Env.hostName() == host)
    }
  }

  @Test func `so it is however many tasks were made since the test began`() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<70_000 {
        group.addTask {}
        await group.next()
      }
    }
    await Task.detached { Env.hostName = { "detached" } }.value
    #expect(Env.hostName() == "detached")
    #expect(EnvironmentScope.root.environment.hostName() != "detached")
  }

  @Test func `what it writes in a scope that it holds is the test's, too`() async {
    await Task.detached { EnvironmentScope.current.run { Env.hostName = { "held" } } }.value
    #expect(Env.hostName() == "held")
    #expect(EnvironmentScope.root.environment.hostName() != "held")
  }

  @Test(arguments: 0..<50) func `what a detached task of a case writes first is the case's`(number: Int) async {
    await Task.detached { await Task.detached { Env.hostName = { "\(number)" } }.value }.value
    for _ in 0..<10 { await Task.yield() }
    #expect(Env.hostName() == "\(number)")
    Env.locale = { Locale(identifier: "ja_JP") }
    #expect(await Task.detached { [Env.hostName(), Env.locale().identifier] }.value == ["\(number)", "ja_JP"])
  }

  @Test(arguments: 0..<20) func `what a task of a case writes first that begins on an actor is the case's`(number: Int)
    async
  {
    await Writer().write("\(number)")
    #expect(Env.hostName() == "\(number)")
    Env.locale = { Locale(identifier: "ja_JP") }
    await Task.detached { Env.timeZone = { .gmt } }.value
    #expect(Env.hostName() == "\(number)" && Env.locale().identifier == "ja_JP" && Env.timeZone() == .gmt)
  }

  private actor Writer {
    private var count = 0

    func write(_ host: String) async {
      let task = Task {
        // A use of the actor's own: so it begins there, and is not shown when it is made.
        count += 1
        Env.hostName = { host }
      }
      await task.value
    }
  }

  @Test(arguments: 0..<50) func `a detached task sees what its test assigns later`(number: Int) async {
    let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
    let early = Task.detached {
      for await _ in goesOn {}
      return Env.hostName()
    }
    Env.hostName = { "\(number)" }
    goOn.finish()
    #expect(await early.value == "\(number)")
  }

  @Test(arguments: 0..<2)
  func `what tasks of a case write after a detached one wrote first is the case's`(number: Int) async {
    await Task.detached { Env.hostName = { "\(number)" } }.value
    async let child: Void = { Env.locale = { Locale(identifier: "ja_JP") } }()
    await child
    await withTaskGroup { group in group.addTask { Env.timeZone = { .gmt } } }
    await Task { Env.date = { .distantPast } }.value
    await Task { @MainActor in Env.preferredLanguages = { ["ja"] } }.value
    #expect(Env.hostName() == "\(number)" && Env.locale().identifier == "ja_JP")
    #expect(Env.timeZone() == .gmt && Env.date() == .distantPast && Env.preferredLanguages() == ["ja"])
  }

  @Test(arguments: 0..<20) func `tasks that write first at once write to one environment`(number: Int) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Task.detached { Env.hostName = { "\(number)" } }.value }
      group.addTask { Env.locale = { Locale(identifier: "ja_JP") } }
      group.addTask { await Task.detached { Env.timeZone = { .gmt } }.value }
    }
    #expect(Env.hostName() == "\(number)" && Env.locale().identifier == "ja_JP" && Env.timeZone() == .gmt)
  }

  // MARK: Inside an environment that a trait assigns

  @Suite(House()) struct InsideSuite {
    @Test(arguments: 0..<10) func `what a detached task of a case writes first is the case's`(number: Int) async {
      await Task.detached { Env.hostName = { [before = Env.hostName()] in "\(before) \(number)" } }.value
      for _ in 0..<100 { await Task.yield() }
      #expect(Env.hostName() == "house \(number)")
    }

    @Test func `what a detached task of a test writes first is the test's`() async {
      await Task.detached { Env.hostName = { [before = Env.hostName()] in "\(before) of the test" } }.value
      for _ in 0..<100 { await Task.yield() }
      #expect(Env.hostName() == "house of the test")
      #expect(await Task.detached { Env.hostName() }.value == "house of the test")
    }

    @Test(arguments: 0..<2) func `a detached task sees what its case writes later`(number: Int) async {
      let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
      let early = Task.detached {
        for await _ in goesOn {}
        Env.date = { .distantPast }
        return Env.hostName()
      }
      #expect(await Task.detached { Env.hostName() }.value == "house")
      Env.hostName = { "\(number)" }
      goOn.finish()
      #expect(await early.value == "\(number)")
      #expect(Env.hostName() == "\(number)" && Env.date() == .distantPast)
    }
  }
}
