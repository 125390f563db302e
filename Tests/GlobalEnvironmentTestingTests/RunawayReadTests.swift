import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Endpoints that ask for themselves.
@Suite(.hidesKnownIssues, .environment(.mock))
struct RunawayReadTests {

  @Test func `an endpoint that calls itself is an issue that names it and the cure`() {
    Env.date = { Env.date() + 60 }
    expectIssue(naming: "Env.date") { _ = Env.date() }
  }

  @Test func `endpoints that ask for each other are an issue`() {
    Env.hostName = { Env.locale().identifier }
    Env.locale = { Locale(identifier: Env.hostName()) }
    expectIssue(naming: "calls itself (Env.") { _ = Env.hostName() }
  }

  @Test func `a stream that calls itself is an issue, too`() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://example.com")))
    Env.httpBytes = { try await Env.httpBytes($0, $1) }
    await withKnownIssue {
      await #expect(throws: URLError(.resourceUnavailable)) { try await Env.httpBytes(request, nil) }
    } matching: {
      $0.description.contains("Env.httpBytes calls itself")
    }
  }

  @Test func `one that calls itself twice comes to its end, too`() {
    Env.uptime = { Env.uptime() + Env.uptime() }
    expectIssue(naming: "Env.uptime") { _ = Env.uptime() }
  }

  @Test func `the circle is named`() {
    Env.date = { Env.uptime() > .zero ? .now : .distantPast }
    Env.uptime = { .seconds(Env.locale().identifier.count) }
    Env.locale = { Locale(identifier: "\(Env.uuid()) \(Env.date())") }
    withKnownIssue {
      _ = Env.date()
    } matching: { issue in
      let names = ["Env.date", "Env.uptime", "Env.locale"]
      let circles = names.indices.map { (names[$0...] + names[..<$0] + [names[$0]]).joined(separator: " → ") }
      return circles.contains { issue.description.contains("calls itself (\($0))") }
    }
  }

  @Test func `endpoints of one's own that ask for each other are an issue that names them`() {
    Env.runawayFirst = { Env.runawaySecond() + 1 }
    Env.runawaySecond = { Env.runawayFirst() + 1 }
    withKnownIssue {
      _ = Env.runawayFirst()
    } matching: { issue in
      let names = ["Env.runawayFirst", "Env.runawaySecond"]
      let circles = [names + names.prefix(1), names.reversed() + names.suffix(1)].map { $0.joined(separator: " → ") }
      return circles.contains { issue.description.contains("calls itself (\($0))") }
        && names.contains { issue.description.contains("\($0) = { [before = \($0)] … in before(…) }") }
    }
  }

  #if os(Linux) || os(macOS)
    @Test func `an own endpoint whose mock calls itself ends the process and is named`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        withEnvironment(.mock) { withKnownIssue { _ = Env.runawayMock() } }
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(told.contains("Env.runawayMock, declared at GlobalEnvironmentTestingTests/RunawayReadTests.swift:"))
      #expect(told.contains("calls itself, and so does the mock that should have answered."), "\(told)")
    }

    @Test func `one that calls itself through a captured environment ends the process and is named`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        runOnSmallStack {
          let captured = CapturedEnvironment()
          Env.date = { captured.date() + 60 }
          _ = Env.date()
        }
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(told.contains("calls itself through a captured environment: see closure"), "\(told)")
    }

    @Test func `one whose function takes arguments does so, too`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        runOnSmallStack {
          let captured = CapturedEnvironment()
          Env.environmentVariable = { captured.environmentVariable($0) }
          _ = captured.environmentVariable("PATH")
        }
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(told.contains("calls itself through a captured environment: see closure"), "\(told)")
    }

    @Test func `an own endpoint whose first value needs itself ends the process and names the circle`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Env = .live
        _ = Env.needyFirst
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(told.contains("needs itself: Env.needyFirst → Env.needySecond → Env.needyFirst."), "\(told)")
    }
  #endif

  @Test func `a task that is made with a value may ask for it`() async {
    for _ in 0..<100 {
      await withEnvironment(.mock) {
        let made = Env.madeWithTask
        await made.task.value
      }
    }
  }

  @Test func `each of two calls is an issue`() {
    Env.date = { Env.date() + 60 }
    for _ in 0..<2 { expectIssue(naming: "Env.date") { _ = Env.date() } }
    // What is assigned then is read again.
    Env.date = { .distantPast }
    #expect(Env.date() == .distantPast)
    Env.hostName = { Env.hostName() + "!" }
    expectIssue(naming: "Env.hostName") { _ = Env.hostName() }
  }

  @Test func `what the mock asks in its place is not accused`() {
    Env.preferredLanguages = { Env.preferredLanguages().suffix(1) + ["en"] }
    expectIssue(naming: "Env.preferredLanguages") { _ = Env.preferredLanguages() }
  }

  @Test func `an asynchronous endpoint that calls itself is an issue, too`() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://example.com")))
    Env.http = { try await Env.http($0) }
    await withKnownIssue {
      await #expect(throws: URLError(.resourceUnavailable)) { try await Env.http(request) }
    } matching: {
      $0.description.contains("Env.http calls itself")
    }
    // What is assigned then is asked again.
    Env.http = { _ in throw URLError(.timedOut) }
    await #expect(throws: URLError(.timedOut)) { try await Env.http(request) }
  }

  #if compiler(>=6.3)
    @Test func `one that calls itself twice comes to its end`() async {
      Env.openURL = { url in
        let (first, second) = await (Env.openURL(url), Env.openURL(url))
        return first && second
      }
      await withKnownIssue {
        _ = await Env.openURL(URL(fileURLWithPath: "/"))
      } matching: {
        $0.description.contains("Env.openURL calls itself")
      }
    }
  #endif

  // MARK: The innocent

  @Test func `many child tasks may read Env, and a long chain of detached ones`() async {
    for _ in 0..<6_000 {
      async let date = Env.date()
      #expect(await date == Environment.mock.date())
    }
    #expect(await detachedDepth(6_000) == 6_000)
  }

  @Test func `so may a deep recursion of child tasks that comes to its end`() async {
    #expect(await dateBelow(6_000) == Environment.mock.date())
  }

  @Test func `a deep asynchronous recursion of the test's own may read Env, again and again`() async {
    #expect(await asynchronousDepth(20_000) == 20_000)
    for rest in 0..<500 { #expect(await asynchronousDepth(rest % 500) == rest % 500) }
  }

  @Test func `one that binds a scope each time may, too`() async {
    let scope = EnvironmentScope(.mock)
    #expect(await boundDepth(20_000, in: scope) == 20_000)
    for rest in 0..<500 { #expect(await boundDepth(rest % 500, in: scope) == rest % 500) }
  }

  @Test func `an environment that comes to stand where such a one stood in memory is not taken for it`() {
    withKnownIssue {
      withEnvironment {
        $0.uptime = { Env.uptime() + Env.uptime() }
      } perform: {
        _ = Env.uptime()
      }
    }
    // The first of these gets the memory that was let go of last.
    for _ in 0..<10 {
      withEnvironment {
        $0.date = { .distantPast }
      } perform: {
        #expect(Env.date() == .distantPast)
      }
    }
  }

  @Test func `a deep recursion of the test's own may read Env`() {
    #expect(depth(2_000) == 2_000)
  }

  @Test func `an endpoint may ask for the one before it, many times over`() {
    for _ in 0..<200 { Env.date = { [before = Env.date] in before() + 1 } }
    #expect(Env.date() == Environment.mock.date() + 200)
  }

  @Test func `one that uses up the stack is not accused, and reads what it should`() async {
    let date = Date(timeIntervalSince1970: 7)
    Env.date = { date }
    // On a thread of its own, whose stack is small enough to get to its end.
    let isRight = await withCheckedContinuation { continuation in
      let scope = EnvironmentScope.current
      let thread = Thread { scope.run { continuation.resume(returning: readsToTheEnd(date)) } }
      thread.stackSize = 1 << 20
      thread.start()
    }
    #expect(isRight)
  }

  @Test func `an own endpoint that is asked twice in a row there is not accused`() async {
    Env.runawayFirst = { 7 }
    Env.date = { Date(timeIntervalSince1970: Double(Env.runawayFirst() - Env.runawayFirst())) }
    let isRight = await withCheckedContinuation { continuation in
      let scope = EnvironmentScope.current
      let thread = Thread {
        scope.run { continuation.resume(returning: readsToTheEnd(Date(timeIntervalSince1970: 0))) }
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    #expect(isRight)
  }

  /// Whether all reads give `date`, until 100 KB of a stack of a megabyte are left.
  private func readsToTheEnd(_ date: Date) -> Bool {
    readsToTheEnd(date, from: TestHooks.stackAddress)
  }

  private func readsToTheEnd(_ date: Date, from top: UInt) -> Bool {
    if top - TestHooks.stackAddress > (1 << 20) - 150_000 { return true }
    return Env.date() == date && readsToTheEnd(date, from: top)
  }

  private func depth(_ rest: Int) -> Int {
    rest == 0 || Env.date() != Environment.mock.date() ? 0 : depth(rest - 1) + 1
  }

  private func asynchronousDepth(_ rest: Int) async -> Int {
    _ = Env.date()
    return rest == 0 ? 0 : await asynchronousDepth(rest - 1) + 1
  }

  private func detachedDepth(_ rest: Int) async -> Int {
    guard rest > 0, Env.date() == Environment.mock.date() else { return 0 }
    return await Task.detached { await detachedDepth(rest - 1) }.value + 1
  }

  private func boundDepth(_ rest: Int, in scope: EnvironmentScope) async -> Int {
    rest == 0 ? 0 : await scope.run { await boundDepth(rest - 1, in: scope) } + 1
  }

  private func expectIssue(naming text: String, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: {
      $0.description.contains(text) && $0.description.contains("before() + 60")
    }
  }
}

extension EnvironmentEndpoints {
  fileprivate var runawayFirst: EnvironmentEndpoint<@Sendable () -> Int> {
    EnvironmentEndpoint(live: { 1 }, mock: { 1 })
  }
  fileprivate var runawaySecond: EnvironmentEndpoint<@Sendable () -> Int> {
    EnvironmentEndpoint(live: { 2 }, mock: { 2 })
  }
  fileprivate var runawayMock: EnvironmentEndpoint<@Sendable () -> Int> {
    EnvironmentEndpoint(live: { 1 }, mock: { Env.runawayMock() + 1 })
  }
  fileprivate var needyFirst: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 1 + Env.needySecond, mock: 1) }
  fileprivate var needySecond: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 2 + Env.needyFirst, mock: 1) }
  fileprivate var madeWithTask: EnvironmentEndpoint<MadeWithTask> {
    EnvironmentEndpoint(live: MadeWithTask(), mock: MadeWithTask())
  }
}

/// Runs `body` in an environment of its own, on a thread whose stack comes to its end soon: the thread sanitizer notes each
/// call that is under way, and has room for 65,536.
/// Asks for the date in the last of so many child tasks, each made by the one before.
private func dateBelow(_ depth: Int) async -> Date {
  if depth == 0 { return Env.date() }
  async let date = dateBelow(depth - 1)
  return await date
}

private func runOnSmallStack(_ body: @escaping @Sendable () -> Void) {
  let end = DispatchSemaphore(value: 0)
  let thread = Thread {
    withEnvironment(.mock, perform: body)
    end.signal()
  }
  thread.stackSize = 1 << 20
  thread.start()
  end.wait()
}

private struct MadeWithTask: Sendable {
  /// Asks for the value, perhaps while that is still being made.
  let task = Task { _ = Env.madeWithTask }
}
