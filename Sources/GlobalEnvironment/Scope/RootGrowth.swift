/// Notices a program that assigns ``Env`` again and again outside any scope, where each write is kept for good.
enum RootGrowth {
  /// More writes than a program makes at launch and when settings change.
  static let limit = 5_000

  /// Returns the message after a write to the root: once in a process, and none in tests, which undo what they write.
  static func message(afterWrite number: Int, isTesting: Bool) -> String? {
    guard number == limit, !isTesting else { return nil }
    return """
      GlobalEnvironment: Env was assigned \(limit) times outside any scope. Each time keeps at least \
      \(MemoryLayout<Environment>.size) bytes until the process ends. Give each request or job a scope, which frees them when it \
      ends: withEnvironment { $0.date = … } perform: { … }. Or assign once a closure that asks for what changes.\n
      """
  }
}
