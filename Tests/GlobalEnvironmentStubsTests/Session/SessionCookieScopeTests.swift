import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// To which requests a session sends the cookies of its own storage.
  @Suite(.environment(.mock))
  struct SessionCookieScopeTests {
    private let storage: HTTPCookieStorage
    private let session: URLSession

    init() throws {
      storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
      let configuration = HTTPStubs.configuration()
      configuration.httpCookieStorage = storage
      session = URLSession(configuration: configuration)
    }

    @Test func `secure cookies and those of a path go nowhere else`() async throws {
      Env.stub(.any, .ok)
      Env.stub(
        .get("/login"), .ok.cookie("secure", "1", path: "/", isSecure: true).cookie("admin", "2", path: "/admin"))
      _ = try await session.data(for: request("https://api.example.com/login"))
      for url in ["http://api.example.com/x", "https://api.example.com/x", "http://api.example.com/admin/users"] {
        _ = try await session.data(for: request(url))
      }
      #expect(Env.requests.dropFirst().map { $0.header("Cookie") } == [nil, "secure=1", "admin=2"])
    }

    @Test func `a URL without a path is sent the cookies of the path /`() async throws {
      Env.stub(.any, .ok)
      Env.stub(.get("/login"), .ok.cookie("root", "1", path: "/").cookie("admin", "2", path: "/admin"))
      _ = try await session.data(for: request("https://api.example.com/login"))
      for url in ["https://api.example.com", "https://api.example.com?page=2"] {
        _ = try await session.data(for: request(url))
      }
      #expect(Env.requests.dropFirst().map { $0.header("Cookie") } == ["root=1", "root=1"])
    }

    @Test func `a cookie that another task renews is not sent as it was`() async throws {
      Env.stub(.get("/login"), .redirect(to: "/home").cookie("session", "2", path: "/"))
      Env.stub(.get("/home"), .ok)
      Env.stub(.get("/first"), .ok.cookie("session", "1", path: "/"))
      _ = try await session.data(for: request("/first"))
      let ended = AsyncStream.makeStream(of: Void.self)
      let task = session.dataTask(with: try request("/login")) { _, _, _ in ended.continuation.yield() }
      _ = try await session.data(for: request("/login"))
      task.resume()
      for await _ in ended.stream { break }
      #expect(Env.requests.last?.header("Cookie") == "session=2")
    }
  }
#endif
