import GlobalEnvironmentMocks
import Testing

/// A test of Swift Testing without a trait of this package, or one case of it.
struct PlainTest: Hashable {
  let test: Test
  /// What distinguishes a case from the others of its test; nil where nothing does.
  var caseID: String?
  /// Whether other cases of the test may have the same identity.
  var isShared = false

  /// The test, or the case, that the asking code belongs to.
  static var current: PlainTest? {
    guard let test = Test.current else { return nil }
    guard let testCase = Test.Case.current, testCase.isParameterized else { return PlainTest(test: test) }
    // Each case has a task of its own, which remembers: to find it takes long.
    let task = TestTask.current
    if let caseID = task?.caseID { return PlainTest(test: test, caseID: caseID) }
    guard let caseID = caseID(of: testCase) else { return PlainTest(test: test, isShared: true) }
    let plain = PlainTest(test: test, caseID: caseID)
    if let task {
      task.caseID = caseID
      TestTasks.identify(plain, as: task)
    }
    return plain
  }

  /// The test, or the case, whose code made the running task, for a detached one, which has lost it; nil where that is unknown.
  static var ofTask: PlainTest? {
    guard let task = TestTask.current, let test = TestTasks.testOfTask else { return nil }
    // Where the case was not found when it made its first task: each has a task of its own.
    let caseID = test.isParameterized ? task.caseID ?? "\(ObjectIdentifier(task))" : nil
    return PlainTest(test: test, caseID: caseID)
  }

  /// Returns the identities of the arguments, and the number that distinguishes equal ones.
  ///
  /// Swift Testing does not publish them, so they are read by a mirror. If it keeps them in another way one day, cases share
  /// an environment, and a test that assigns it has an issue.
  static func caseID(of testCase: Any) -> String? {
    guard let kind = Mirror(reflecting: testCase).descendant("_kind", "parameterized") else { return nil }
    let mirror = Mirror(reflecting: kind)
    guard let arguments = mirror.descendant("arguments"), let number = mirror.descendant("discriminator") else {
      return nil
    }
    var parts = ["\(number)"]
    for argument in Mirror(reflecting: arguments).children {
      guard let id = Mirror(reflecting: argument.value).descendant("id") else { return nil }
      // As long as the argument: a number stands for it.
      // audit:allow chance – it is compared within this process only.
      parts.append((id as? any Hashable).map { "\($0.hashValue)" } ?? "\(id)")
    }
    return parts.joined(separator: " ")
  }
}
