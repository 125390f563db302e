import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers of a mock that are read as they come.
@Suite(.environment(.mock))
struct StreamTests {

  private func bytes(_ text: String) async throws -> EnvironmentBytes { try await Env.bytes(for: request(text)).0 }

  private func read(_ text: String) async throws -> String {
    try await bytes(text).chunks.reduce(into: "") { $0 += String(decoding: $1, as: UTF8.self) }
  }

  // MARK: Time

  @Test(.virtualTime) func `the head comes after the delay, and each piece at its moment`() async throws {
    Env.stub(.get("/posts"), .text("abcde").delay(.seconds(2)).pace(bytes: 2, every: .seconds(3)))
    let start = Env.date()
    let (bytes, response) = try await Env.bytes(for: request("/posts"))
    #expect(response.statusCode == 200 && Env.date() == start + 2)
    var moments: [Double: String] = [:]
    for try await chunk in bytes.chunks {
      moments[Env.date().timeIntervalSince(start)] = String(decoding: chunk, as: UTF8.self)
    }
    #expect(moments == [5: "ab", 8: "cd", 11: "e"])
  }

  @Test(.virtualTime) func `what comes while nobody reads is there at once`() async throws {
    Env.stub(.get("/posts"), .text("abc").pace(bytes: 1, every: .seconds(1)))
    let start = Env.date()
    var moments: [TimeInterval] = []
    for try await _ in try await bytes("/posts").chunks {
      moments.append(Env.date().timeIntervalSince(start))
      if moments.count == 1 { try await Env.sleep(for: .seconds(10)) }
    }
    #expect(moments == [1, 11, 11])
  }

  @Test func `a test moves time`() async throws {
    Env.stub(.get("/posts"), .text("ab").pace(bytes: 1, every: .seconds(1)))
    var chunks = try await bytes("/posts").chunks.makeAsyncIterator()
    let advance = { Env.time.advance(by: .seconds(1)) }
    advance()
    #expect(try await chunks.next() == Data("a".utf8))
    let task = Task { [chunks] in
      var chunks = chunks
      return try await chunks.next()
    }
    while Env.time.pending.isEmpty { await Task.yield() }
    await Env.time.advance(by: .seconds(1))
    #expect(try await task.value == Data("b".utf8))
  }

  @Test(.virtualTime) func `a pause beyond the timeout fails there, after what has come`() async throws {
    Env.stub(.get("/posts"), .text("ab").pace(bytes: 1, every: .seconds(10)))
    let start = Env.date()
    var request = try request("/posts")
    request.timeoutInterval = 4
    let (bytes, _) = try await Env.bytes(for: request)
    let error = await #expect(throws: URLError.self) { for try await _ in bytes {} }
    #expect(error?.code == .timedOut && error?.failingURL == request.url)
    #expect(Env.date() == start + 4)
  }

  // MARK: Ends

  @Test func `a body that breaks off has its bytes, and then the error, with the URL`() async throws {
    Env.stub(.get("/posts"), .text("half").failing(with: .networkConnectionLost))
    let (bytes, response) = try await Env.bytes(for: request("/posts"))
    #expect(response.statusCode == 200)
    var read = Data()
    let error = await #expect(throws: URLError.self) { for try await byte in bytes { read.append(byte) } }
    #expect(read == Data("half".utf8))
    #expect(error?.code == .networkConnectionLost && error?.failingURL?.path == "/posts")
  }

  @Test(.virtualTime) func `a task that waits for the head is cancelled at once`() async throws {
    Env.stub(.get("/posts"), .ok.delay(.seconds(10)))
    let (request, start) = (try request("/posts"), Env.date())
    let task = Task { try await Env.bytes(for: request).1 }
    try await Env.sleep(for: .seconds(1))
    task.cancel()
    #expect(await failure { try await task.value } == .cancelled)
    #expect(Env.date() == start + 1 && Env.time.pending.isEmpty)
  }

