import GlobalEnvironment
import GlobalEnvironmentMocks

/// A test that runs in an environment of its own, or a part of one that does. Each is equal to itself only.
final class RunningTest: EndingTest, Hashable {
  let name: String
  let family: ScopeFamily?
  /// Whether it records, when it ends, what it is given. That of one without a trait comes unnoticed.
  let reportsAtEnd: Bool
  private let whole: (any EndingTest)?
  private let ended = Locked(false)

  /// - Parameter whole: The test that it is a part of.
  init(name: String, family: ScopeFamily?, reportsAtEnd: Bool = true, in whole: (any EndingTest)? = nil) {
    (self.name, self.family, self.reportsAtEnd, self.whole) = (name, family, reportsAtEnd, whole)
  }

  /// The test that it is, or is a part of.
  var test: WholeTest { WholeTest(whole ?? self) }

  /// Whether all that it reports has been told.
  var hasEnded: Bool { ended.withLock { $0 } }

  func end() { ended.replace(with: true) }

  static func == (one: RunningTest, other: RunningTest) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What shows whether a test has ended.
protocol EndingTest: AnyObject, Sendable {
  var hasEnded: Bool { get }
}

extension TestTask: EndingTest {}

/// A test as a whole. In one without an environment, each body of `withEnvironment` is another ``RunningTest``.
struct WholeTest: Hashable, Sendable {
  private let object: any EndingTest

  init(_ object: any EndingTest) {
    self.object = object
  }

  var hasEnded: Bool { object.hasEnded }

  static func == (one: WholeTest, other: WholeTest) -> Bool { one.object === other.object }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
