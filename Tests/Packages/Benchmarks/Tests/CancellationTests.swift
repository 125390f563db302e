import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// 20,000 requests in each way, most of them cancelled at a random moment: each must come to an end, and to the right one.
///
/// `swift test -c release --package-path Tests/Packages/Benchmarks --filter CancellationTests`. With `REQUESTS=1000`, a thousand.
@Suite(.serialized) struct CancellationTests {
  private static let count = ProcessInfo.processInfo.environment["REQUESTS"].flatMap { Int($0) } ?? 20_000
  private static let body = Data("post".utf8)

  enum Answer: CaseIterable {
    case plain, closure, asyncClosure, failure

    fileprivate var response: StubResponse {
      switch self {
      case .plain: .data(body)
      case .closure: .response { _ in .data(body) }
      case .asyncClosure:
        .response { _ in
          await Task.yield()
          return .data(body)
        }
      case .failure: .error(URLError(.networkConnectionLost))
      }
    }
  }

  enum Way: CaseIterable {
    case session, configuredSession, shared, handler, http, bytes
  }

  @Test(.interceptsSharedSession, arguments: Answer.allCases, Way.allCases)
  func `each request that is cancelled ends`(answer: Answer, way: Way) async throws {
    let request = URLRequest(url: try #require(URL(string: "https://example.com/posts")))
    let mock = Environment.mock
    mock.stub(.get("/posts"), answer.response).optional()
    let ends = await withEnvironment(mock) {
      let send = sender(way)
      return await withTaskGroup(of: [End: Int].self) { group in
        for _ in 0..<8 {
          group.addTask {
            var ends: [End: Int] = [:]
            for _ in 0..<Self.count / 8 { ends[await end(of: request, send), default: 0] += 1 }
            return ends
          }
        }
        return await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
      }
    }
    #expect(ends.values.reduce(0, +) == Self.count)
    #expect(Set(ends.keys).isSubset(of: [.cancelled, answer == .failure ? .failed : .answered]), "\(ends)")
  }

  private enum End { case answered, cancelled, failed, wrong }

  private func sender(_ way: Way) -> @Sendable (URLRequest) async throws -> Data {
    switch way {
    case .http: return { try await Env.http($0).0 }
    case .bytes: return { try await Env.bytes(for: $0).0.reduce(into: Data()) { $0.append($1) } }
    case .session: return Self.sender(through: Env.urlSession())
    case .configuredSession: return Self.sender(through: URLSession(configuration: HTTPStubs.configuration()))
    case .shared: return Self.sender(through: .shared)
    case .handler:
      let session = Env.urlSession()
      return { try await Self.send($0, through: session) }
    }
  }

  private static func sender(through session: URLSession) -> @Sendable (URLRequest) async throws -> Data {
    { try await session.data(for: $0).0 }
  }

  /// Sends a request as code with completion handlers does.
  private static func send(_ request: URLRequest, through session: URLSession) async throws -> Data {
    let task = Mutex<URLSessionTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sent = session.dataTask(with: request) { data, _, error in
          continuation.resume(with: error.map { .failure($0) } ?? .success(data ?? Data()))
        }
        task.withLock { $0 = sent }
        sent.resume()
        // It may have been cancelled before there was anything to cancel.
        if Task.isCancelled { sent.cancel() }
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
  }

  private func end(of request: URLRequest, _ send: @escaping @Sendable (URLRequest) async throws -> Data) async -> End {
    let task = Task { try await send(request) }
    for _ in 0..<Int.random(in: 0..<60) { await Task.yield() }
    switch Int.random(in: 0..<5) {
    case 0: break
    case 1: DispatchQueue.global().async { task.cancel() }
    default: task.cancel()
    }
    switch await task.result {
    case .success(let body): return body == Self.body ? .answered : .wrong
    case .failure(is CancellationError): return .cancelled
    case .failure(let error as URLError):
      return error.code == .cancelled ? .cancelled : error.code == .networkConnectionLost ? .failed : .wrong
    case .failure: return .wrong
    }
  }
}
