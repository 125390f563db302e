// The short way is one of Foundation on Linux.
#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironmentTesting
  import SendingRequests
  import Testing

  @testable import GlobalEnvironmentMocks
  @testable import GlobalEnvironmentRecordings
  @testable import GlobalEnvironmentStubs
  @testable import GlobalEnvironmentTime
  @testable import GlobalEnvironmentWire

  /// Whether plain stubs still answer `data(for:)` inside its own `resume()`. Nothing else would show that they do not: the
  /// answers are the same, and take twice as long.
  @Suite(.environment(.mock))
  struct SessionShortWayTests {
    private let answers: Ways

    init() throws {
      answers = Ways(stubs: try #require(HTTPStubs.current))
      Env.stub(.any, .text("plain"))
    }

    @Test func `the session of all code takes it`() async throws {
      let sessions = StubSessions(of: answers)
      let request = try request("/posts")
      for _ in 0..<10 { #expect(try await sessions.current.data(for: request).0 == Data("plain".utf8)) }
      #expect(answers.ways == Array(repeating: .short, count: 10))
    }

    @Test func `a session of one's own takes it`() async throws {
      let session = URLSession(configuration: .stubbed(along: .make(to: answers)))
      #expect(try await session.data(for: request("/posts")).0 == Data("plain".utf8))
      #expect(try await session.data(from: #require(request("/posts").url)).0 == Data("plain".utf8))
      #expect(answers.ways == [.short, .short])
    }

    @Test func `a task with a handler goes the long way`() async throws {
      let sessions = StubSessions(of: answers)
      let request = try request("/posts")
      let data = await withCheckedContinuation { continuation in
        sessions.current.dataTask(with: request) { data, _, _ in continuation.resume(returning: data) }.resume()
      }
      #expect(data == Data("plain".utf8))
      #expect(answers.ways == [.long])
    }
  }

  /// The stubs of a mock, and on which way each request came to them.
  private final class Ways: RequestAnswering {
    enum Way { case short, long }

    private let stubs: HTTPStubs
    private let taken = GlobalEnvironment.Locked<[Way]>([])

    init(stubs: HTTPStubs) { self.stubs = stubs }

    var ways: [Way] { taken.withLock { $0 } }

    func answer(_ request: URLRequest, _ receive: (HTTPStubs.Part) -> Void) async throws {
      taken.withLock { $0.append(.long) }
      try await stubs.answer(request, receive)
    }

    func answerAtOnce(to request: URLRequest) -> [HTTPStubs.Part]? {
      let answer = stubs.answerAtOnce(to: request)
      if answer != nil { taken.withLock { $0.append(.short) } }
      return answer
    }
  }
#endif
