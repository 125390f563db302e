import Testing

@testable import GlobalEnvironment

/// Expects exactly one issue, which says `text`.
func expectIssue(_ text: String, _ body: () -> Void) {
  let count = Locked(0)
  withKnownIssue(Comment(rawValue: text)) {
    body()
  } matching: { issue in
    count.withLock { $0 += 1 }
    return issue.description.contains(text)
  }
  #expect(count.withLock { $0 } == 1, "\(text)")
}

func expectIssue(_ text: String, _ body: () async -> Void) async {
  let count = Locked(0)
  await withKnownIssue(Comment(rawValue: text)) {
    await body()
  } matching: { issue in
    count.withLock { $0 += 1 }
    return issue.description.contains(text)
  }
  #expect(count.withLock { $0 } == 1, "\(text)")
}
