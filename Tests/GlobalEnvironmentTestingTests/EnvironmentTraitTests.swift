import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock(date: .distantPast)))
struct EnvironmentTraitTests {
  /// Read before the test begins: a suite's initialiser runs in the scope of its test.
  private let dateInInit = Env.date()

  @Test func `a suite's trait reaches its tests and their initialiser`() {
    #expect(dateInInit == .distantPast)
    #expect(Env.date() == .distantPast)
  }

  @Test(.environment { $0.locale = { Locale(identifier: "de_DE") } })
  func `a test's trait changes a copy of its suite's environment`() {
    #expect(Env.date() == .distantPast)
    #expect(Env.locale().identifier == "de_DE")
  }

  @Test(arguments: 0..<100)
  func `each case has its own environment`(number: Int) async {
    #expect(Env.date() == .distantPast)
    let own = Date(timeIntervalSince1970: Double(number))
    Env.date = { own }
    for _ in 0..<10 {
      await Task.yield()
      guard Env.date() == own else {
        Issue.record("\(Env.date()), expected \(own)")
        return
      }
    }
  }

  @Test(arguments: 0..<20)
  func `each case has a fresh world`(number: Int) {
    let before = Env.date()
    Env.time.advance(by: .seconds(number + 1))
    #expect(before == .distantPast)
  }

  #if compiler(>=6.3)
    @Test(.environment { $0.hostName = { "changed" } }, arguments: [Env.hostName()], [Env.date()])
    func `the arguments of a test are made in what it begins in`(host: String, date: Date) {
      #expect(host == "changed" && date == .distantPast)
    }
  #endif

  /// What tasks see that are made before a test begins, and then the code that has made them.
  private static func hostsInTasks() async -> [String] {
    let detached = await Task.detached {
      await Task.yield()
      return await [Env.hostName(), Task.detached { @MainActor in Env.hostName() }.value]
    }.value
    let child = await withTaskGroup { group in
      group.addTask { Env.hostName() }
      return await group.next() ?? ""
    }
    return await detached + [child, Task { Env.hostName() }.value, Env.hostName()]
  }

  private struct Model {
    let env = CapturedEnvironment()
    let scope = EnvironmentScope.current
  }

  #if compiler(>=6.3)
    @Test(.environment { $0.hostName = { "changed" } }, arguments: [Model()])
    private func `an argument that keeps its environment keeps what the test begins in`(model: Model) {
      #expect(model.env.hostName() == "changed" && model.scope.run { Env.hostName() } == "changed")
    }

    @Test(
      .environment { $0.hostName = { "changed" } },
      .enabled { await hostsInTasks() == Array(repeating: "changed", count: 5) },
      arguments: [await hostsInTasks()])
    func `what runs before a test may make tasks`(hosts: [String]) {
      #expect(hosts == Array(repeating: "changed", count: 5))
    }
  #endif

  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  @MainActor private final class Isolated {
    private let note: (Date) -> Void

    init(_ note: @escaping (Date) -> Void) { self.note = note }

    isolated deinit { note(Env.date()) }
  }

  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  @Test @MainActor func `an isolated deinit sees the scope of the task that runs it`() {
    var seen: [Date] = []
    _ = Isolated { seen.append($0) }
    withEnvironment(.mock(date: .distantFuture)) { _ = Isolated { seen.append($0) } }
    #expect(seen == [.distantPast, .distantFuture])
  }

  private static let conditions = Locked<[Date]>([])

  private static func notes(_ date: Date) -> Bool {
    conditions.withLock { $0.append(date) }
    return true
  }

  @Suite(.environment { $0.date = { [before = $0.date] in before() + 1 } }, .enabled(if: notes(Env.date())))
  struct Enabled {
    #if compiler(>=6.3)
      @Test(.environment { $0.date = { [before = $0.date] in before() + 1 } }, .enabled(if: notes(Env.date())))
      func `the conditions of suites and of tests are asked there, too`() {
        let seconds = conditions.withLock { $0.map { $0.timeIntervalSince(.distantPast) } }
        // The suite's condition is asked for the test, too.
        #expect(seconds == [1, 2, 2])
      }
    #endif
  }

  @Suite(.environment { $0.timeZone = { .gmt } })
  struct Nested {
    @Test func `nested suites are applied from the outermost`() {
      #expect(Env.date() == .distantPast)
      #expect(Env.timeZone() == .gmt)
    }

    @Suite(
      .environment { environment in
        let outer = environment.date
        environment.date = { outer() + 60 }
      })
    struct Twice {
      @Test(
        .environment { environment in
          let outer = environment.date
          environment.date = { outer() + 1 }
        })
      func `each trait builds on the one outside`() {
        #expect(Env.date() == .distantPast + 61)
        #expect(Env.timeZone() == .gmt)
      }
    }
  }
}

struct EnvironmentTraitWithoutSuiteTests {
  @Test func `a change that throws fails the test, which does not run`() async throws {
    struct Refused: Error {}
    let trait: EnvironmentTrait = .environment { _ in throw Refused() }
    let test = try #require(Test.current)
    await #expect(throws: Refused.self) {
      try await trait.provideScope(for: test, testCase: nil) { Issue.record("It ran.") }
    }
  }

  @Test(.environment(.mock)) func `a test may have the trait alone`() {
    #expect(Env.date() == Date(timeIntervalSince1970: 1_573_548_300))
  }

  @Test(.environment { $0.date = { .distantFuture } }) func `a change starts from the live world`() {
    #expect(Env.date() == .distantFuture)
    #expect(Env.scheduler() is QueueScheduler)
  }
}
