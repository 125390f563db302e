import Foundation
public import GlobalEnvironment
import GlobalEnvironmentRecordings
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Environment {

  /// Returns this environment with requests answered from the recordings that the variable `ENV_REPLAY` names, if it is set.
  ///
  /// For UI tests of an app whose debug builds link this module:
  ///
  /// ```swift
  /// #if DEBUG
  ///   Env = try Environment.live.replaying(by: ProcessInfo.processInfo.environment)
  /// #endif
  /// ```
  ///
  /// `ENV_REPLAY` is the path of a HAR file, or of a folder of such files, which are asked in the order of their names. A
  /// request that none of them answers fails with `URLError.notConnectedToInternet`, and with a line on the standard error.
  ///
  /// - Parameters:
  ///   - variables: Names and values, such as the process's environment variables.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A copy; where the variable is not set, this environment.
  /// - Throws: `LaunchOverrideError` where there is no recording.
  public func replaying(
    by variables: [String: String],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws(LaunchOverrideError) -> Environment {
    guard let path = variables["ENV_REPLAY"] else { return self }
    let files = Self.recordings(at: path)
    if files.isEmpty {
      throw LaunchOverrideError(
        variable: "ENV_REPLAY", value: path, reason: "there is no HAR file. Name one, or a folder with some.")
    }
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let recordings = files.map { file in
      Recording(
        file: file, mode: .none, variable: nil, network: { _, _, _ in throw URLError(.notConnectedToInternet) },
        cookies: { RealNetwork.cookies?.store($0, from: $1) }, place: place)
    }
    let stubs = HTTPStubs()
    let sessions = StubSessions(of: stubs)
    var environment = self
    environment.http = { try await stubs.respond(to: $0) }
    environment.httpBytes = { try await stubs.bytes(for: $0, $1) }
    environment.urlSession = { sessions.current }
    environment.httpStubs = stubs
    return environment.unmatched(
      UnmatchedRequests(
        answering: { request, progress in
          for recording in recordings {
            if let answer = try await recording.answer(request, progress) { return answer }
          }
          let nearest = recordings.flatMap { $0.nearest(to: request) }.map { "\n- \($0)" }.joined()
          let sent = SentRequest(request, body: request.httpBody ?? Data(), date: UnobservedRead.date)
          let secrets = recordings.flatMap { $0.secrets(in: request) }
          Env.standardError(
            "ENV_REPLAY: \(sent.withoutSecrets("nothing answers \(sent).\(nearest)").hiding(secrets))\n")
          throw URLError(.notConnectedToInternet)
        }),
      fileID: fileID, filePath: filePath, line: line, column: column
    )
  }

  private static func recordings(at path: String) -> [String] {
    // On the disk, not in `Env.files()`.
    let files = live.files()
    let url = URL(filePath: path)
    guard let kind = try? files.attributes(of: url).kind else { return [] }
    guard kind == .folder else { return [url.path] }
    return ((try? files.list(url)) ?? []).map(\.path).filter { $0.hasSuffix(".har") }
  }
}
