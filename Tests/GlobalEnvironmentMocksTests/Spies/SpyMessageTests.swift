import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// What a failing test is told about calls.
@Suite(.hidesKnownIssues, .environment(.mock))
struct SpyMessageTests {

  @Test func `a failing count tells what was called`() {
    let spy = Spy<(Int, String), Bool>(true)
    _ = spy.call(1, "one")
    withKnownIssue {
      #expect(spy.calls.count == 2)
    } matching: {
      "\($0)".contains(#"1. (1, "one") at 2019-11-12T08:45:00.000Z returned true"#)
    }
    withKnownIssue {
      #expect(spy.count == 2)
    } matching: {
      "\($0)".contains("1 call of the spy made at ") && "\($0)".contains(#"(1, "one")"#)
    }
    withKnownIssue {
      #expect(spy.calls.isEmpty)
    } matching: {
      "\($0)".contains(#"(1, "one")"#)
    }
  }

  @Test func `each kind of call has its words`() async {
    let spy = ThrowingSpy<String, Void>()
    try? await spy.call("a")
    spy.stub(.throws(CocoaError(.fileNoSuchFile)))
    try? await spy.call("b")
    _ = spy.stubPending()
    let task = Task { try await spy.call("c") }
    while spy.count < 3 { await Task.yield() }
    let words = spy.calls.map { "\($0)" }
    #expect(words[0] == #"("a") at 2019-11-12T08:45:00.000Z returned"#)
    #expect(words[1].hasPrefix(#"("b") at 2019-11-12T08:45:00.000Z threw "#))
    #expect(words[2] == #"("c") at 2019-11-12T08:45:00.000Z has not ended"#)
    task.cancel()
    _ = await task.result
    #expect(spy.calls.last?.description.hasSuffix("threw CancellationError(), cancelled") == true)
  }

  @Test func `an endpoint goes by its name`() async {
    let spy = Env.spy(on: \.openURL)
    #expect(spy.description == "no call of Env.openURL")
    _ = await Env.openURL(URL(filePath: "/a"))
    #expect(spy.description.hasPrefix("1 call of Env.openURL:\n1. (file:///a) at "))
    _ = await Env.openURL(URL(filePath: "/b"))
    #expect(spy.description.hasPrefix("2 calls of Env.openURL:\n1. "))
  }

  @Test func `so does one of the user's own, and a member of it`() {
    #expect("\(Env.spy(on: \.track))" == "no call of Env.track")
    #expect("\(Env.spy(on: \.shelf.add))" == "no call of Env.shelf.add")
    #expect("\(Env.spy(on: \.shelf.list))" == "no call of Env.shelf.list")
    #expect("\(Env.spy(on: \.store.shelf.list))" == "no call of Env.store.shelf.list")
  }

  @Test func `of an endpoint that holds more than functions, only the name of the endpoint is known`() {
    #expect("\(Env.spy(on: \.labelled.action))" == "no call of a member of Env.labelled")
  }

  @Test func `what a computed property leads to goes by its type`() {
    #expect("\(Env.spy(on: \.tracking))" == "no call of Env.track")
    #expect("\(Env.spy(on: \.nothing))".hasPrefix("no call of the endpoint @Sendable () -> "))
  }

  @Test func `a count of an endpoint's calls says why one may be missing`() async {
    let spy = Env.spy(on: \.openURL)
    #expect("\(spy.count)".contains("no call of Env.openURL\nIf one is missing, it came before the spy"))
    _ = await Env.openURL(URL(filePath: "/a"))
    #expect("\(spy.count)".contains("\nIf one is missing"))
    #expect(!"\(spy)".contains("missing") && !"\(Spy<Int, Void>().count)".contains("missing"))
  }

  @Test func `a function without arguments has empty parentheses`() {
    let spy = Spy<Void, Int>(1)
    _ = spy.call()
    #expect(spy.calls.last?.description.hasPrefix("() at ") == true)
  }

  @Test func `huge values are cut, and stay on one line`() {
    let spy = Spy<(String, [Int]), String>(String(repeating: "ä\n", count: 1_000_000))
    _ = spy.call(String(repeating: "x", count: 1_000_000), Array(0..<100_000))
    let text = spy.calls.last?.description ?? ""
    #expect(text.count < 600)
    #expect(!text.contains("\n"))
  }

  @Test func `of many calls the first and the last are told`() {
    let spy = Spy<Int, Void>()
    for number in 1...1_000 { spy.call(number) }
    let lines = spy.description.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines[0].hasPrefix("1000 calls of"))
    #expect(lines[10].hasPrefix("10. (10)"))
    #expect(lines[11] == "… 980 more …")
    #expect(lines[21].hasPrefix("1000. (1000)"))
  }

  @Test func `a count compares with numbers`() {
    let spy = Spy<Int, Void>()
    spy.call(1)
    let one = 1
    #expect(spy.count == one)
    #expect(spy.count != 2)
    #expect(spy.count != one + 1)
    #expect(spy.count > 0)
    #expect(spy.count < 2)
    #expect(spy.count.value == one)
  }

  @Test func `every endpoint of the package has its name`() {
    let labels = Mirror(reflecting: Environment()).children.compactMap(\.label).filter { $0 != "own" }
    #expect(Set(Environment.endpointNames.map(\.name)) == Set(labels))
    #expect(Set(Environment.endpointNames.map { $0.path as AnyKeyPath }).count == labels.count)
  }
}

private struct Store: Sendable {
  var shelf = Shelf()
}

private struct Labelled: Sendable {
  var label = ""
  var action: @Sendable () -> Void = {}
}

extension EnvironmentEndpoints {
  fileprivate var store: EnvironmentEndpoint<Store> { EnvironmentEndpoint(live: Store(), mock: Store()) }
  fileprivate var labelled: EnvironmentEndpoint<Labelled> { EnvironmentEndpoint(live: Labelled(), mock: Labelled()) }
}

extension Environment {
  fileprivate var tracking: @Sendable (String) -> Void {
    get { self.track }
    set { self.track = newValue }
  }

  fileprivate var nothing: @Sendable () -> Void {
    get { {} }
    set {}
  }
}
