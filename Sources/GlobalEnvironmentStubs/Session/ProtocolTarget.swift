import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where one request of a URL session goes; held while it is under way.
struct ProtocolTarget: Sendable {
  let scope: EnvironmentScope?
  let answers: (any RequestAnswering)?
  /// The tasks of the session, where time may have to wait for them.
  let tasks: TasksOfSession?
  /// The virtual time of the scope, if it has one.
  let time: VirtualTime?

  init(scope: EnvironmentScope?, answers: (any RequestAnswering)?, tasks: TasksOfSession? = nil) {
    (self.scope, self.answers, self.tasks) = (scope, answers, tasks)
    time = scope?.environment.virtualTime
  }

  /// Makes a task in the scope.
  func makeTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    guard let scope else { return Task { await body() } }
    #if canImport(FoundationNetworking)
      if let time, !time.driver.isRun {
        return scope.call { Task(executorPreference: AnsweringThread()) { await scope.run(body) } }
      }
    #endif
    return scope.call { Task { await scope.run(body) } }
  }

  /// Answers `request`, part by part, in the scope.
  ///
  /// - Throws: What the stubs throw; `URLError` when they are gone.
  func answer(_ request: URLRequest, _ receive: (HTTPStubs.Part) -> Void) async throws {
    guard let answers else { throw HTTPStubs.client?.isCancelled == true ? CancellationError() : report(request) }
    guard let scope else { return try await answers.answer(request, receive) }
    try await scope.run { try await answers.answer(request, receive) }
  }

  private func report(_ request: URLRequest) -> URLError {
    let sent = SentRequest(request, body: Data(), date: .distantPast)
    let message = sent.withoutSecrets(
      """
      \(sent) was sent where there is no mock, or none any more, \
      so there are no stubs to answer it. Give the test a mock first, ask for the session inside the test, with \
      Env.urlSession(), and wait there for what it sends.
      """)
    TestHooks.report(message)
    return URLError(.resourceUnavailable, saying: message)
  }
}
