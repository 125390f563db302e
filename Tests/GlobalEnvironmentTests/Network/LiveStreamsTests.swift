import Foundation
import GlobalEnvironment
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the live `httpBytes` makes of the answers of a real server.
struct LiveStreamsTests {
  private let live = Environment.live

  /// Asks for `path`. Longer than a busy machine may take is the timeout.
  private func request(_ server: LoopbackServer, _ path: String = "/", timeout: TimeInterval = 3_600) -> URLRequest {
    URLRequest(url: server.url(path), timeoutInterval: timeout)
  }

  private func text(_ data: Data?) -> String { String(decoding: data ?? Data(), as: UTF8.self) }

  @Test func `the head comes before the body, and each piece before the next`() async throws {
    let server = try LoopbackServer { _ in .text("abcdef").chunked(of: 2).pausing(at: 0, 2, 4) }
    let (bytes, response) = try await live.bytes(for: request(server))
    #expect(response.statusCode == 200)
    var chunks = bytes.chunks.makeAsyncIterator()
    for part in ["ab", "cd", "ef"] {
      server.release()
      #expect(text(try await chunks.next()) == part)
    }
    #expect(try await chunks.next() == nil)
    #expect(try await chunks.next() == nil)
  }

  @Test func `lines come as they are sent`() async throws {
    let server = try LoopbackServer { _ in .text("Grüße\nsecond\n").pausing(at: 3, 8) }
    let (bytes, _) = try await live.bytes(for: request(server))
    var lines = bytes.lines.makeAsyncIterator()
    server.release()
    #expect(try await lines.next() == "Grüße")
    server.release()
    #expect(try await lines.next() == "second")
    #expect(try await lines.next() == nil)
  }

  @Test func `events come as they are sent`() async throws {
    let server = try LoopbackServer { _ in .text("data: 1\n\ndata: 2\n\n").chunked(of: 4).pausing(at: 9) }
    let (bytes, _) = try await live.bytes(for: request(server))
    var events = bytes.events.makeAsyncIterator()
    #expect(try await events.next()?.data == "1")
    server.release()
    #expect(try await events.next()?.data == "2")
    #expect(try await events.next() == nil)
  }

  @Test func `an answer of any status has its body`() async throws {
    let server = try LoopbackServer { _ in .text("none here", status: 404) }
    let (bytes, response) = try await live.bytes(for: request(server))
    #expect(response.statusCode == 404)
    #expect(try await bytes.lines.reduce("", +) == "none here")
  }

  @Test(arguments: [Response.text(""), .empty(status: 204), .empty(status: 304)])
  func `an empty body ends at once`(response: Response) async throws {
    let server = try LoopbackServer { _ in response }
    for try await _ in try await live.bytes(for: request(server)).0 { Issue.record("a byte came") }
  }

  @Test func `a HEAD request has a head and no body`() async throws {
    let server = try LoopbackServer { _ in .text("hello") }
    var request = request(server)
    request.httpMethod = "HEAD"
    let (bytes, response) = try await live.bytes(for: request)
    #expect(response.value(forHTTPHeaderField: "Content-Length") == "5")
    for try await _ in bytes { Issue.record("a byte came") }
  }

