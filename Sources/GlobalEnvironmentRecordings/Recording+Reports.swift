import GlobalEnvironment
import GlobalEnvironmentWire

/// What a recording says about its file, once each.
extension Recording {
  static let unfinished =
    "this recording is not finished: the process that made it was cut short, or is not done. Record it again"

  /// Says that the last answer to a request repeats, after which others may have come.
  func reportRepetition(of key: RequestKey) {
    report(once: "repetition", "the last recorded answer to \(Self.shown(key)) repeats, and \(Self.unfinished).")
  }

  /// Says that a body is not what the server had sent.
  func report(_ flaw: Exchange.BodyFlaw, of recorded: RecordedAnswers.Recorded, to key: RequestKey) {
    let entry = "log.entries[\(recorded.index)].response.content"
    switch flaw {
    case .missing:
      report(
        once: "missing",
        "the recording has no body for \(Self.shown(key)) (\(entry)). Export it again, with response bodies.")
    case .otherLength(let length):
      report(
        once: "length",
        """
        the body for \(Self.shown(key)) is not the \(length) bytes that the server sent (\(entry)): its text was cut short, or \
        characters of it were lost. Export it again; where the text was edited, correct `size`, or remove `_flaw`.
        """)
    case .unknownCharset:
      report(
        once: "charset",
        """
        the body for \(Self.shown(key)) may be other bytes than the server's (\(entry)): its type names no charset that is known \
        here, and no length in the file fits. Add the charset that the server used to `mimeType`, like text/plain; charset=utf-8. \
        If there is a `_flaw`, and the text is right, remove that.
        """)
    case .compressed:
      report(
        once: "compressed",
        """
        the body for \(Self.shown(key)) is still compressed (\(entry)). Export it again, decoded; where these are the bytes that \
        a program gets, remove Content-Encoding from the entry, and `_flaw`.
        """)
    }
  }

  private func report(once kind: String, _ message: String) {
    guard state.withLock({ $0.told.insert(kind).inserted }) else { return }
    TestHooks.report("\(path): \(message)", at: place)
  }

  private static func shown(_ key: RequestKey) -> String { "\(key.method) \(UsualSecrets.hidden(in: key.url))" }
}
