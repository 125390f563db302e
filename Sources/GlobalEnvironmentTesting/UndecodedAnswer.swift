import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The answer of a stub that does not decode, which ends a test.
enum UndecodedAnswer {

  /// Shows the stub that sent it, by a warning at its line, if `error` is that.
  static func warn(of error: any Error) {
    // A test under faults has one issue at its end, of many runs.
    guard Test.current != nil, FaultRun.current?.isCalm != false,
      let error = error as? EnvironmentHTTPError, error.decodingError != nil,
      let stub = Env.requests.last(where: { $0.url == error.response.url })?.stub
    else { return }
    Frameworks.warn("This stub sent the answer that does not decode.", at: stub.place)
  }
}
