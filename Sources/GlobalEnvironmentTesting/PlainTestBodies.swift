import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The bodies of `withEnvironment` in tests that have no environment of their own.
///
/// A detached task that is made there sees its environment. For as long as a body with a mock runs, its test has an
/// environment: what code on queues and threads does is watched. Other bodies may be those of the program.
enum PlainTestBodies {

  /// Makes the family of a scope that is made in no other.
  static var newFamily: ScopeFamily {
    if let test = Test.current ?? TestTasks.testOfTask {
      return ScopeFamily(whenBound: { scope in
        // A carried scope is bound on a queue, too, where no issue finds its test.
        guard withUnsafeCurrentTask(body: { $0 != nil }), let family = familyOfMock(scope) else { return {} }
        let running = OutsideWatch.shared.testBegan(test.name, family: family)
        return {
          OutsideWatch.shared.testEnded(running).forEach { record($0, in: test) }
          TestEnd(ofBodyIn: test.name, at: test.sourceLocation).leave(family)
        }
      })
    }
    guard XCTestFailures.isInTest else { return ScopeFamily() }
    return ScopeFamily(whenBound: { scope in
      guard let family = familyOfMock(scope) else { return {} }
      let name = XCTestFailures.testName
      let running = OutsideWatch.shared.testBegan(name, family: family)
      return {
        OutsideWatch.shared.testEnded(running).forEach(recordInXCTest)
        TestEnd(ofBodyIn: name, at: nil).leave(family)
      }
    })
  }

  /// Returns the family of a scope that has a mock; nil for others.
  private static func familyOfMock(_ scope: EnvironmentScope) -> ScopeFamily? {
    scope.environment.isMock ? scope.family : nil
  }

  private static func recordInXCTest(_ note: OutsideWatch.Note) {
    if note.isWarning {
      Environment.live.standardError("warning: \(note.message)\n")
    } else {
      XCTestFailures.record(note.message, at: nil)
    }
  }
}
