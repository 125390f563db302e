import Foundation
import GlobalEnvironmentTesting
import LoopbackServer
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers of the real network that a mock lets through, as they come.
@Suite(.environment(.mock))
struct PassthroughStreamTests {
  private let steps: AsyncStream<EnvironmentProgress>
  private let feed: AsyncStream<EnvironmentProgress>.Continuation

  init() {
    (steps, feed) = AsyncStream.makeStream()
    Env.unmatched(.passthrough(["127.0.0.1"]))
  }

  private var allSteps: [EnvironmentProgress] {
    get async {
      feed.finish()
      return await steps.reduce(into: []) { $0.append($1) }
    }
  }

  private static let events: Response = .text("data: 1\n\ndata: 2\n\n").pausing(at: 9).unfinished()

  // MARK: Bodies

  @Test func `events come while their stream goes on, which ends when it is let go of`() async throws {
    let server = try LoopbackServer { _ in Self.events }
    defer { server.stop() }
    do {
      let (bytes, response) = try await Env.bytes(for: patientRequest(server.url("/prices")))
      #expect(response.statusCode == 200)
      var events = bytes.events.makeAsyncIterator()
      #expect(try await events.next()?.data == "1")
      server.release()
      #expect(try await events.next()?.data == "2")
    }
    await server.until { $0.hangUps == 1 }
  }

  @Test(.virtualTime) func `time stands still while an event is waited for`() async throws {
    let server = try LoopbackServer { _ in Self.events.held() }
    defer { server.stop() }
    let pauses = Task {
      await server.until { $0.pauses == 1 }
      server.release()
      await server.until { $0.pauses == 2 }
      server.release()
    }
    try await Env.timeout(after: .seconds(5)) {
      var events = try await Env.bytes(for: patientRequest(server.url("/prices"))).0.events.makeAsyncIterator()
      #expect(try await events.next()?.data == "1")
      #expect(Env.clock.now.offset == .zero)
      try await Env.sleep(for: .seconds(1))
      #expect(try await events.next()?.data == "2")
      #expect(Env.clock.now.offset == .seconds(1))
    }
    await pauses.value
  }

  @Test func `a body that breaks off has its bytes, and then the error, with the URL`() async throws {
    let server = try LoopbackServer { _ in .text("half of it").dropped(after: 4) }
    defer { server.stop() }
    let (bytes, _) = try await Env.bytes(for: patientRequest(server.url("/posts")))
    let read = Locked(Data())
    let error = await #expect(throws: URLError.self) {
      for try await byte in bytes { read.withLock { $0.append(byte) } }
    }
    #expect(read.withLock { $0 } == Data("half".utf8))
    #expect(error?.failingURL == server.url("/posts"))
  }

  @Test func `the delegate of a session gets each piece as it comes`() async throws {
    let server = try LoopbackServer { _ in .text("ab").pausing(at: 1) }
    defer { server.stop() }
    let log = DelegateLog()
    let session = URLSession(configuration: HTTPStubs.configuration(), delegate: log, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    session.dataTask(with: patientRequest(server.url("/posts"))).resume()
    var heard: [String] = []
    for await word in log.words {
      heard.append(word)
      if word == "a" { server.release() }
    }
    #expect(heard == ["200", "a", "b", "end"])
  }

  @Test func `an answer to HEAD and a status without a body end`() async throws {
    let server = try LoopbackServer { $0.method == "HEAD" ? .text("abc") : .empty(status: 204) }
    defer { server.stop() }
    for method in ["HEAD", "DELETE"] {
      let (received, head) = try await receive(request("\(method) \(server.url("/posts"))"))
      #expect(received.text.isEmpty && head.statusCode == (method == "HEAD" ? 200 : 204))
    }
  }

  // MARK: Progress

  @Test func `the progress of a download is that of the real one`() async throws {
    let server = try LoopbackServer { _ in .text("hello").pausing(at: 2) }
    defer { server.stop() }
    let file = URL(filePath: "/hello.txt")
    try await Env.download(for: patientRequest(server.url("/hello")), to: file) { step in
      feed.yield(step)
      if step.completed == 2 { server.release() }
    }
    #expect(await allSteps.map(\.completed) == [0, 2, 5])
    #expect(try Env.files().readText(file) == "hello")
  }

  @Test func `the progress of an upload is that of the real one`() async throws {
    let server = try LoopbackServer { .text("\($0.body.count)") }
    defer { server.stop() }
    let upload = try request("PUT \(server.url("/photo"))")
    let (data, _) = try await Env.upload(for: upload, from: Data(count: 1_000_000)) { feed.yield($0) }
    #expect(data == Data("1000000".utf8))
    #expect(await allSteps.last == EnvironmentProgress(completed: 1_000_000, total: 1_000_000))
  }

  @Test func `nothing of an upload is sent where no server listens`() async throws {
    // Port 1 is closed.
    let upload = try request("PUT http://127.0.0.1:1/photo")
    await #expect(throws: URLError.self) {
      try await Env.upload(for: upload, from: Data(count: 100_000)) { feed.yield($0) }
    }
    #expect(await allSteps.isEmpty)
  }

  @Test func `a policy that answers by itself gets all of an upload`() async throws {
    Env.unmatched(.respond500)
    _ = try await Env.upload(for: request("PUT /photo"), from: Data(count: 100_000)) { feed.yield($0) }
    #expect(await allSteps.map(\.completed) == [65_536, 100_000])
  }
}
