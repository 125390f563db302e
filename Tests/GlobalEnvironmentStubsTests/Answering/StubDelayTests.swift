import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.virtualTime, .environment(.mock))
struct StubDelayTests {
  private let start = Env.date()

  private var elapsed: Double { Env.date().timeIntervalSince(start) }

  @Test func `an answer is late by its delay`() async throws {
    Env.stub(.any, .ok.delay(.seconds(2)).delay(.milliseconds(500)))
    try await send("/")
    #expect(elapsed == 2.5)
    #expect(Env.requests.map(\.date) == [start])
  }

  @Test func `requests end in the order of their delays, and do not wait for each other`() async throws {
    for seconds in 1...5 { Env.stub(.get("/\(seconds)"), .text("\(seconds)").delay(.seconds(seconds))) }
    Env.stub(.get("/0"), .text("0"))
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for seconds in [3, 5, 0, 1, 4, 2] { group.addTask { try await send("/\(seconds)").text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == ["0", "1", "2", "3", "4", "5"])
    #expect(elapsed == 5)
  }

  @Test func `a delayed request that is cancelled fails at once`() async throws {
    Env.stub(.any, .ok.delay(.seconds(10)))
    let task = Task { try await send("/posts") }
    try await Env.sleep(for: .seconds(1))
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled && error?.failingURL?.path == "/posts")
    #expect(elapsed == 1)
    #expect(Env.time.pending.isEmpty)
  }

  @Test func `a request that is cancelled before it begins is not sent`() async throws {
    Env.stub(.any, .ok).optional()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await send("/")
    }
    #expect(await failure { try await task.value } == .cancelled)
    #expect(Env.requests.isEmpty)
  }

  @Test func `a closure that is cancelled fails as cancelled`() async throws {
    Env.stub(
      .any,
      .response { _ in
        try await Env.sleep(for: .seconds(10))
        return .ok
      })
    let task = Task { try await send("/") }
    try await Env.sleep(for: .seconds(1))
    task.cancel()
    #expect(await failure { try await task.value } == .cancelled)
    #expect(elapsed == 1)
  }

  @Test func `an answer that comes after the request's timeout is too late`() async throws {
    Env.stub(.any, .ok.delay(.seconds(5)))
    var hasty = try request("/")
    hasty.timeoutInterval = 3
    #expect(await failure { try await receive(hasty) } == .timedOut)
    #expect(elapsed == 3)
    hasty.timeoutInterval = 5
    #expect(try await receive(hasty).0.status == 200)
    #expect(elapsed == 8)
  }

  @Test func `a closure that takes longer than the request's timeout is too late`() async throws {
    Env.stub(
      .any,
      .response { _ in
        try await Env.sleep(for: .seconds(100))
        return .ok
      })
    #expect(await failure { try await send("/") } == .timedOut)
    #expect(elapsed == 60)
  }

  @Test func `a closure and the delay of its answer are one wait, in which nothing arrives`() async throws {
    let response = StubResponse.response { _ in
      try await Env.sleep(for: .seconds(30))
      return .ok.delay(.seconds(25))
    }
    Env.stub(.get("/slow"), response)
    #expect(try await send("/slow").status == 200)
    #expect(elapsed == 55)
    Env.stub(.get("/slower"), response.delay(.seconds(6)))
    #expect(await failure { try await send("/slower") } == .timedOut)
    #expect(elapsed == 115)
  }

  @Test(arguments: [Double.infinity, .nan, .greatestFiniteMagnitude, 1e12])
  func `a timeout without end is none`(timeout: Double) async throws {
    Env.stub(.any, .ok.delay(.seconds(100_000)))
    var patient = try request("/")
    patient.timeoutInterval = timeout
    #expect(try await receive(patient).0.status == 200)
    #expect(elapsed == 100_000)
  }

  @Test(arguments: [-Double.infinity, -1, 0])
  func `a timeout of nothing is the usual minute, as in the live world`(timeout: Double) async throws {
    var usual = try request("/")
    usual.timeoutInterval = timeout
    Env.stub(.any, .ok.delay(.seconds(60)))
    #expect(try await receive(usual).0.status == 200)
    Env.stub(.any, .ok.delay(.seconds(61)))
    #expect(await failure { try await receive(usual) } == .timedOut)
    #expect(elapsed == 120)
  }

  @Test func `an error may be late, too, and a negative delay is none`() async throws {
    Env.stub(.get("/late"), .error(.networkConnectionLost).delay(.seconds(2)))
    Env.stub(.get("/now"), .ok.delay(.seconds(-2)))
    #expect(await failure { try await send("/late") } == .networkConnectionLost)
    #expect(elapsed == 2)
    try await send("/now")
    #expect(elapsed == 2)
  }

  @Test func `the delays of a sequence and of its members add up`() async throws {
    Env.stub(.any, .sequence([.ok.delay(.seconds(1)), .ok]).delay(.seconds(2)))
    try await send("/")
    #expect(elapsed == 3)
    try await send("/")
    #expect(elapsed == 5)
  }

  @Test func `a body comes at its pace`() async throws {
    Env.stub(.any, .text("abcdefg").pace(bytes: 3, every: .seconds(1)).delay(.seconds(10)))
    let stubs = try #require(HTTPStubs.current)
    var parts: [String] = []
    try await stubs.answer(request("/")) { part in
      switch part {
      case .response(let head): parts.append("\(head.statusCode) at \(elapsed)")
      case .body(let chunk): parts.append("\(String(decoding: chunk, as: UTF8.self)) at \(elapsed)")
      }
    }
    #expect(parts == ["200 at 10.0", "abc at 11.0", "def at 12.0", "g at 13.0"])
    #expect(try await send("/").text == "abcdefg")
  }

  @Test func `a body whose parts are too far apart times out`() async throws {
    Env.stub(.any, .text("ab").pace(bytes: 1, every: .seconds(61)))
    #expect(await failure { try await send("/") } == .timedOut)
    #expect(elapsed == 60)
  }

  @Test func `a body that takes longer than the timeout in total is fine`() async throws {
    Env.stub(.any, .text("abc").pace(bytes: 1, every: .seconds(59)))
    #expect(try await send("/").text == "abc")
    #expect(elapsed == 177)
  }

  @Test func `what waits names the line of its stub`() async throws {
    let stub = Env.stub(.any, .ok.delay(.seconds(2)))
    let task = Task { try await send("/") }
    try await Env.sleep(for: .seconds(1))
    #expect(Env.time.pending.first?.place?.line == stub.place.line)
    _ = try await task.value
  }
}

@Suite(.environment(.mock))
struct StubDelayByHandTests {

  @Test func `a delay waits for time to be moved by hand`() async throws {
    Env.stub(.any, .ok.delay(.seconds(2)))
    let task = Task { try await send("/").status }
    await Env.time.settle()
    #expect(Env.time.pending.count == 1)
    await Env.time.advance(by: .seconds(2))
    #expect(try await task.value == 200)
  }

  @Test func `where no environment is known, the time of the mock counts`() async throws {
    let mock = Env
    mock.stub(.any, .ok.delay(.seconds(2)))
    let sent = try request("/")
    let task = Task.detached { try await mock.http(sent).1.statusCode }
    while mock.time.pending.isEmpty { await Task.yield() }
    #expect(mock.requests.map(\.date) == [mock.date()])
    await mock.time.advance(by: .seconds(2))
    #expect(try await task.value == 200)
  }
}