  @Test func `a megabyte in small chunks is whole`() async throws {
    let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let server = try LoopbackServer { _ in .data(body).chunked(of: 1_000) }
    let (bytes, _) = try await live.bytes(for: request(server))
    #expect(try await bytes.chunks.reduce(into: Data()) { $0 += $1 } == body)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /to\r\n\r\n",
  ])
  func `a head that only announces another one is not the answer`(answer: String) async throws {
    let server = try LoopbackServer { request in
      request.path == "/to" ? .text("hello") : .raw("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n\(answer)")
    }
    let (data, response) = try await live.http(request(server))
    #expect(response.statusCode == 200)
    #expect(text(data) == "hello")
  }

  @Test func `redirects are followed`() async throws {
    let server = try LoopbackServer { $0.path == "/to" ? .text("there") : .redirect(to: "/to") }
    let (bytes, response) = try await live.bytes(for: request(server, "/from"))
    #expect(response.url?.path == "/to")
    #expect(try await bytes.lines.reduce("", +) == "there")
    #expect(server.requests.map(\.path) == ["/from", "/to"])
  }

  @Test(arguments: ["Basic realm=\"x\"", "Bearer"])
  func `a challenge that nobody can meet is an answer`(challenge: String) async throws {
    let server = try LoopbackServer { _ in .text("who?", status: 401).header("WWW-Authenticate", challenge) }
    let (bytes, response) = try await live.bytes(for: request(server))
    #expect(response.statusCode == 401)
    #expect(try await bytes.lines.reduce("", +) == "who?")
  }

  @Test func `a 401 comes before its body where there are no credentials to send`() async throws {
    let server = try LoopbackServer { _ in
      .text("abcd", status: 401).header("WWW-Authenticate", "Basic realm=\"x\"").pausing(at: 2)
    }
    // Without that, this would wait forever.
    let (bytes, response) = try await live.bytes(for: request(server))
    #expect(response.statusCode == 401)
    server.release()
    #expect(try await bytes.lines.reduce("", +) == "abcd")
  }

  @Test func `a user and a password in a URL are sent, and a refusal before that is no answer`() async throws {
    let server = try LoopbackServer { request in
      request["Authorization"] == nil
        ? .text("who?", status: 401).header("WWW-Authenticate", "Basic realm=\"x\"") : .text("welcome")
    }
    let url = try #require(URL(string: server.url("/").absoluteString.replacing("://", with: "://user:password@")))
    let (bytes, response) = try await live.bytes(for: URLRequest(url: url, timeoutInterval: 3_600))
    #expect(response.statusCode == 200)
    #expect(try await bytes.lines.reduce("", +) == "welcome")
  }

  // MARK: What goes wrong

  @Test func `a body that breaks off has its bytes, and then an error with the URL`() async throws {
    let server = try LoopbackServer { _ in .text("hello world").dropped(after: 5) }
    let (bytes, _) = try await live.bytes(for: request(server))
    var read = ""
    let error = await #expect(throws: URLError.self) {
      for try await chunk in bytes.chunks { read += text(chunk) }
    }
    #expect(read == "hello")
    #expect(error?.failingURL == server.url("/"))
  }

  @Test func `a port where nobody listens is an error with the URL`() async throws {
    let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
    let error = await #expect(throws: URLError.self) { try await live.bytes(for: request) }
    #expect(error?.code == .cannotConnectToHost && error?.failingURL == request.url)
  }

  @Test func `a task that waits for the head is cancelled at once, and hangs up`() async throws {
    let server = try LoopbackServer { _ in .silence }
    let request = request(server)
    let task = Task { try await live.bytes(for: request).1 }
    await server.until { $0.requests.count == 1 }
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled && error?.failingURL == server.url("/"))
    await server.until { $0.hangUps == 1 }
  }

  @Test func `a task that waits for a piece is cancelled at once, and hangs up`() async throws {
    let server = try LoopbackServer { _ in .text("hello").unfinished() }
    let request = request(server)
    let (isReading, begun) = AsyncStream<Void>.makeStream()
    let task = Task {
      let (bytes, _) = try await live.bytes(for: request)
      for try await _ in bytes.chunks { begun.yield() }
    }
    for await _ in isReading { break }
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled && error?.failingURL == server.url("/"))
    await server.until { $0.hangUps == 1 }
  }

  @Test func `a body that is dropped without being read hangs up`() async throws {
    let server = try LoopbackServer { _ in .text("hello").unfinished() }
    _ = try await live.bytes(for: request(server)).1
    await server.until { $0.hangUps == 1 }
  }

  @Test func `a body that is not read to its end hangs up`() async throws {
    let server = try LoopbackServer { _ in .text("hello").unfinished() }
    let request = request(server)
    func readFirst() async throws {
      for try await _ in try await live.bytes(for: request).0 { return }
    }
    try await readFirst()
    await server.until { $0.hangUps == 1 }
  }

  @Test func `a body that stands still times out, after what has come`() async throws {
    let server = try LoopbackServer { _ in .text("hello").pausing(at: 2) }
    var read = ""
    let error = await #expect(throws: URLError.self) {
      for try await chunk in try await live.bytes(for: request(server, timeout: 0.3)).0.chunks { read += text(chunk) }
    }
    #expect(error?.code == .timedOut)
    #expect(["he", ""].contains(read))
  }

  @Test func `a thousand streams that are cancelled at any moment end, whole or cancelled`() async throws {
    let server = try LoopbackServer { _ in .text("hello, hello, hello").chunked(of: 7) }
    let request = request(server)
    for _ in 0..<20 {
      await withTaskGroup { group in
        for _ in 0..<50 {
          group.addTask {
            let task = Task {
              let (bytes, _) = try await live.bytes(for: request)
              return try await bytes.chunks.reduce(into: Data()) { $0 += $1 }
            }
            for _ in 0..<Int.random(in: 0..<200) { await Task.yield() }
            task.cancel()
            do {
              #expect(try await task.value.count == 19)
            } catch {
              #expect((error as? URLError)?.code == .cancelled)
            }
          }
        }
      }
    }
  }

  // MARK: Uploads and downloads

  @Test func `an upload sends its body, and its progress ends at the total`() async throws {
    let server = try LoopbackServer { .text("\($0.body.count)") }
    var request = request(server)
    request.httpMethod = "PUT"
    let steps = Locked<[EnvironmentProgress]>([])
    let (data, _) = try await live.upload(for: request, from: Data(count: 1_000_000)) { step in
      steps.withLock { $0.append(step) }
    }
    #expect(text(data) == "1000000")
    let seen = steps.withLock { $0 }
    #expect(seen.last == EnvironmentProgress(completed: 1_000_000, total: 1_000_000))
    #expect(seen.map(\.completed) == seen.map(\.completed).sorted())
  }

  @Test func `a file is uploaded, and one is downloaded to the disk`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Streams-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, copy) = (folder.appending(component: "a"), folder.appending(component: "b"))
    try Data(repeating: 7, count: 300_000).write(to: source)
    let server = try LoopbackServer { $0.method == "POST" ? .empty() : .data(Data(repeating: 8, count: 300_000)) }
    var upload = request(server)
    upload.httpMethod = "POST"
    _ = try await live.upload(for: upload, fromFile: source)
    #expect(server.requests.first?.body == Data(repeating: 7, count: 300_000))
    let last = Locked<EnvironmentProgress?>(nil)
    try Data("old".utf8).write(to: copy)
    try await live.download(for: request(server), to: copy) { last.replace(with: $0) }
    #expect(try Data(contentsOf: copy) == Data(repeating: 8, count: 300_000))
    #expect(last.withLock { $0 } == EnvironmentProgress(completed: 300_000, total: 300_000))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "b"])
  }
}
