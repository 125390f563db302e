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
    /// It belongs to the scope in which it is made. The answer comes on any thread, whatever its status; it fails with
    /// `URLError` when none arrives.
    public func httpPublisher(
      for request: URLRequest,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> HTTPPublisher {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      return HTTPPublisher(request: request, scope: .current, place: place)
    }
  }

  /// A request as a publisher; made by `Env.httpPublisher(for:)`.
  public struct HTTPPublisher: Publisher, Sendable {
    /// The body of the answer, and its head.
    public typealias Output = (data: Data, response: HTTPURLResponse)
    /// `URLError`, where Foundation fails.
    public typealias Failure = any Error

    fileprivate let request: URLRequest
    fileprivate let scope: EnvironmentScope
    fileprivate let place: SourcePlace

    /// Gives `subscriber` an answer of its own, as soon as it asks for one.
    public func receive<Downstream: Subscriber<Output, any Error>>(subscriber: Downstream) {
      subscriber.receive(subscription: HTTPSubscription(self, subscriber))
    }
  }

  /// One subscriber's request.
  ///
  /// `@unchecked` holds because the state is touched only while the lock is held. A subscriber is called by one task, after
  /// the subscription, as Combine's rules demand.
  private final class HTTPSubscription: Subscription, @unchecked Sendable {
    private let lock = NSLock()
    private let publisher: HTTPPublisher
    /// Nil when the subscriber has got everything, or wants no more.
    private var subscriber: (any Subscriber<HTTPPublisher.Output, any Error>)?
    private var hasBegun = false
    private var task: Task<Void, Never>?

    init(_ publisher: HTTPPublisher, _ subscriber: any Subscriber<HTTPPublisher.Output, any Error>) {
      self.publisher = publisher
      self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
      let isFirst = lock.withLock {
        guard demand > .none, !hasBegun, subscriber != nil else { return false }
        hasBegun = true
        return true
      }
      guard isFirst else { return }
      let task = Task { [publisher] in
        do {
          let answer = try await publisher.place.asCaller {
            try await publisher.scope.run { try await Env.http(publisher.request) }
          }
          _ = lock.withLock { subscriber }?.receive((data: answer.0, response: answer.1))
          complete(.finished)
        } catch {
          complete(.failure(error))
        }
      }
      let hasEnded = lock.withLock {
        self.task = task
        return subscriber == nil
      }
      // It was cancelled before the task was kept.
      if hasEnded { task.cancel() }
    }

    /// Completes the subscriber, unless it has cancelled, which it may do when it receives the answer.
    private func complete(_ completion: Subscribers.Completion<any Error>) {
      lock.withLock { subscriber.take() }?.receive(completion: completion)
    }

    func cancel() {
      let (task, subscriber) = lock.withLock { (self.task, self.subscriber.take()) }
      // Released after the lock.
      withExtendedLifetime(subscriber) { task?.cancel() }
    }
  }
#endif
