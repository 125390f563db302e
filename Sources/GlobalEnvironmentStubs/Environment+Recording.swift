import Foundation
public import GlobalEnvironment
public import GlobalEnvironmentRecordings
public import GlobalEnvironmentRedaction

extension Environment {

  /// Sends requests that no stub matches to the real network, and records its answers in a HAR file, which answers those
  /// requests the next time. An answer is recorded when it has been read to its end.
  ///
  /// ```swift
  /// Env = .mock.recording(to: "posts.har", hiding: [.query("token")])
  /// ```
  ///
  /// The environment variable `ENV_RECORDINGS` sets the mode of one run: with `all`, `new` or `once`, everything is recorded
  /// again, or what is new, or what has no file yet; the files of other programs keep their mode. With `locked`, as on a CI machine, nothing is recorded: a request that the
  /// file does not answer fails. In an `EnvironmentTestCase`, override `allowsNetwork` to record.
  ///
  /// - Parameters:
  ///   - file: The path of a HAR 1.2 file; a relative one begins in the folder of the calling source file.
  ///   - mode: When to ask the network.
  ///   - secrets: What must not be in the file, besides what usually is secret, which is never recorded.
  ///   - recordsFailures: Whether to record answers of status 400 and more, and requests without an answer.
  ///   - matching: What must be the same in a request and in a recorded one.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: This environment, which shares its stubs with the one that was asked.
  @discardableResult
  public func recording(
    to file: String, mode: RecordingMode = .once, hiding secrets: [Secret] = [], recordsFailures: Bool = false,
    matching: [RecordingMatch] = [.method, .url, .body],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Environment {
    let recording = RequestIssues.noting {
      Recording(
        file: file, mode: mode, secrets: secrets, recordsFailures: recordsFailures, matching: matching,
        network: RealNetwork.bytes, cookies: { RealNetwork.cookies?.store($0, from: $1) },
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    return unmatched(
      UnmatchedRequests(
        answering: { request, progress in
          do {
            return try await RequestIssues.noting { try await recording.answer(request, progress) }
          } catch let error as URLError {
            // The recording has reported it.
            guard let cause = error.errorUserInfo[NSUnderlyingErrorKey] as? RecordingError else { throw error }
            throw RequestIssues.error(after: cause.description, cause)
          }
        },
        nearest: { recording.nearest(to: $0) + [recording.advice].compactMap(\.self) },
        hiding: { $0.hiding(recording.secrets(in: $1)) }),
      fileID: fileID, filePath: filePath, line: line, column: column
    )
  }

  /// Answers requests that no stub matches from a HAR file, as recorded or exported by a browser, without a network.
  ///
  /// Where the environment variable `ENV_RECORDINGS` is `all`, `new` or `once`, a file that this package has written, or that
  /// is missing, is recorded.
  ///
  /// ```swift
  /// Env = .mock.replaying("posts.har")
  /// ```
  ///
  /// - Parameters:
  ///   - file: The path of a HAR 1.2 file; a relative one begins in the folder of the calling source file.
  ///   - secrets: What was hidden when the file was recorded.
  ///   - matching: What must be the same in a request and in a recorded one.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: This environment, which shares its stubs with the one that was asked.
  @discardableResult
  public func replaying(
    _ file: String, hiding secrets: [Secret] = [], matching: [RecordingMatch] = [.method, .url, .body],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Environment {
    recording(
      to: file, mode: .none, hiding: secrets, matching: matching, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
