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

  @Test func `a subscriber that cancels with the answer in hand gets nothing more`() async throws {
    Env.stub(.get("/posts"), .text("enough"))
    let subscriber = Cancelling()
    Env.httpPublisher(for: request).subscribe(subscriber)
    // Ends when the request's task has let go of its subscription, and so of the subscriber.
    for await _ in subscriber.end {}
    #expect(subscriber.received.values == ["subscription", "answer"])
  }

  // One thing at a time: where an answer and the end come on two threads, OpenCombine's Zip reads what is gone.
  @Test(.virtualTime) func `two requests that are zipped may be let go of with their answer in hand`() async throws {
    Env.stub(.get("/posts"), .text("x"))
    for _ in 0..<300 {
      let publisher = Env.httpPublisher(for: request).zip(Env.httpPublisher(for: request)).map { $0.0.data }
      #expect(try await publisher.outcome().get() == Data("x".utf8))
    }
  }

  @Test(.virtualTime) func `a delayed answer comes in virtual time`() async throws {
    Env.stub(.get("/posts"), .text("late").delay(.seconds(60)))
    _ = try await Env.httpPublisher(for: request).outcome().get()
    #expect(Env.clock.now.offset == .seconds(60))
  }
}

/// A subscriber that wants no more than the answer.
private final class Cancelling: Subscriber {
  let received = Received<String>()
  /// Ends when the subscription does.
  let end: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation
  private let subscription = Received<any Subscription>()

  init() {
    (end, continuation) = AsyncStream.makeStream()
  }

  func receive(subscription: any Subscription) {
    received.add("subscription")
    self.subscription.add(subscription)
    subscription.request(.unlimited)
  }

  func receive(_ answer: HTTPPublisher.Output) -> Subscribers.Demand {
    received.add("answer")
    subscription.values.first?.cancel()
    // By then, what follows an answer has followed.
    Task { [continuation] in continuation.finish() }
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    received.add("completion")
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
