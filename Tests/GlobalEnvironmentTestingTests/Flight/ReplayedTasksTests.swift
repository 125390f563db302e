import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import GlobalEnvironmentTime
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Programs whose tasks run at the same time: each gets again what it got.
@Suite struct ReplayedTasksTests {

  /// Fifty where somebody has the time.
  private static let flights = Environment.live.environmentVariable("END_TO_END") == nil ? 3 : 50

  /// Draws, and asks what it has drawn.
  @Sendable private static func race(_ lane: Int, _ url: @Sendable (String) -> URL?, rounds: Int) async {
    for round in 0..<rounds {
      let (number, tag) = (Env.random(in: 0..<1_000), Env.uuid())
      if let url = url("/?lane=\(lane)&round=\(round)&number=\(number)&tag=\(tag)") {
        _ = try? await Env.http(URLRequest(url: url))
      }
      if number % 7 == 0 { try? await Env.sleep(for: .milliseconds(2)) }
    }
  }

  private static func replay(
    _ world: RecordedWorld, asksAll: Bool = true, _ body: @Sendable () async throws -> Void
  ) async throws {
    let trait: EnvironmentTrait = .flight(world.file.path, asksAll: asksAll)
    try await trait.provideScope(for: try #require(Test.current), testCase: nil, performing: body)
  }

  /// Runs `body`, and returns its issues, which are not recorded.
  private static func issues(_ body: @Sendable () async throws -> Void) async throws -> [String] {
    let texts = Locked<[String]>([])
    let test = try #require(Test.current)
    let looking = IssueHandlingTrait.compactMapIssues { issue in
      if Test.current?.id != test.id { return issue }
      texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return nil
    }
    try await looking.provideScope(for: test, testCase: nil) { try await body() }
    return texts.withLock { $0 }
  }

  @Test(arguments: [false, true])
  func `four tasks that draw and ask what they drew replay, made by one or each by its own`(isDetached: Bool)
    async throws
  {
    let server = try LoopbackServer { _ in .text("ok") }
    let url: @Sendable (String) -> URL? = { server.url($0) }
    let live = Environment.live
    let program: @Sendable () async -> Void = {
      await withTaskGroup { group in
        for lane in 0..<4 {
          group.addTask {
            if isDetached {
              await Task.detached { await Self.race(lane, url, rounds: 30) }.value
            } else {
              await Self.race(lane, url, rounds: 30)
            }
          }
        }
      }
    }
    for _ in 0..<Self.flights {
      let world = try await RecordedWorld(http: live.http) { await program() }
      try await Self.replay(world) { await program() }
    }
  }

  @Test func `tasks of each round have the values of that round`() async throws {
    let program: @Sendable () async -> Void = {
      for round in 0..<20 {
        async let first: Void = Self.race(2 * round, { URL(string: "https://example.com\($0)") }, rounds: 1)
        async let second: Void = Self.race(2 * round + 1, { URL(string: "https://example.com\($0)") }, rounds: 1)
        _ = await (first, second)
      }
    }
    let world = try await RecordedWorld(http: { request in
      try await ContinuousClock().sleep(for: .microseconds(200))
      return try answer(request, "{}")
    }) { await program() }
    try await Self.replay(world) { await program() }
  }

  // Where yields do not show, ready tasks take turns in no fixed order, and the search may give up.
  @Test(.enabled(if: Jobs.showYields))
  func `downloads at the same time, each into a file with a name of its own, replay`() async throws {
    let server = try LoopbackServer { .text($0.target) }
    let live = Environment.live
    let program: @Sendable (URL) async throws -> Void = { folder in
      for round in 0..<10 {
        await withTaskGroup { group in
          for number in 0..<3 {
            group.addTask {
              let new = folder.appending(component: "\(Env.uuid()).new")
              let request = URLRequest(url: server.url("/?\(number)&\(round)"))
              guard let (data, _) = try? await Env.http(request) else { return }
              try? Env.files().write(data, to: new)
              try? Env.files().remove(folder.appending(component: "\(number)"))
              try? Env.files().move(new, to: folder.appending(component: "\(number)"))
            }
          }
        }
      }
    }
    for _ in 0..<Self.flights {
      let folder = FileManager.default.temporaryDirectory.appending(component: "Downloads-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let world = try await RecordedWorld(http: live.http) { try await program(folder) }
      try await Self.replay(world) { try await program(folder) }
    }
  }

  @Test func `a task that was made first and asks last does not get the values of another`() async throws {
    let program: @Sendable (_ pause: Duration) async -> Void = { pause in
      await withTaskGroup { group in
        for lane in 0..<2 {
          group.addTask {
            if lane == 0 { try? await Env.sleep(for: pause) }
            await Self.race(lane, { URL(string: "https://example.com\($0)") }, rounds: 2)
          }
        }
      }
    }
    for pause in [Duration.milliseconds(5), .milliseconds(90)] {
      let world = try await RecordedWorld { await program(pause) }
      try await Self.replay(world) { await program(pause) }
    }
  }

  @Test(arguments: [[3, 1, 0, 2], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]])
  func `tasks made in another order than they were are told apart by what they ask later`(order: [Int]) async throws {
    let program: @Sendable ([Int]) async -> Void = { lanes in
      await withTaskGroup { group in
        for lane in lanes {
          group.addTask { await Self.race(lane, { URL(string: "https://example.com\($0)") }, rounds: 3) }
        }
      }
    }
    let world = try await RecordedWorld { await program(order.sorted()) }
    try await Self.replay(world) { await program(order) }
  }

  @Test func `tasks that ask the same may change places`() async throws {
    let program: @Sendable () async -> Void = {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { _ = try? await fetch("/same", method: "POST", body: "\(Env.uuid())") }
        }
      }
    }
    let world = try await RecordedWorld { await program() }
    try await Self.replay(world) { await program() }
  }

  @Test func `a task whose lane ended with the flight takes nothing of another's`() async throws {
    let drawn = Locked<[UUID]>([])
    let world = try await RecordedWorld {
      await withTaskGroup { group in
        for count in [1, 3] {
          group.addTask {
            let values = (0..<count).map { _ in Env.uuid() }
            if count == 3 { drawn.replace(with: values) }
          }
        }
      }
    }
    try await Self.replay(world) {
      let first = Task {
        _ = Env.uuid()
        try await Env.sleep(for: .milliseconds(1))
        return Env.uuid()
      }
      let second = Task {
        var values = [Env.uuid()]
        try await Env.sleep(for: .milliseconds(2))
        values += [Env.uuid(), Env.uuid()]
        return values
      }
      _ = try await first.value
      #expect(try await second.value == drawn.withLock { $0 })
    }
  }

  @Test func `what several tasks did, one may do`() async throws {
    let world = try await RecordedWorld(http: { try answer($0, $0.url?.query ?? "") }) {
      for number in 0..<3 { await Task { _ = try? await fetch("/?\(number)=\(Env.uuid())") }.value }
    }
    try await Self.replay(world) {
      for number in 0..<3 { _ = try await fetch("/?\(number)=\(Env.uuid())") }
    }
  }

  @Test func `what one task did, several may do`() async throws {
    let program: @Sendable (Int) async throws -> Void = { _ = try await fetch("/?\($0)=\(Env.uuid())") }
    let world = try await RecordedWorld { for number in 0..<3 { try await program(number) } }
    try await Self.replay(world) {
      for number in 0..<3 { try await Task { try await program(number) }.value }
    }
  }

  @Test func `a program that differs has one issue, with what is next, and how much follows`() async throws {
    let program: @Sendable (Int) async -> Void = { shift in
      await withTaskGroup { group in
        for lane in 0..<4 {
          group.addTask {
            for round in 0..<10 {
              _ = try? await fetch("/\(round + shift)?lane=\(lane)&tag=\(Env.uuid())")
              if lane == 2, round == 4 { _ = shift > 0 ? Env.uuid() : nil }
            }
          }
        }
      }
    }
    let world = try await RecordedWorld { await program(0) }
    let texts = try await Self.issues { try await Self.replay(world, asksAll: false) { await program(1) } }
    let text = texts.joined(separator: "\n---\n")
    #expect(texts.count == 1, "\(text)")
    #expect(text.contains("No stub matches GET https://example.com/1"))
    #expect(text.contains(#/Next in saved.flight is, at .*: GET https://example.com/0/#), "\(text)")
    #expect(text.contains(#/\d+ more differences follow\. .* Of \d+ ways to tell them apart, none fits/#), "\(text)")
  }

  @Test func `in XCTest, a warning at the end says how many differences followed the first`() async throws {
    let world = try await RecordedWorld { _ = try await fetch("/never asked") }
    let texts = try await Self.issues { try await world.replay { _ = (Env.uuid(), Env.uuid(), Env.randomBits()) } }
    #expect(texts.first?.contains("asks for one more UUID") == true)
    // Before Swift 6.3, it goes to the standard error.
    #expect(texts.dropFirst().allSatisfy { $0.contains("2 more differences from saved.flight followed the first.") })
    #expect(texts.count <= 2)
  }
}
