#if canImport(Combine) || canImport(OpenCombine)
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif
  public import Foundation
  public import GlobalEnvironment

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #endif

  extension Environment {
    /// Returns a publisher that sends `request` through `Environment.http` for each of its subscribers.
    ///
    /// ```swift
    /// Env.httpPublisher(for: request)
    ///   .map(\.data)
    ///   .decode(type: [Post].self, decoder: Env.decoder())
    ///   .receive(on: Env.scheduler().combine)
    /// ```
    ///
    /// It belongs to the scope that it is asked for in. The answer comes on any thread, whatever its status; it fails with
    /// `URLError` when none arrives.
    public func httpPublisher(for request: URLRequest) -> HTTPPublisher {
      HTTPPublisher(request: request, scope: .current)
    }
  }

  /// A request as a publisher; made by `Env.httpPublisher(for:)`.
  public struct HTTPPublisher: Publisher, Sendable {
    /// The body of the answer, and its head.
    public typealias Output = (data: Data, response: HTTPURLResponse)
    /// `URLError`, where it is Foundation that fails.
    public typealias Failure = any Error

    fileprivate let request: URLRequest
    fileprivate let scope: EnvironmentScope

    /// Lets `subscriber` have an answer of its own, as soon as it asks for one.
    public func receive<Downstream: Subscriber<Output, any Error>>(subscriber: Downstream) {
      subscriber.receive(
        subscription: HTTPSubscription(self) { result in
          switch result {
          case .success(let answer):
            _ = subscriber.receive(answer)
            subscriber.receive(completion: .finished)
          case .failure(let error):
            subscriber.receive(completion: .failure(error))
          }
        })
    }
  }

  /// One subscriber's request.
  ///
  /// `@unchecked` holds because the state is touched while the lock is held, and then only. A subscriber is called by one task,
  /// after the subscription, as Combine's rules have it.
  private final class HTTPSubscription: Subscription, @unchecked Sendable {
    private let lock = NSLock()
    private let publisher: HTTPPublisher
    /// Nil when the subscriber has got its answer, or wants none.
    private var deliver: ((Result<HTTPPublisher.Output, any Error>) -> Void)?
    private var task: Task<Void, Never>?

    init(_ publisher: HTTPPublisher, deliver: @escaping (Result<HTTPPublisher.Output, any Error>) -> Void) {
      self.publisher = publisher
      self.deliver = deliver
    }

    func request(_ demand: Subscribers.Demand) {
      lock.withLock {
        guard demand > .none, task == nil, deliver != nil else { return }
        task = Task { [publisher] in
          let result: Result<HTTPPublisher.Output, any Error>
          do {
            let answer = try await publisher.scope.run { try await Env.http(publisher.request) }
            result = .success((data: answer.0, response: answer.1))
          } catch {
            result = .failure(error)
          }
          lock.withLock { deliver.take() }?(result)
        }
      }
    }

    func cancel() {
      let (task, deliver) = lock.withLock { (self.task, self.deliver.take()) }
      // Let go of after the lock is.
      withExtendedLifetime(deliver) { task?.cancel() }
    }
  }
#endif
