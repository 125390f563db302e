import GlobalEnvironment

/// A test that runs in an environment of its own, or a part of one that does. Each is equal to itself only.
final class RunningTest: Hashable, Sendable {
  let name: String
  let family: ScopeFamily?
  /// Whether it records, when it ends, what it is given. That of one without a trait comes unnoticed.
  let reportsAtEnd: Bool
  /// When the whole test began: see ``OutsideWatch/moment``.
  let began: UInt

  init(name: String, family: ScopeFamily?, reportsAtEnd: Bool, began: UInt?) {
    (self.name, self.family, self.reportsAtEnd) = (name, family, reportsAtEnd)
    self.began = began ?? OutsideWatch.moment
  }

  static func == (one: RunningTest, other: RunningTest) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
