import GlobalEnvironment

/// A test that runs in an environment of its own. Each is equal to itself only.
final class RunningTest: Hashable, Sendable {
  let name: String
  let family: ScopeFamily?
  /// Whether it records, when it ends, what it is given. That of one without a trait comes unnoticed.
  let reportsAtEnd: Bool

  init(name: String, family: ScopeFamily?, reportsAtEnd: Bool) {
    (self.name, self.family, self.reportsAtEnd) = (name, family, reportsAtEnd)
  }

  static func == (one: RunningTest, other: RunningTest) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
