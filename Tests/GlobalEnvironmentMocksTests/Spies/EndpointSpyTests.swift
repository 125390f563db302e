import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Spies on endpoints, which go on to do what they did.
@Suite(.environment(.mock.unmatched(.respond500)))
struct EndpointSpyTests {

  // MARK: Unhappy paths

  @Test func `an endpoint that throws still throws, and the error is recorded`() async throws {
    Env.http = { _ in throw URLError(.timedOut) }
    let spy = Env.spy(on: \.http)
    let request = URLRequest(url: try #require(URL(string: "https://example.com/posts")))
    await #expect(throws: URLError.self) { _ = try await Env.http(request) }
    #expect(spy.calls.last?.arguments == request)
    #expect((spy.calls.last?.error as? URLError)?.code == .timedOut)
    #expect(spy.calls.last?.result == nil)
  }

  @Test func `a synchronous endpoint that throws still throws, and the error is recorded`() throws {
    Env.shelf.lend = { _ in throw Refusal() }
    let spy = Env.spy(on: \.shelf.lend)
    #expect(throws: Refusal.self) { try Env.shelf.lend("Emma") }
    #expect(spy.calls.first?.error is Refusal)
  }

  @Test func `a call that has not ended has no outcome`() async {
    let gate = Gate()
    Env.openURL = { _ in await gate.pass() }
    let spy = Env.spy(on: \.openURL)
    let task = Task { await Env.openURL(URL(filePath: "/")) }
    await gate.arrival()
    #expect(spy.count == 1)
    #expect(spy.calls.last?.outcome == nil)
    gate.open()
    #expect(await task.value)
    #expect(spy.calls.last?.result == true)
  }

  @Test func `a task that is cancelled during a call is recorded`() async {
    let gate = Gate()
    Env.openURL = { _ in await gate.pass() }
    let spy = Env.spy(on: \.openURL)
    let task = Task { await Env.openURL(URL(filePath: "/")) }
    await gate.arrival()
    #expect(spy.calls.last?.isCancelled == false)
    task.cancel()
    #expect(spy.calls.last?.isCancelled == true)
    gate.open()
    _ = await task.value
    #expect(spy.calls.last?.isCancelled == true)
  }

  @Test func `a synchronous call in a cancelled task is recorded as cancelled`() async {
    let spy = Env.spy(on: \.uuid)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = Env.uuid()
    }.value
    #expect(spy.calls.last?.isCancelled == true)
    _ = Env.uuid()
    #expect(spy.calls.last?.isCancelled == false)
  }

  @Test func `a call that ends after its record was cleared is forgotten`() async {
    let gate = Gate()
    Env.openURL = { _ in await gate.pass() }
    let spy = Env.spy(on: \.openURL)
    let task = Task { await Env.openURL(URL(filePath: "/")) }
    await gate.arrival()
    spy.clear()
    _ = Env.environmentVariable("HOME")
    gate.open()
    _ = await task.value
    #expect(spy.calls.isEmpty)
    _ = await Env.openURL(URL(filePath: "/2"))
    #expect(spy.calls.map(\.arguments) == [URL(filePath: "/2")])
    #expect(spy.calls[0]?.result == true)
    #expect(spy.calls[1] == nil && spy.calls[-1] == nil)
  }

  // MARK: What is seen

