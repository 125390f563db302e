import Foundation
import GlobalEnvironment
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the live `http` throws when no whole answer comes.
struct LiveHTTPFailuresTests {

  /// Expects that `request` fails with a `URLError` that names its address.
  @discardableResult
  private func failure(
    of request: URLRequest, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> URLError? {
    let error = await #expect(throws: URLError.self, sourceLocation: sourceLocation) {
      try await Environment.live.http(request)
    }
    #expect(error?.failingURL == request.url, sourceLocation: sourceLocation)
    return error
  }

  private func request(_ address: String) throws -> URLRequest {
    URLRequest(url: try #require(URL(string: address)))
  }

  @Test func `a port where nobody listens`() async throws {
    #expect(await failure(of: try request("http://127.0.0.1:1/"))?.code == .cannotConnectToHost)
  }

  @Test func `a host that does not exist`() async throws {
    await failure(of: try request("http://host.invalid/"))
  }

  @Test(arguments: ["file:///etc/hosts", "data:text/plain,hello", "ftp://127.0.0.1/", "mailto:a@b", "relative", ""])
  func `an address that is not of the web`(address: String) async throws {
    var request = try request("http://127.0.0.1/")
    request.url = URL(string: address) ?? URL(string: "./")
    let error = await failure(of: request)
    #expect(error?.code == .unsupportedURL)
    #expect(error?.localizedDescription == "Only http and https addresses can be requested.")
  }

  @Test(arguments: ["http:///path", "http:", "http://127.0.0.1:99999/", "https:///"])
  func `an address without a usable host`(address: String) async throws {
    await failure(of: try request(address))
  }

  @Test func `a request without an address`() async throws {
    var request = try request("http://127.0.0.1/")
    request.url = nil
    #expect(await failure(of: request)?.code == .badURL)
  }

  @Test func `a GET with a body`() async throws {
    var request = try request("http://127.0.0.1:1/")
    request.httpBody = Data("body".utf8)
    await failure(of: request)
  }

  @Test(arguments: [
    Response.hangUp,
    .raw(""),
    .text("hello world").dropped(after: 5),
    .text("hello world").chunked(of: 3).dropped(after: 5),
    .raw("What do you want?\r\n\r\n"),
    .raw("HTTP/1.1 OK 200\r\n\r\n"),
    .raw("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"),
    .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    .text("no gzip").header("Content-Encoding", "gzip"),
  ])
  func `an answer that breaks off or makes no sense`(response: Response) async throws {
    let server = try LoopbackServer { _ in response }
    await failure(of: URLRequest(url: server.url("/")))
  }

  @Test func `a server that is silent`() async throws {
    let server = try LoopbackServer { _ in .silence }
    let error = await failure(of: URLRequest(url: server.url("/"), timeoutInterval: 0.05))
    #expect(error?.code == .timedOut)
    await server.until { $0.hangUps == 1 }
  }

  @Test func `a body that stands still`() async throws {
    let server = try LoopbackServer { _ in .text("hello").pausing(at: 2) }
    let error = await failure(of: URLRequest(url: server.url("/"), timeoutInterval: 0.05))
    #expect(error?.code == .timedOut)
  }

  @Test(arguments: [.infinity, 1e300, .nan, 0, -1] as [TimeInterval])
  func `a timeout that is no length of time does no harm`(timeout: TimeInterval) async throws {
    let server = try LoopbackServer { _ in .text("hello") }
    let request = URLRequest(url: server.url("/"), timeoutInterval: timeout)
    #expect(try await Environment.live.http(request).0 == Data("hello".utf8))
  }

  // MARK: Cancellation

  @Test func `a request of a cancelled task, which is never sent`() async throws {
    let server = try LoopbackServer { _ in .empty() }
    let request = URLRequest(url: server.url("/"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(await failure(of: request)?.code == .cancelled)
    }
    await task.value
    #expect(server.log.connections == 0)
  }

  @Test(arguments: [Response.silence, .text("hello").held(), .text("hello").pausing(at: 3)])
  func `a task that is cancelled meanwhile, which ends the connection`(response: Response) async throws {
    let server = try LoopbackServer { _ in response }
    // Longer than a busy machine may take to come to the cancellation.
    let request = URLRequest(url: server.url("/"), timeoutInterval: 3_600)
    let task = Task { #expect(await failure(of: request)?.code == .cancelled) }
    await server.until { $0.requests.count == 1 }
    task.cancel()
    await task.value
    server.release()
  }

  @Test func `a task that is cancelled afterwards keeps its answer`() async throws {
    let server = try LoopbackServer { _ in .text("hello") }
    let request = URLRequest(url: server.url("/"))
    let task = Task { try await Environment.live.http(request).0 }
    _ = try await task.value
    task.cancel()
    #expect(try await task.value == Data("hello".utf8))
  }

  @Test func `tasks that are cancelled while their answers come end either way`() async throws {
    let server = try LoopbackServer { _ in .text("hello") }
    await withTaskGroup { group in
      for _ in 0..<200 {
        let request = URLRequest(url: server.url("/"))
        group.addTask {
          let task = Task { try await Environment.live.http(request) }
          for _ in 0..<Int.random(in: 0..<200) { await Task.yield() }
          task.cancel()
          do {
            _ = try await task.value
          } catch {
            #expect((error as? URLError)?.code == .cancelled)
          }
        }
      }
    }
  }

  @Test func `tasks that are cancelled while their redirects come end either way`() async {
    // FoundationNetworking ends the process where a task that has ended is told whether to follow a redirect.
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { $0.path == "/from" ? .redirect(to: "/to", status: 302) : .empty() }
      let request = URLRequest(url: server.url("/from"))
      for _ in 0..<100 {
        await withTaskGroup { group in
          for _ in 0..<20 {
            group.addTask {
              let task = Task { _ = try await Environment.live.http(request) }
              try? await Task.sleep(for: .microseconds(.random(in: 0..<4_000)))
              task.cancel()
              _ = await task.result
            }
          }
        }
      }
    }
  }
}
