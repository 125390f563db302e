import GlobalEnvironment
import GlobalEnvironmentWire

/// What a recording says about its file, once each.
extension Recording {
  static let unfinished =
    "this recording is not finished: a process that made it was cut short, or is not done. Record it again"

  /// Says once that the last answer to a request repeats, after which others may have come.
  func reportRepetition(of key: RequestKey) {
    guard !state.replace(\.hasReportedRepetition, with: true) else { return }
    TestHooks.report(
      """
      \(path): the last recorded answer to \(key.method) \(UsualSecrets.hidden(in: key.url)) repeats, and \
      \(Self.unfinished).
      """, at: place)
  }

  /// Says once that an answer is empty because the browser that exported it left out its body.
  func reportMissingBody(of key: RequestKey) {
    guard !state.replace(\.hasReportedMissingBody, with: true) else { return }
    TestHooks.report(
      """
      \(path): the recording has no body for \(key.method) \(UsualSecrets.hidden(in: key.url)). \
      Export it again, with response bodies.
      """, at: place)
  }
}
