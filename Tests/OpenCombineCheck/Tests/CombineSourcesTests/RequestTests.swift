import CombineSources
import Foundation
import GlobalEnvironmentTesting
import OpenCombine
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests as publishers.
@Suite(.environment(.mock))
struct RequestTests {
  private struct Post: Codable, Equatable { var title: String }

  private let request: URLRequest

  init() throws {
    request = URLRequest(url: try #require(URL(string: "https://api.example.com/posts")))
  }

  @Test func `an answer is published and decoded`() async throws {
    Env.stub(.get("/posts"), .json([["title": "First"]]))
    let posts = Env.httpPublisher(for: request).map(\.data).decode(type: [Post].self, decoder: Env.decoder())
    #expect(try await posts.outcome().get() == [Post(title: "First")])
  }

  @Test func `a value is encoded`() async throws {
    let data = Just(Post(title: "First")).encode(encoder: Env.encoder())
    #expect(try await data.outcome().get() == Data(#"{"title":"First"}"#.utf8))
  }

  @Test func `status 404 is an answer`() async throws {
    Env.stub(.get("/posts"), .notFound)
    #expect(try await Env.httpPublisher(for: request).map(\.response.statusCode).outcome().get() == 404)
  }

  @Test func `a failure is published with its code`() async {
    Env.stub(.get("/posts"), .error(.notConnectedToInternet))
    let outcome = await Env.httpPublisher(for: request).outcome()
    let error = #expect(throws: URLError.self) { try outcome.get() }
    #expect(error?.code == .notConnectedToInternet)
  }

  @Test func `each subscriber sends a request of its own`() async throws {
    Env.stub(.get("/posts"), .sequence([.text("1"), .text("2")]))
    let texts = Env.httpPublisher(for: request).map { String(decoding: $0.data, as: UTF8.self) }
    #expect(Env.requests.isEmpty)
    #expect(try await texts.outcome().get() == "1")
    #expect(try await texts.outcome().get() == "2")
  }

  @Test(.virtualTime) func `a cancelled subscription gives its request up`() async throws {
    Env.stub(.get("/posts"), .text("late").delay(.seconds(60)))
    let received = Received<Int>()
    let cancellable = Env.httpPublisher(for: request).sink(
      receiveCompletion: { _ in received.add(0) }, receiveValue: { _ in received.add(1) })
    try await Env.sleep(for: .seconds(1))
    cancellable.cancel()
    try await Env.sleep(for: .seconds(100))
    #expect(received.values.isEmpty)
  }

  @Test(.virtualTime) func `a delayed answer comes in virtual time`() async throws {
    Env.stub(.get("/posts"), .text("late").delay(.seconds(60)))
    _ = try await Env.httpPublisher(for: request).outcome().get()
    #expect(Env.clock.now.offset == .seconds(60))
  }
}

extension Publisher where Output: Sendable {
  /// Waits for the first value, or for the failure.
  func outcome() async -> Result<Output, any Error> {
    let stream = AsyncStream.makeStream(of: Result<Output, any Error>.self)
    let cancellable = sink(
      receiveCompletion: { if case .failure(let error) = $0 { stream.continuation.yield(.failure(error)) } },
      receiveValue: { stream.continuation.yield(.success($0)) })
    defer { cancellable.cancel() }
    for await outcome in stream.stream { return outcome }
    return .failure(CancellationError())
  }
}