  @Test(.virtualTime) func `a task that waits for a piece is cancelled at once, and nothing is left`() async throws {
    Env.stub(.get("/posts"), .text("abc").pace(bytes: 1, every: .seconds(10)))
    let start = Env.date()
    let count = Locked(0)
    let task = Task {
      for try await _ in try await bytes("/posts") { count.withLock { $0 += 1 } }
    }
    try await Env.sleep(for: .seconds(11))
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled && error?.failingURL?.path == "/posts")
    #expect(count.withLock { $0 } == 1)
    #expect(Env.date() == start + 11 && Env.time.pending.isEmpty)
  }

  @Test func `a body that nobody reads leaves nothing`() async throws {
    let posts = Env.stub(.get("/posts"), .text("abc").pace(bytes: 1, every: .seconds(10)))
    _ = try await bytes("/posts")
    #expect(Env.time.pending.isEmpty)
    #expect(posts.calls.count == 1)
  }

  @Test func `a body is read once`() async throws {
    Env.stub(.get("/posts"), .text("abc"))
    let bytes = try await bytes("/posts")
    #expect(try await bytes.lines.reduce("", +) == "abc")
    await #expect(throws: EnvironmentBytes.AlreadyReadError.self) { for try await _ in bytes {} }
  }

  @Test func `onAnswer is called after the last byte`() async throws {
    let hasAnswered = Locked(false)
    Env.stub(.get("/posts"), .text("abc")).onAnswer { _ in hasAnswered.replace(with: true) }
    let bytes = try await bytes("/posts")
    #expect(!hasAnswered.withLock { $0 })
    _ = try await bytes.chunks.reduce(into: Data()) { $0 += $1 }
    #expect(hasAnswered.withLock { $0 })
  }

  @Test func `a megabyte in small pieces is whole`() async throws {
    let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    Env.stub(.any, .data(body).pace(bytes: 1_000, every: .zero))
    #expect(try await bytes("/").chunks.reduce(into: Data()) { $0 += $1 } == body)
  }

  // MARK: As Env.http

  @Test func `an answer of any status has its body; HEAD and 204 have none`() async throws {
    Env.stub(.get("/none"), .text("Not here", status: 404))
    Env.stub(.method("HEAD").path("/"), .text("abc"))
    Env.stub(.get("/204"), .text("abc", status: 204))
    Env.stub(.get("/empty"), .text(""))
    let (bytes, response) = try await Env.bytes(for: request("/none"))
    #expect(response.statusCode == 404)
    #expect(try await bytes.lines.reduce("", +) == "Not here")
    for path in ["HEAD /", "/204", "/empty"] { #expect(try await read(path).isEmpty) }
  }

  @Test func `redirects are followed, and cookies are kept`() async throws {
    Env.stub(.get("/from"), .redirect(to: "/to").cookie("id", "1"))
    Env.stub(.get("/to"), .response { .text("got \($0.header("Cookie") ?? "none")") })
    #expect(try await read("/from") == "got id=1")
    #expect(Env.requests.map(\.path) == ["/from", "/to"])
  }

  @Test func `an error in place of an answer is thrown, with the URL`() async {
    Env.stub(.get("/posts"), .offline)
    let error = await #expect(throws: URLError.self) { try await bytes("/posts") }
    #expect(error?.code == .notConnectedToInternet && error?.failingURL?.path == "/posts")
  }

  @Test func `a request without a stub is an issue at the caller's line, and gets status 500`() async throws {
    let request = try request("/posts")
    let line = #line + 2
    let issues = try await issues {
      let response = try await Env.bytes(for: request).1
      #expect(response.statusCode == 500)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("StreamTests.swift:\(line): ") == true, "\(issues)")
  }

  @Test func `events of a stub are read`() async throws {
    Env.stub(.get("/prices"), .text("event: price\ndata: 7\n\ndata: 8\n\n", type: "text/event-stream"))
    let events = try await bytes("/prices").events.reduce(into: []) { $0.append($1) }
    #expect(events == [.init(event: "price", data: "7"), .init(data: "8")])
  }

  @Test func `a thousand streams that are cancelled at any moment end`() async throws {
    Env.stub(.any, .text("hello").pace(bytes: 1, every: .zero))
    await withTaskGroup { group in
      for _ in 0..<1_000 {
        group.addTask {
          let task = Task { try await read("/") }
          for _ in 0..<Int.random(in: 0..<50) { await Task.yield() }
          task.cancel()
          do {
            #expect(try await task.value == "hello")
          } catch {
            #expect((error as? URLError)?.code == .cancelled)
          }
        }
      }
    }
  }
}
