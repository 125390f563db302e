import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// Made-up functions.
@Suite(.hidesKnownIssues, .environment(.mock))
struct FunctionSpyTests {

  // MARK: As the endpoints that tell the moment

  @Test func `a spy may stand for the clock that it asks for its moment`() {
    let spy = Spy<Void, Date>(.distantPast, .distantFuture)
    withEnvironment(.live) {
      Env.date = { spy.call(()) }
      #expect(Env.date() == .distantPast)
      #expect(Env.date() == .distantFuture)
    }
    #expect(spy.calls.map(\.date) == [.distantPast, .distantFuture])
  }

  @Test func `a spy may stand for the scheduler`() {
    let before = Env.scheduler
    let spy = Spy<Void, any WorkScheduler> { before() }
    Env.scheduler = { spy.call(()) }
    _ = Env.scheduler()
    #expect(spy.count == 1)
    #expect(spy.calls.last?.date == Env.date())
  }

  @Test func `one that is not stubbed is an issue, and no endless loop`() {
    let spy = Spy<Void, Date>(placeholder: .distantPast)
    withEnvironment(.unimplemented { $0.date = { spy.call(()) } }) {
      withKnownIssue { #expect(Env.date() == .distantPast) }
    }
    #expect(spy.count == 1)
  }

  // MARK: Nothing stubbed

  @Test func `a call with nothing stubbed throws, and is an issue at the call that says how to stub`() {
    let spy = ThrowingSpy<String, Int>()
    let line: Int = #line + 2
    withKnownIssue {
      #expect(throws: UnstubbedCallError.self) { try spy.call("a") }
    } matching: {
      $0.description.contains(#"was called with ("a") before it was stubbed"#)
        && $0.description.contains("spy.stub(")
        && $0.sourceLocation?.line == line
    }
    #expect(spy.calls.last?.error is UnstubbedCallError)
  }

  @Test func `an asynchronous call with nothing stubbed does the same`() async {
    let spy = ThrowingSpy<String, Int>()
    await withKnownIssue {
      await #expect(throws: UnstubbedCallError.self) { try await spy.call("a") }
    }
  }

  @Test func `a call that cannot throw and has nothing stubbed returns its placeholder, with an issue`() {
    let spy = Spy<String, Int>(placeholder: -1)
    withKnownIssue { #expect(spy.call("a") == -1) }
    spy.stub(2)
    #expect(spy.call("b") == 2)
  }

  @Test func `a function that returns nothing needs no stub`() throws {
    let spy = Spy<String, Void>()
    let throwing = ThrowingSpy<String, Void>()
    spy.call("a")
    try throwing.call("b")
    #expect(spy.calls.map(\.arguments) == ["a"])
    #expect(throwing.calls.map(\.arguments) == ["b"])
  }

  @Test func `what was stubbed can be taken back`() {
    let spy = Spy<Int, Int>(placeholder: 0)
    spy.stub(1)
    #expect(spy.call(5) == 1)
    spy.unstub()
    withKnownIssue { #expect(spy.call(5) == 0) }
  }

  // MARK: Stubs

  @Test func `a spy returns what it was made with`() {
    let spy = Spy<String, Int>(7)
    #expect(spy.call("a") == 7)
    #expect(spy.call("b") == 7)
  }

  @Test func `results come one after the other, and the last one repeats`() {
    let spy = Spy<String, Int>(1, 2, 3)
    #expect((0..<5).map { spy.call("\($0)") } == [1, 2, 3, 3, 3])
    spy.stub(4, 5)
    #expect((0..<3).map { spy.call("\($0)") } == [4, 5, 5])
  }

  @Test func `a stub replaces the one before it`() {
    let spy = Spy<String, Int>(1)
    spy.stub(2)
    #expect(spy.call("a") == 2)
    spy.stub { $0.count }
    #expect(spy.call("abc") == 3)
  }

  @Test func `an error is thrown, and recorded`() throws {
    let spy = ThrowingSpy<String, Int>(1)
    spy.stub(.throws(URLError(.timedOut)))
    #expect(throws: URLError.self) { try spy.call("a") }
    #expect(spy.calls.last?.error is URLError)
  }

  @Test func `errors and results come one after the other`() throws {
    let spy = ThrowingSpy<String, Int>()
    spy.stub(.throws(URLError(.timedOut)), .returns(1), .runs { $0.count })
    #expect(throws: URLError.self) { try spy.call("a") }
    #expect(try spy.call("b") == 1)
    #expect(try spy.call("ccc") == 3)
    #expect(try spy.call("dd") == 2)
  }

  @Test func `a typed error stays typed`() {
    let spy = FunctionSpy<Int, Int, Refusal>(placeholder: 0)
    spy.stub(.throws(Refusal()))
    do throws(Refusal) {
      _ = try spy.call(1)
      Issue.record("It returned.")
    } catch {
      #expect(error == Refusal())
    }
  }

  @Test func `a closure is given the arguments`() async throws {
    let spy = Spy<(Int, String), String> { "\($0.1)\($0.0)" }
    #expect(await spy.call(1, "a") == "a1")
    spy.stub { number, text in String(repeating: text, count: number) }
    #expect(await spy.call(3, "b") == "bbb")
  }

  @Test func `a closure may be asynchronous`() async throws {
    let spy = ThrowingSpy<Int, Int>()
    spy.stub { number in
      await Task.yield()
      return number * 2
    }
    #expect(try await spy.call(2) == 4)
  }

  @Test func `an asynchronous closure cannot answer a synchronous call, which is an issue`() {
    let spy = Spy<Int, Int>(placeholder: -1)
    spy.stub { number in
      await Task.yield()
      return number * 2
    }
    withKnownIssue {
      #expect(spy.call(2) == -1)
    } matching: {
      $0.description.contains("was called synchronously with (2)")
    }
  }

  @Test func `a call inside a stubbed closure is recorded, too`() {
    let spy = Spy<Int, Int>(placeholder: 0)
    spy.stub { [weak spy] number in number == 0 ? 0 : (spy?.call(number - 1) ?? 0) + 1 }
    #expect(spy.call(3) == 3)
    #expect(spy.calls.map(\.arguments) == [3, 2, 1, 0])
    #expect(spy.calls.map(\.result) == [3, 2, 1, 0])
  }

  // MARK: Calls

  @Test func `several arguments are passed one by one or as a tuple, and keep their labels`() {
    let spy = Spy<(id: Int, name: String), Bool>(true)
    #expect(spy.call((1, "a")))
    #expect(spy.call((id: 2, name: "b")))
    #expect(spy.calls.map(\.arguments.name) == ["a", "b"])
    let pair = Spy<(Int, String), Bool>(true)
    #expect(pair.call(1, "a"))
    #expect(pair.calls.last?.arguments.1 == "a")
    let none = Spy<Void, Int>(5)
    #expect(none.call() == 5)
    #expect(none.count == 1)
  }

  @Test func `calls have their moment`() {
    let spy = Spy<Int, Void>()
    let start = Env.date()
    spy.call(1)
    Env.time.advance(by: .seconds(5))
    spy.call(2)
    #expect(spy.calls.map(\.date) == [start, start + 5])
  }

  @Test func `clearing forgets the calls and keeps the stubs`() {
    let spy = Spy<Int, Int>(1, 2, 3)
    _ = spy.call(0)
    spy.clear()
    #expect(spy.calls.isEmpty)
    #expect(spy.call(0) == 2)
    #expect(spy.count == 1)
  }

  @Test func `a fake of a protocol is made of spies`() async throws {
    let store = FakeStore()
    store.load.stub("hello")
    let text = try await copy("a", in: store)
    #expect(text == "hello")
    #expect(store.load.calls.map(\.arguments) == ["a"])
    #expect(store.save.calls.last?.arguments.1 == "b")
  }

  @Test func `an endpoint is stubbed with a spy`() async {
    let spy = Spy<URL, Bool>(false, true)
    Env.openURL = { await spy.call($0) }
    #expect(await Env.openURL(URL(filePath: "/")) == false)
    #expect(await Env.openURL(URL(filePath: "/")))
  }
}

private protocol Store: Sendable {
  func load(_ id: String) async throws -> String
  func save(_ text: String, as id: String)
}

private struct FakeStore: Store {
  let load = ThrowingSpy<String, String>()
  let save = Spy<(String, String), Void>()

  func load(_ id: String) async throws -> String { try await load.call(id) }
  func save(_ text: String, as id: String) { save.call(text, id) }
}

private func copy(_ id: String, in store: some Store) async throws -> String {
  let text = try await store.load(id)
  store.save(text, as: "b")
  return text
}