  @Test func `an endpoint keeps its behaviour`() async throws {
    let spy = Env.spy(on: \.http)
    Env.stub(.get("/posts"), .text("hello"))
    let (data, response) = try await Env.http(URLRequest(url: try #require(URL(string: "https://example.com/posts"))))
    #expect(data == Data("hello".utf8))
    #expect(response.statusCode == 200)
    #expect(spy.count == 1)
    #expect(spy.calls.last?.result?.0 == data)
  }

  @Test func `a stream is recorded, and continues to work`() async throws {
    let spy = Env.spy(on: \.httpBytes)
    Env.stub(.get("/posts"), .text("hello"))
    let (bytes, _) = try await Env.bytes(from: try #require(URL(string: "https://example.com/posts")))
    #expect(try await bytes.lines.reduce("", +) == "hello")
    #expect(spy.count == 1)
    #expect("\(spy.calls)".contains("https://example.com/posts"))
    #expect(spy.calls.last?.result?.1.statusCode == 200)
  }

  @Test func `calls are recorded with arguments and results, in their order`() {
    Env.environmentVariable = { $0.uppercased() }
    let spy = Env.spy(on: \.environmentVariable)
    for name in ["a", "b", "c"] { _ = Env.environmentVariable(name) }
    #expect(spy.calls.map(\.arguments) == ["a", "b", "c"])
    #expect(spy.calls.map(\.result) == ["A", "B", "C"])
    #expect(spy.calls.first?.arguments == "a")
    #expect(spy.calls[1]?.arguments == "b")
  }

  @Test func `calls have their moment in virtual time`() {
    let start = Env.date()
    let spy = Env.spy(on: \.uuid)
    _ = Env.uuid()
    Env.time.advance(by: .seconds(90))
    _ = Env.uuid()
    #expect(spy.calls.map(\.date) == [start, start + 90])
  }

  @Test(.virtualTime) func `calls have their moment in virtual time that moves by itself`() async throws {
    let start = Env.date()
    let spy = Env.spy(on: \.uuid)
    try await Env.sleep(for: .seconds(10))
    _ = Env.uuid()
    #expect(spy.calls.last?.date == start + 10)
  }

  @Test(.environment(.live)) func `without virtual time, the moment is that of the environment`() {
    Env.date = { .distantPast }
    let spy = Env.spy(on: \.uuid)
    _ = Env.uuid()
    #expect(spy.calls.last?.date == .distantPast)
  }

  @Test(.environment(.live)) func `what a spy asks for is not recorded`() {
    let dates = Env.spy(on: \.date)
    let schedulers = Env.spy(on: \.scheduler)
    _ = Env.uuid()
    _ = Env.date()
    #expect(dates.count == 1)
    #expect(schedulers.count == 0)
  }

  @Test func `an endpoint may return an existential, and may be the time itself`() {
    let spy = Env.spy(on: \.scheduler)
    _ = Env.scheduler()
    #expect(spy.count == 1)
    #expect(spy.calls.last?.result is VirtualTime)
  }

  @Test func `what a test does with its time is no call`() {
    let spy = Env.spy(on: \.scheduler)
    Env.time.advance(by: .seconds(1))
    #expect(spy.count == 0)
  }

  @Test func `what the files and the network of a mock ask is no call`() async throws {
    let (dates, schedulers) = (Env.spy(on: \.date), Env.spy(on: \.scheduler))
    Env.stub(.get("/a"), .status(204).cookie("a", "1", maxAge: 60).delay(.seconds(1)))
    let url = try #require(URL(string: "https://example.com/a"))
    try await withVirtualTime { _ = try await Env.http(URLRequest(url: url)) }
    try Env.files().write("x", to: URL(filePath: "/tmp/a"))
    #expect(dates.count == 0 && schedulers.count == 0)
  }

  @Test func `the languages of a mock are those of its locale, and asking for these is no call`() {
    let locales = Env.spy(on: \.locale)
    #expect(Env.preferredLanguages() == ["en-US"])
    #expect(locales.count == 0)
  }

  // MARK: Removal

  @Test func `a spy that is removed keeps its calls and sees no more`() {
    let spy = Env.spy(on: \.uuid)
    let first = Env.uuid()
    spy.remove()
    spy.remove()
    #expect(Env.uuid() != first)
    #expect(spy.calls.map(\.result) == [first])
  }

  @Test func `what was assigned meanwhile stays when a spy is removed`() {
    let spy = Env.spy(on: \.uuid)
    let assigned = UUID(number: 7)
    Env.uuid = { assigned }
    spy.remove()
    #expect(Env.uuid() == assigned)
    #expect(spy.count == 0)
  }

  @Test func `a call that is under way when the spy is removed comes to its end`() async {
    let gate = Gate()
    Env.openURL = { _ in await gate.pass() }
    let spy = Env.spy(on: \.openURL)
    let task = Task { await Env.openURL(URL(filePath: "/")) }
    await gate.arrival()
    spy.remove()
    gate.open()
    _ = await task.value
    #expect(spy.calls.last?.result == true)
  }

  @Test func `two spies on one endpoint both see, and go one by one`() {
    let first = Env.spy(on: \.uuid)
    let second = Env.spy(on: \.uuid)
    _ = Env.uuid()
    first.remove()
    _ = Env.uuid()
    #expect(first.count == 1)
    #expect(second.count == 2)
  }

  @Test func `a spy ends with the scope in which it was put on`() {
    let inner = withEnvironment(Env) {
      let spy = Env.spy(on: \.uuid)
      _ = Env.uuid()
      return spy
    }
    _ = Env.uuid()
    #expect(inner.count == 1)
  }

  @Test func `a spy on an environment that is not current sees its calls`() {
    var environment = Environment.mock
    let spy = environment.spy(on: \.uuid)
    _ = environment.uuid()
    _ = Env.uuid()
    #expect(spy.count == 1)
  }
}
