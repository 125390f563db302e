import GlobalEnvironment

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension HTTPStubs {

  /// Returns a configuration for a URL session of your own, whose requests reach the stubs of the current mock.
  ///
  /// ```swift
  /// let session = URLSession(configuration: HTTPStubs.configuration(), delegate: delegate, delegateQueue: nil)
  /// ```
  ///
  /// For code that makes its session itself; other code has `Env.urlSession()`. Stubs that come later count, too. Call it
  /// inside the test: the session belongs to the scope it was called in. On Linux, download tasks fail with an error that
  /// says so.
  ///
  /// Where `Env` is not a mock, the running test fails, and so do the requests.
  public static func configuration(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> URLSessionConfiguration {
    let stubs = Env.httpStubs
    if stubs == nil {
      TestHooks.report(
        """
        HTTPStubs.configuration() was called where Env is no mock, so there are no stubs to answer the requests. \
        \(TestHooks.adviceForMock(
          inTest: "Give the test a mock first: with the trait .environment(.mock), or Env = .mock."))
        """,
        at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    return .stubbed(along: .make(to: stubs))
  }
}
