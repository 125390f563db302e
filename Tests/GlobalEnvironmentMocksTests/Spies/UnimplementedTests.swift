import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An environment in which every endpoint is an issue.
@Suite(.hidesKnownIssues, .environment(.unimplemented))
struct UnimplementedTests {

  @Test func `a new endpoint is not forgotten: none has the code that it has elsewhere`() {
    func codes(_ environment: Environment) -> [UInt] {
      withUnsafeBytes(of: environment) { bytes in
        // All stored properties are closures, of which the first word is the address of the code; but the last.
        stride(from: 0, to: bytes.count - MemoryLayout<OwnEndpoints>.size, by: 16).map {
          bytes.load(fromByteOffset: $0, as: UInt.self)
        }
      }
    }
    let labels = Mirror(reflecting: Environment()).children.compactMap(\.label).filter { $0 != "own" }
    let (unimplemented, mock, live) = (codes(.unimplemented), codes(.mock), codes(.live))
    #expect(labels.count == unimplemented.count)
    for (index, label) in labels.enumerated() {
      #expect(unimplemented[index] != mock[index], "\(label) is that of a mock")
      #expect(unimplemented[index] != live[index], "\(label) is the live one")
    }
  }

  @Test func `each endpoint is named, and returns something harmless`() async throws {
    expectIssue("date") { _ = Env.date() }
    expectIssue("scheduler") { Env.scheduler().schedule { Issue.record("It ran.") } }
    expectIssue("backgroundScheduler") { Env.backgroundScheduler().schedule { Issue.record("It ran.") } }
    expectIssue("calendar") { #expect(Env.calendar().identifier == .gregorian) }
    expectIssue("locale") { #expect(Env.locale().identifier == "en_US") }
    expectIssue("timeZone") { _ = Env.timeZone() }
    expectIssue("preferredLanguages") { #expect(Env.preferredLanguages() == ["en-US"]) }
    expectIssue("dateFormatter") {
      #expect(Env.dateFormatter { $0.dateFormat = "yyyy" }.string(from: Date(timeIntervalSince1970: 1e9)) == "2001")
    }
    expectIssue("numberFormatter") { #expect(Env.numberFormatter { _ in }.string(from: 1.5) == "1.5") }
    expectIssue("uuid") { _ = Env.uuid() }
    expectIssue("randomBits") { _ = Env.randomBits() }
    expectIssue("urlSession") { _ = Env.urlSession() }
    expectIssue("files") { #expect(!Env.files().exists(URL(filePath: "/etc/passwd"))) }
    expectIssue("defaults") { #expect(Env.defaults().value(for: "x") == nil) }
    expectIssue("secrets") { #expect((try? Env.secrets().read("x")) == .some(nil)) }
    expectIssue("encoder") { #expect((try? Env.encoder().encode([1])) == Data("[1]".utf8)) }
    expectIssue("decoder") { #expect((try? Env.decoder().decode([Int].self, from: Data("[1]".utf8))) == [1]) }
    expectIssue("arguments") { #expect(Env.arguments() == ["mock"]) }
    expectIssue("environmentVariable") { #expect(Env.environmentVariable("HOME") == nil) }
    expectIssue("processIdentifier") { _ = Env.processIdentifier() }
    expectIssue("hostName") { _ = Env.hostName() }
    expectIssue("uptime") { _ = Env.uptime() }
    expectIssue("standardOutput") { Env.standardOutput("not written") }
    expectIssue("standardError") { Env.standardError("not written") }
    expectIssue("notificationCenter") { #expect(Env.notificationCenter() !== NotificationCenter.default) }
    await expectIssue("openURL") { #expect(await Env.openURL(URL(filePath: "/")) == false) }
    await expectIssue("http") {
      let error = await #expect(throws: UnimplementedError.self) {
        _ = try await Env.http(URLRequest(url: URL(filePath: "/")))
      }
      #expect(error?.name == "Env.http")
    }
    await expectIssue("httpBytes") {
      let error = await #expect(throws: UnimplementedError.self) { try await Env.bytes(from: URL(filePath: "/")) }
      #expect(error?.name == "Env.httpBytes")
    }
  }

  @Test func `a sleep throws instead of waiting for a time that nobody moves`() async {
    await expectIssue("scheduler") {
      await #expect(throws: UnimplementedError.self) { try await Env.sleep(for: .seconds(3600)) }
    }
  }

  @Test func `what was assigned may be touched`() {
    Env = .unimplemented {
      $0.date = { .distantPast }
      $0.track = { _ in }
    }
    #expect(Env.date() == .distantPast)
    Env.track("a")
    Env.uuid = { UUID(number: 1) }
    #expect(Env.uuid() == UUID(number: 1))
  }

  @Test func `the issue stands where the environment was made`() {
    let line: Int = #line + 1
    Env = .unimplemented { $0.date = { .distantPast } }
    withKnownIssue {
      _ = Env.uuid()
    } matching: {
      $0.sourceLocation?.line == line && $0.description.contains("Env.uuid = … in the test")
    }
  }

  @Test func `an own endpoint is an issue each time that it is read, with its name and its declaration`() {
    for _ in 0..<2 {
      withKnownIssue {
        Env.track("a")
      } matching: {
        $0.description.contains("Env.track, declared at GlobalEnvironmentMocksTests/OwnEndpointSpyTests.swift:")
          && $0.description.contains("was read") && $0.description.contains("$0.track = …")
      }
    }
  }

  @Test func `to change one member of an own endpoint is to read the others, which is an issue`() {
    expectIssue("shelf") { Env.shelf.list = { _ in [] } }
    withEnvironment(.unimplemented { $0.shelf = Shelf(list: unimplemented("shelf.list")) }) {
      #expect(Env.shelf.add("Emma", 1, true))
    }
  }

  @Test func `an own endpoint keeps one value for its world`() {
    withKnownIssue { #expect(Env.counted === Env.counted) }
  }

  @Test func `spies in it ask for no time`() {
    Env.uuid = { UUID(number: 1) }
    let spy = Env.spy(on: \.uuid)
    _ = Env.uuid()
    #expect(spy.count == 1)
  }

  @Test(.virtualTime) func `virtual time implements the time`() async throws {
    let start = Env.date()
    try await Env.sleep(for: .seconds(60))
    #expect(Env.date() == start + 60)
  }

  @Test func `a mock in it is whole again`() {
    Env = .mock
    Env.track("a")
    #expect(Env.date() == Date(timeIntervalSince1970: 1_573_548_300))
  }

  // MARK: unimplemented("name")

  @Test func `closures of any signature that throw report and throw`() async {
    let none: @Sendable () throws -> Int = unimplemented("none")
    let two: @Sendable (Int, String) throws -> Void = unimplemented("two")
    let later: @Sendable (Int) async throws -> [String] = unimplemented("later")
    let elsewhere: @concurrent @Sendable (Int) async throws -> Void = unimplemented("elsewhere")
    expectIssue("none was called") { #expect(throws: UnimplementedError(name: "none")) { try none() } }
    expectIssue("two was called") { #expect(throws: UnimplementedError.self) { try two(1, "a") } }
    await expectIssue("later was called") {
      await #expect(throws: UnimplementedError.self) { try await later(1) }
    }
    await expectIssue("elsewhere was called") {
      await #expect(throws: UnimplementedError.self) { try await elsewhere(1) }
    }
  }

  @Test func `closures that do not throw report and return their placeholder`() async {
    let count: @Sendable (String) -> Int = unimplemented("count", placeholder: 7)
    let later: @Sendable () async -> [Int] = unimplemented("later", placeholder: [])
    expectIssue("count was called") { #expect(count("a") == 7) }
    await expectIssue("later was called") { #expect(await later() == []) }
  }

  @Test func `closures that return nothing need no placeholder`() async {
    let none: @Sendable () -> Void = unimplemented("none")
    let later: @Sendable (Int, Int) async -> Void = unimplemented("later")
    expectIssue("none was called") { none() }
    await expectIssue("later was called") { await later(1, 2) }
  }

  @Test func `the issue of a closure stands where it was made`() {
    let line: Int = #line + 1
    let none: @Sendable () -> Void = unimplemented("none")
    withKnownIssue {
      none()
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  @Test func `a closure that is made but not called is no issue`() {
    Env.shelf = Shelf(list: unimplemented("shelf.list"), add: unimplemented("shelf.add", placeholder: false))
  }
}

private final class Counted: Sendable {}

extension EnvironmentEndpoints {
  fileprivate var counted: EnvironmentEndpoint<Counted> { EnvironmentEndpoint(live: Counted(), mock: Counted()) }
}
