extension Equatable {
  /// Whether both are values of this type, and equal.
  nonisolated static func areEqual(_ one: Any, _ other: Any) -> Bool {
    guard let one = one as? Self, let other = other as? Self else { return false }
    return one == other
  }
}
