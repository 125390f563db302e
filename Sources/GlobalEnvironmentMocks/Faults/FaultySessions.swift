import Foundation
import GlobalEnvironment
import GlobalEnvironmentStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers the sessions of a mock whose calls a run may let fail: each request is a call of `http`.
///
/// An answer comes as a whole, when its last part has come.
final class FaultyAnswers: RequestAnswering {
  private let base: HTTPStubs
  private let run: FaultRun

  init(base: HTTPStubs, run: FaultRun) {
    (self.base, self.run) = (base, run)
  }

  func answer(_ request: URLRequest, _ receive: (HTTPStubs.Part) -> Void) async throws {
    let (body, response) = try await run.http(request, base) { [base] in try await base.respond(to: $0) }
    receive(.response(response))
    receive(.body(body))
  }
}

extension FaultRun {
  /// Returns a closure that returns the session of `before`; in place of a mock's, one whose requests may fail.
  func sessions(
    of stubs: HTTPStubs, inPlaceOf before: @escaping @Sendable () -> URLSession
  ) -> @Sendable () -> URLSession {
    let sessions = StubSessions(of: FaultyAnswers(base: stubs, run: self))
    return { [self] in
      inside {
        let session = before()
        return session.isStubbed ? sessions.current : session
      }
    }
  }
}
