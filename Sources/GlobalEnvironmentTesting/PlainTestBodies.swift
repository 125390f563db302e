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
    let test = Test.current ?? TestTasks.testOfTask
    guard test != nil || XCTestFailures.isInTest else { return ScopeFamily() }
    // What several bodies of a test have done is told once.
    let began = test == nil ? OutsideWatch.shared.xctest : TestTask.current?.plain.began
    let family = ScopeFamily(whenBound: { scope in
      guard scope.environment.isMock, let family = scope.family else { return {} }
      // A carried scope is bound on a queue, too, where no issue finds its test.
      if test != nil, !withUnsafeCurrentTask(body: { $0 != nil }) { return {} }
      let name = test?.name ?? XCTestFailures.testName
      let running = OutsideWatch.shared.testBegan(name, family: family, began: began)
      return {
        for note in OutsideWatch.shared.testEnded(running) {
          if let test { record(note, in: test) } else { recordInXCTest(note) }
        }
        let end = TestEnd(
          name: "the body of withEnvironment in \(name)", unit: "body", location: test?.sourceLocation)
        end.leave(family)
      }
    })
    family.setTest(test)
    return family
  }

  private static func recordInXCTest(_ note: OutsideWatch.Note) {
    if note.isWarning {
      Environment.live.standardError("warning: \(note.message)\n")
    } else {
      XCTestFailures.record(note.message, at: nil)
    }
  }
}
