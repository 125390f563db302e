import Foundation
import GlobalEnvironmentTesting
import Testing

/// Tests that have the process's own environment, one at a time.
struct ExclusiveEnvironmentTests {
  private let trait: EnvironmentTrait = .environment(.exclusive)

  private var hostNameOnAThread: String {
    get async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Env.hostName()) }
      }
    }
  }

  @Test func `code outside any test sees what the test sets`() async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {
      Env.hostName = { "exclusive" }
      #expect(await hostNameOnAThread == "exclusive")
      Env.reset()
    }
  }

  @Test func `a thread may set what the test sees`() async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          Env.hostName = { "set by a thread" }
          continuation.resume()
        }
      }
      #expect(Env.hostName() == "set by a thread")
      Env.reset()
    }
  }

  @Test func `a task that a thread or a queue makes sees what the test has set`() async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {
      Env.hostName = { "set" }
      let onThread = await withCheckedContinuation { continuation in
        Thread.detachNewThread { Task { continuation.resume(returning: Env.hostName()) } }
      }
      let onQueue = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          Task.detached {
            Env.locale = { Locale(identifier: "ja_JP") }
            continuation.resume(returning: Env.hostName())
          }
        }
      }
      #expect([onThread, onQueue] == ["set", "set"])
      #expect(Env.locale().identifier == "ja_JP")
      Env.reset()
    }
  }

  @Test func `a test beside it reads, writes and begins in the process's environment as it was`() async throws {
    let test = try #require(Test.current)
    let hostName = Env.hostName()
    let (isChanged, change) = AsyncStream.makeStream(of: Void.self)
    let (isSeen, see) = AsyncStream.makeStream(of: Void.self)
    // In this test, but not in the scope that the trait binds below, as a test beside it is.
    let beside = Task {
      for await _ in isChanged { break }
      var seen = [Env.hostName(), EnvironmentScope.current.run { Env.hostName() }]
      seen.append(
        withEnvironment {
          $0.locale = { Locale(identifier: "de") }
        } perform: {
          Env.hostName()
        })
      let trait = EnvironmentTrait.environment { $0.locale = { Locale(identifier: "de") } }
      try await trait.provideScope(for: test, testCase: nil) { #expect(Env.hostName() == hostName) }
      Env.locale = { Locale(identifier: "de") }
      seen.append(Env.hostName())
      see.finish()
      return seen
    }
    try await trait.provideScope(for: test, testCase: nil) {
      Env.hostName = { "exclusive" }
      change.finish()
      for await _ in isSeen {}
      #expect(Env.hostName() == "exclusive")
      Env.reset()
    }
    #expect(try await beside.value == [hostName, hostName, hostName, hostName])
  }

  @Test func `so does a detached task of a test beside it`() async throws {
    let test = try #require(Test.current)
    let hostName = Env.hostName()
    let (isChanged, change) = AsyncStream.makeStream(of: Void.self)
    let (isSeen, see) = AsyncStream.makeStream(of: Void.self)
    let beside = Task.detached {
      for await _ in isChanged {}
      let first = Env.hostName()
      Env.locale = { Locale(identifier: "de") }
      defer { see.finish() }
      return [first, Env.hostName(), Env.locale().identifier]
    }
    try await trait.provideScope(for: test, testCase: nil) {
      Env.hostName = { "exclusive" }
      change.finish()
      for await _ in isSeen {}
      #expect(Env.hostName() == "exclusive" && Env.locale().identifier != "de")
      Env.reset()
    }
    #expect(await beside.value == [hostName, hostName, "de"])
  }

  @Test func `they come one after another, and one inside another does not wait`() async throws {
    let test = try #require(Test.current)
    let inside = Locked((now: 0, most: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try? await trait.provideScope(for: test, testCase: nil) {
            try await trait.provideScope(for: test, testCase: nil) {
              inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
              for _ in 0..<10 { await Task.yield() }
              inside.withLock { $0.now -= 1 }
            }
          }
        }
      }
    }
    #expect(inside.withLock { $0.most } == 1)
  }

  @Test func `one inside another has the process's environment, also where a suite between them has a mock`()
    async throws
  {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {
      try await EnvironmentTrait.environment(.mock).provideScope(for: test, testCase: nil) {
        try await trait.provideScope(for: test, testCase: nil) {
          Env.hostName = { "exclusive" }
          #expect(await hostNameOnAThread == "exclusive")
          Env.reset()
        }
      }
    }
  }

  @Test func `what a test leaves changed is put back, and named`() async throws {
    let test = try #require(Test.current)
    let messages = Locked<[String]>([])
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: nil) {
        Env.hostName = { "left behind" }
      }
    } matching: { issue in
      messages.withLock { $0.append(issue.description) }
      return true
    }
    #expect(messages.withLock { $0 }.count == 1)
    #expect(messages.withLock { $0 }.first?.contains("left the process's environment changed: hostName.") == true)
    #expect(EnvironmentScope.root.environment.hostName() != "left behind")
  }

  @Test func `a test may put back all, one endpoint, or one of its own that is no function`() async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {
      let before = Env
      Env = .mock
      Env.house = "another"
      Env = before

      let date = Env.date
      Env.date = { .distantPast }
      Env.date = date

      let (house, rooms) = (Env.house, Env.rooms)
      Env.house = "a house whose name does not fit into a word or two"
      Env.rooms.count = { 3 }
      Env.house = house
      Env.rooms = rooms
    }
  }

  @Test func `a test may put back any value of its own, whatever the bits are that it does not use`() async throws {
    let test = try #require(Test.current)
    func putsBack<Value>(_ path: any WritableKeyPath<Environment, Value> & Sendable, _ value: Value) async throws
    where Value: Sendable {
      try await trait.provideScope(for: test, testCase: nil) {
        let before = Env[keyPath: path]
        Env[keyPath: path] = value
        Env[keyPath: path] = before
      }
    }
    try await putsBack(\.garden, SmallGarden(area: 2))
    try await putsBack(\.park, Park())
    try await putsBack(\.windows, Windows(areOpen: true))
    try await putsBack(\.knock, nil)
    try await trait.provideScope(for: test, testCase: nil) {
      let garden = Env.garden
      Env.garden = Park()
      Env.garden = garden
      Env.windows.areOpen = true
      Env.windows.areOpen = false
      Env.guests.insert("one more")
      Env.guests.remove("one more")
    }
  }

  @Test func `a test may put back a function of its own, and what it reaches by a key path`() async throws {
    let test = try #require(Test.current)
    @Sendable func kept<Value>(_ path: WritableKeyPath<Environment, Value>, _ value: Value) {
      let before = Env[keyPath: path]
      Env[keyPath: path] = value
      Env[keyPath: path] = before
    }
    try await trait.provideScope(for: test, testCase: nil) {
      let bell = Env.bell
      Env.bell = { 7 }
      Env.bell = bell
      #expect(Env.bell() == 1)
      let slowBell = Env.slowBell
      Env.slowBell = { 7 }
      Env.slowBell = slowBell

      kept(\.hostName, { "changed" })
      kept(\.bell, { 7 })
      kept(\.slowBell, { throw CancellationError() })
      kept(\.rooms, Rooms(count: { 7 }))
      kept(\.environmentVariable, { _ in "changed" })
      #expect(Env.hostName() == Environment.live.hostName())
    }
  }

  @Test func `a spy that was removed has left nothing changed, also one on an endpoint of one's own`() async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {
      let (first, second) = (Env.spy(on: \.hostName), Env.spy(on: \.hostName))
      let own = Env.spy(on: \.bell)
      _ = (Env.hostName(), Env.bell())
      first.remove()
      second.remove()
      own.remove()
    }
    try await trait.provideScope(for: test, testCase: nil) {
      let member = Env.spy(on: \.rooms.count)
      _ = Env.rooms.count()
      member.remove()
    }
  }

  @Test func `one that was not removed is named`() async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: nil) {
        let (first, second) = (Env.spy(on: \.hostName), Env.spy(on: \.hostName))
        second.remove()
        _ = first
      }
    } matching: {
      $0.description.contains("changed: hostName.")
    }
  }

  @Test func `a function around the one before is not that`() async throws {
    let test = try #require(Test.current)
    let messages = Locked<[String]>([])
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: nil) {
        let bell = Env.bell
        Env.bell = { bell() }
        Env.hostName = { [before = Env.hostName] in before() }
      }
    } matching: { issue in
      messages.withLock { $0.append(issue.description) }
      return true
    }
    #expect(messages.withLock { $0 }.contains { $0.contains("changed: hostName, endpoints of your own.") })
  }

  @Test func `an endpoint of one's own that stays changed is named, whatever it holds`() async throws {
    let test = try #require(Test.current)
    let messages = Locked<[String]>([])
    let changes: [@Sendable () -> Void] = [
      { Env.house = "another" }, { Env.rooms.count = { 3 } }, { Env.bell = { 3 } },
      { Env.garden = SmallGarden(area: 3) }, { Env.park = Park() }, { Env.windows.areOpen = true }, { Env.knock = nil },
      { Env.windows.onOpen = { 3 } }, { Env.guests.insert("one more") },
      { Env.visitor = Visitor(name: "A", ticket: 2) }, { Env.path = .ofSteps(2_000) },
    ]
    for change in changes {
      try await withKnownIssue {
        try await trait.provideScope(for: test, testCase: nil) { change() }
      } matching: { issue in
        messages.withLock { $0.append(issue.description) }
        return true
      }
    }
    #expect(messages.withLock { $0.filter { $0.contains("changed: endpoints of your own.") }.count } == changes.count)
  }
}

