/// Notices a program that assigns ``Env`` again and again in one scope, where each write is kept until that ends; outside any
/// scope, for good.
enum RootGrowth {
  /// More writes than a program makes at launch and when settings change.
  static let limit = 5_000
  /// More writes than one job makes.
  static let limitInScope = 50_000

  /// Returns the message after a write: once for a scope. None for the root in tests, which undo what they write.
  static func message(afterWrite number: Int, isRoot: Bool, isTesting: Bool) -> String? {
    guard number == (isRoot ? limit : limitInScope), !isRoot || !isTesting else { return nil }
    return """
      Env was assigned \(number) times \(isRoot ? "outside any scope" : "in one scope"). Each time keeps at least \
      \(MemoryLayout<Environment>.size) bytes until the \(isRoot ? "process" : "scope") ends. Give each request or job a scope of \
      its own, which frees them when it ends: withEnvironment { $0.date = … } perform: { … }. Or assign once a closure that asks \
      for what changes.
      """
  }
}
