// audit:allow-file scheduling – real tasks end in real time.

import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The end of a test, after which nothing should use its environment.
struct TestEnd: Sendable {
  private let name: String
  private let location: SourceLocation?

  init(of test: Test) {
    (name, location) = (test.name, test.sourceLocation)
  }

  /// The end of an XCTest test, which has no place.
  init(name: String) {
    (self.name, location) = (name, nil)
  }

  /// Ends the scopes of `family`: from now on, whatever reads or writes there gives an issue, once for each endpoint.
  func end(_ family: ScopeFamily) {
    let reported = Locked<Set<String>>([])
    let reportOnce: @Sendable (String) -> Void = { what in
      if reported.withLock({ $0.insert(what).inserted }) { reportLate(what) }
    }
    family.end { scope in
      var environment = scope.environment
      // What an endpoint asks for itself is not late use: it asks this, which is of no family that has ended.
      let quiet = EnvironmentScope(environment, in: ScopeFamily())
      environment.announceCalls(in: quiet) { endpoint in
        // A request that comes late is reported by what would have answered it.
        if endpoint != "Env.http" { reportOnce("\(endpoint) was called") }
      }
      environment.announceReadsOfOwnEndpoints { endpoint, _ in reportOnce("\(endpoint) was read") }
      scope.end(as: environment) { reportOnce("Env was assigned") }
    } makeLate: { family in
      // In the root, since the code that asks belongs to the family.
      EnvironmentScope.root.run { EnvironmentScope(.mock, in: family) }
    }
  }

  /// Warns when something still holds a scope of `family` some moments later: it may be used.
  ///
  /// - Parameter looks: How often to look whether it does, each time five milliseconds later.
  func awaitRelease(of family: ScopeFamily, looks: Int = 20) async {
    // A task that has just ended may not have let go of it yet.
    for _ in 0..<looks {
      if family.members.isEmpty { return }
      // In a task of its own: that of a test that was cancelled would not wait.
      await Task { try? await Task.sleep(for: .milliseconds(5)) }.value
    }
    warn(
      """
      Something holds the environment of \(name), which has ended: a task that still runs, an object that was made in \
      the test and is kept elsewhere, in a static variable for instance, or an endpoint that the test set and that captures \
      such an object. Wait for the task or cancel it; make the object anew for each test; capture it weakly.
      """)
  }

  private func reportLate(_ what: String) {
    let message = """
      \(what) in the environment of \(name), which has ended: something that the test started still goes on, or an \
      object that was made there, for a static variable for instance, is used again. Wait for the one in the test, or \
      cancel it there; make the other anew for each test.
      """
    if let location {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
    } else {
      report(message, at: nil)
    }
  }

  private func warn(_ message: String) {
    #if compiler(>=6.3)
      // No macro: a library may be built where the plugin of those is not to be found.
      let here = SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location ?? here)
    #else
      print("warning: \(message)")
    #endif
  }
}