private struct Rooms: Sendable {
  var count: @Sendable () -> Int = { 1 }
  var doors: @Sendable () -> Int = { 2 }
}

private protocol Garden: Sendable {}
private final class Park: Garden {}
private struct SmallGarden: Garden { var area = 1 }

private struct Windows: Sendable {
  var areOpen = false
  var count = 1
  var onOpen: @Sendable () -> Int = { 1 }
}

/// Deeper than values are compared.
private indirect enum Path: Sendable {
  case end(Int)
  case step(Path)

  static func ofSteps(_ count: Int) -> Path { (0..<count).reduce(.end(count)) { path, _ in .step(path) } }
}

/// Equal to others of the same name, and shows no more than that.
private struct Visitor: Equatable, CustomReflectable {
  var name = "A"
  var ticket = 1
  var customMirror: Mirror { Mirror(self, children: ["name": name]) }

  static func == (one: Self, other: Self) -> Bool { one.name == other.name }
}

extension EnvironmentEndpoints {
  fileprivate var garden: EnvironmentEndpoint<any Garden> {
    EnvironmentEndpoint(live: SmallGarden(), mock: SmallGarden())
  }
  fileprivate var park: EnvironmentEndpoint<any Garden> { EnvironmentEndpoint(live: Park(), mock: Park()) }
  fileprivate var windows: EnvironmentEndpoint<Windows> { EnvironmentEndpoint(live: Windows(), mock: Windows()) }
  fileprivate var knock: EnvironmentEndpoint<(@Sendable (String) -> Void)?> {
    EnvironmentEndpoint(live: { _ in }, mock: nil)
  }
  fileprivate var guests: EnvironmentEndpoint<Set<String>> { EnvironmentEndpoint(live: ["A", "B"], mock: []) }
  fileprivate var path: EnvironmentEndpoint<Path> { EnvironmentEndpoint(live: .ofSteps(2_001), mock: .end(0)) }
  fileprivate var visitor: EnvironmentEndpoint<Visitor> { EnvironmentEndpoint(live: Visitor(), mock: Visitor()) }
  fileprivate var house: EnvironmentEndpoint<String> { EnvironmentEndpoint(live: "live", mock: "mock") }
  fileprivate var rooms: EnvironmentEndpoint<Rooms> { EnvironmentEndpoint(live: Rooms(), mock: Rooms()) }
  fileprivate var slowBell: EnvironmentEndpoint<@Sendable () async throws -> Int> {
    EnvironmentEndpoint(live: { 1 }, mock: { 1 })
  }
  fileprivate var bell: EnvironmentEndpoint<@Sendable () -> Int> { EnvironmentEndpoint(live: { 1 }, mock: { 0 }) }
}
