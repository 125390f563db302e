import GlobalEnvironment
import Testing

/// Which issues make a test fail, for a handler of issues. Since Swift 6.3 each says so itself. Before, it shows by
/// `withKnownIssue`: one around it is asked about what none inside of it knows.
struct CountedIssues: Sendable {
  #if compiler(>=6.3)
    func watch(_ body: () async -> Void) async { await body() }

    func contain(_ issue: Issue) -> Bool { issue.counts }
  #else
    private let unknown = Locked<Set<String>>([])

    /// Runs the code whose issues the handler gets.
    func watch(_ body: () async -> Void) async {
      await withKnownIssue(isIntermittent: true) {
        await body()
      } matching: { issue in
        _ = unknown.withLock { $0.insert(Self.place(of: issue)) }
        return false
      }
    }

    /// Whether it makes the test fail.
    func contain(_ issue: Issue) -> Bool { unknown.withLock { $0.contains(Self.place(of: issue)) } }

    private static func place(of issue: Issue) -> String { "\(issue.sourceLocation.map { "\($0)" } ?? "")" }
  #endif
}
