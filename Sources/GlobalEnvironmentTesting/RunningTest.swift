import GlobalEnvironment

/// A test that runs in an environment of its own.
final class RunningTest: Sendable {
  let name: String
  let family: ScopeFamily?
  /// Whether it records, when it ends, what it is given. That of one without a trait comes unnoticed.
  let reportsAtEnd: Bool

  init(name: String, family: ScopeFamily?, reportsAtEnd: Bool) {
    (self.name, self.family, self.reportsAtEnd) = (name, family, reportsAtEnd)
  }
}
