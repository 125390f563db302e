import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Cookies, time limit and cache of a session's own configuration.
  @Suite(.environment(.mock))
  struct SessionSettingsTests {
    private let storage: HTTPCookieStorage
    private let session: URLSession
    private let url: URL

    init() throws {
      storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
      url = try #require(URL(string: "https://api.example.com/"))
      let configuration = HTTPStubs.configuration()
      configuration.httpCookieStorage = storage
      session = URLSession(configuration: configuration)
    }

    // MARK: Cookies

    @Test func `a storage gets the cookies, and gives them`() async throws {
      Env.stub(.post("/login"), .ok.cookie("csrf", "token", path: "/").cookie("b", "2", path: "/"))
      Env.stub(.get("/posts"), .ok)
      _ = try await session.data(for: request("POST /login"))
      #expect(Set((storage.cookies(for: url) ?? []).map { "\($0.name)=\($0.value)" }) == ["csrf=token", "b=2"])
      _ = try await session.data(for: request("/posts"))
      let sent = Env.requests.last?.header("Cookie") ?? ""
      #expect(Set(sent.components(separatedBy: "; ")) == ["csrf=token", "b=2"])
    }

    @Test func `what is deleted in the storage is not sent any more`() async throws {
      Env.stub(.post("/login"), .ok.cookie("csrf", "token", path: "/"))
      Env.stub(.get("/posts"), .ok)
      _ = try await session.data(for: request("POST /login"))
      for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) }
      _ = try await session.data(for: request("/posts"))
      #expect(Env.requests.last?.header("Cookie") == nil)
    }

    @Test func `a cookie that a redirect sets is sent to where it leads`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to").cookie("session", "1", path: "/"))
      Env.stub(.get("/to"), .ok)
      _ = try await session.data(for: request("/from"))
      #expect(Env.requests.map { $0.header("Cookie") } == [nil, "session=1"])
    }

    @Test func `a Cookie of the request's own stays where the storage has none`() async throws {
      Env.stub(.get("/from"), .redirect(to: "/to").cookie("a", "1", path: "/"))
      Env.stub(.get("/to"), .ok)
      _ = try await session.data(for: request("/from", headers: ["Cookie": "own=1"]))
      #expect(Env.requests.map { $0.header("Cookie") } == ["own=1", "own=1"])
    }

    @Test func `a session without a storage has the mock's cookies`() async throws {
      Env.stub(.any, .ok.cookie("a", "1", path: "/"))
      let plain = URLSession(configuration: HTTPStubs.configuration())
      _ = try await plain.data(for: request("/posts"))
      _ = try await plain.data(for: request("/posts"))
      #expect(Env.requests.last?.header("Cookie") == "a=1")
    }

    @Test func `a session that sends no cookies, or keeps none, has none of the mock either`() async throws {
      Env.stub(.any, .ok.cookie("a", "1", path: "/"))
      let (sendsNone, keepsNone) = (HTTPStubs.configuration(), HTTPStubs.configuration())
      sendsNone.httpShouldSetCookies = false
      keepsNone.httpCookieAcceptPolicy = .never
      for configuration in [sendsNone, keepsNone] {
        let session = URLSession(configuration: configuration)
        _ = try await session.data(for: request("/posts"))
        _ = try await session.data(for: request("/posts"))
      }
      #expect(Env.requests.map { $0.header("Cookie") } == [nil, nil, nil, nil])
    }

    @Test func `the storage that all code shares is left alone`() async throws {
      Env.stub(.any, .ok.cookie("shared-storage-test", "1", path: "/"))
      let configuration = HTTPStubs.configuration()
      configuration.httpCookieStorage = .shared
      _ = try await URLSession(configuration: configuration).data(for: request("/posts"))
      #expect(HTTPCookieStorage.shared.cookies?.contains { $0.name == "shared-storage-test" } != true)
    }

    // MARK: Made from the environment's session

    @Test func `a session made from the configuration of Env.urlSession() has its own settings`() async throws {
      Env.stub(.get("/posts"), .ok.cookie("a", "1", path: "/"))
      let configuration = Env.urlSession().configuration
      configuration.httpAdditionalHeaders = ["X-App": "7"]
      configuration.httpCookieStorage = storage
      let session = URLSession(configuration: configuration)
      _ = try await session.data(for: request("/posts"))
      _ = try await Env.urlSession().data(for: request("/posts"))
      #expect(Env.requests.map { $0.header("X-App") } == ["7", nil])
      #expect(storage.cookies(for: url)?.map(\.name) == ["a"])
    }

    @Test(.virtualTime) func `it has its own time limit, and its delegate hears each piece`() async throws {
      Env = .mock
      Env.stub(.get("/slow"), StubResponse.text("first second").pace(bytes: 6, every: .seconds(36)))
      for configuration in [HTTPStubs.configuration(), Env.urlSession().configuration] {
        configuration.timeoutIntervalForResource = 60
        let heard = await DelegateLog().heard(of: try request("/slow"), configuration)
        #expect(heard == ["200", "first ", "end \(URLError.timedOut.rawValue)"])
      }
    }

    // MARK: Time

    @Test(.virtualTime) func `the whole answer has a time limit`() async throws {
      Env = .mock
      let body: StubResponse = .data(Data(count: 1_000))
      Env.stub(.get("/slow"), body.pace(bytes: 10, every: .seconds(36)))
      let configuration = HTTPStubs.configuration()
      configuration.timeoutIntervalForResource = 600
      let start = Env.date()
      let session = URLSession(configuration: configuration)
      let error = await #expect(throws: URLError.self) { try await session.data(for: request("/slow")) }
      #expect(error?.code == .timedOut)
      #expect(error?.failingURL?.path == "/slow")
      #expect(Env.date() == start + 600)
    }

    @Test(.virtualTime) func `redirects, delays and closures count together`() async throws {
      Env = .mock
      Env.stub(.get("/from"), .redirect(to: "/to").delay(.seconds(40)))
      Env.stub(
        .get("/to"),
        .response { _ in
          try await Env.sleep(for: .seconds(50))
          return .ok
        })
      let configuration = HTTPStubs.configuration()
      configuration.timeoutIntervalForResource = 60
      let start = Env.date()
      let session = URLSession(configuration: configuration)
      let error = await #expect(throws: URLError.self) { try await session.data(for: request("/from")) }
      #expect(error?.code == .timedOut)
      #expect(Env.date() == start + 60)
    }

    @Test(.virtualTime) func `what a delegate takes to reply counts as well`() async throws {
      Env = .mock
      Env.stub(.get("/from"), .redirect(to: "/to"))
      Env.stub(.get("/to"), .ok).optional()
      let configuration = HTTPStubs.configuration()
      configuration.timeoutIntervalForResource = 60
      let heard = await SlowDelegate().heard(of: try request("/from"), configuration)
      #expect(heard == ["end \(URLError.timedOut.rawValue)"])
      #expect(Env.requests.map(\.path) == ["/from"])
    }

    @Test(.virtualTime, arguments: ["/from", "/secret"])
    func `a delegate that never replies does not outlast the limit`(path: String) async throws {
      Env = .mock
      let start = Env.date()
      Env.stub(.get("/from"), .redirect(to: "/to")).optional()
      Env.stub(.get("/secret"), .data(Data(), status: 401).header("WWW-Authenticate", "Basic realm=house")).optional()
      let configuration = HTTPStubs.configuration()
      configuration.timeoutIntervalForResource = 60
      let heard = await SilentDelegate().heard(of: try request(path), configuration)
      #expect(heard == ["end \(URLError.timedOut.rawValue)"])
      #expect(Env.date() == start + 60)
    }

    @Test(.virtualTime) func `an answer at the limit is in time`() async throws {
      Env = .mock
      Env.stub(.get("/posts"), .text("just").delay(.seconds(30)))
      let configuration = HTTPStubs.configuration()
      configuration.timeoutIntervalForResource = 30
      #expect(try await URLSession(configuration: configuration).data(for: request("/posts")).0 == Data("just".utf8))
    }

    // MARK: Cache

    @Test func `a request for what is in the cache asks no stub`() async throws {
      Env.stub(.get("/posts"), .ok).optional()
      var changed = try request("/posts")
      changed.cachePolicy = .returnCacheDataDontLoad
      let request = changed
      let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
      #expect(error?.code == .resourceUnavailable)
      #expect(await failure { try await Env.http(request) } == .resourceUnavailable)
      #expect(Env.requests.isEmpty)
    }

    @Test(arguments: [URLRequest.CachePolicy.returnCacheDataDontLoad, .returnCacheDataElseLoad])
    func `what a cache of one's own holds is the answer`(policy: URLRequest.CachePolicy) async throws {
      Env.stub(.get("/posts"), .text("new")).optional()
      let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      let request = try request("/posts")
      let head = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
      cache.storeCachedResponse(CachedURLResponse(response: head, data: Data("old".utf8)), for: request)
      let configuration = HTTPStubs.configuration()
      configuration.urlCache = cache
      configuration.requestCachePolicy = policy
      let session = URLSession(configuration: configuration)
      #expect(try await session.data(for: request).0 == Data("old".utf8))
      #expect(Env.requests.isEmpty)
    }
  }

  /// Lets redirects pass after a minute and a half.
  private final class SilentDelegate: DelegateLog, @unchecked Sendable {
    override func urlSession(
      _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {}

    override func urlSession(
      _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}
  }

  private final class SlowDelegate: DelegateLog, @unchecked Sendable {
    private let wait = carryingEnvironment { (reply: @escaping @Sendable () -> Void) in
      _ = Env.scheduler().schedule(after: .seconds(90)) { reply() }
    }

    override func urlSession(
      _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      wait { completionHandler(request) }
    }
  }
#endif
