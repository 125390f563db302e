#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironment
  import GlobalEnvironmentTime

  /// A cache that keeps nothing, and answers the requests of `data(for:)` that can be answered at once.
  ///
  /// Foundation on Linux asks the cache of a session inside the caller's `resume()`, on the caller's thread, before it makes
  /// a protocol; no other code uses the session meanwhile. The caller does not wait for its answer yet. So this is where the
  /// end can be reported without another thread, see ``ProtocolClient/close(_:in:whenSaid:)``: the call needs no lock
  /// that a canceller may hold, and a canceller finds the task completed.
  ///
  /// `@unchecked` holds because nothing is set after the initialiser.
  final class AnsweringCache: URLCache, @unchecked Sendable {
    private let route: SessionRoute

    init(for route: SessionRoute) {
      self.route = route
      // Not a folder, so that none is made.
      super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null")
    }

    override func getCachedResponse(
      for task: URLSessionDataTask, completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
      // With an answer, the session needs no protocol any more.
      if !answer(task) { completionHandler(nil) }
    }

    /// Answers `task`, unless that may take time, its caller may wait already, or a cancellation is about to come.
    private func answer(_ task: URLSessionDataTask) -> Bool {
      let isCalled = withUnsafeCurrentTask { $0.map { !$0.isCancelled } ?? false }
      guard isCalled, task.state == .running, task.isContinuedInline == true, route.isAsked(by: task) else {
        return false
      }
      let (source, target) = (URLProtocol(task: task, cachedResponse: nil, client: nil), route.target)
      let sent = SentThroughSession(source.request, task, nil, target.time)
      guard let client = source.client, let parts = target.answerAtOnce(to: sent) else { return false }
      let protocolClient = ProtocolClient(source: source, client: client, task: task)
      protocolClient.send(parts)
      protocolClient.finish()
      return true
    }
  }

  extension ProtocolTarget {
    /// Returns the whole answer to what was sent where it is known at once; nil otherwise, and in a run, which puts all that
    /// happens in order.
    fileprivate func answerAtOnce(to sent: SentThroughSession) -> [HTTPStubs.Part]? {
      guard let scope, let answers, time?.driver.isRun != true, let request = sent.plainRequest else { return nil }
      return scope.call { answers.answerAtOnce(to: request) }
    }
  }

  extension SessionRoute {
    /// Whether the session of `task` asks this route before all other protocols.
    fileprivate func isAsked(by task: URLSessionTask) -> Bool {
      guard let session = task.sessionOfItsOwn else { return false }
      return session.isCommon || session.configuration.protocolClasses?.first == protocolClass
    }
  }
#endif
