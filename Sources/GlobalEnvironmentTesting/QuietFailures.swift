import GlobalEnvironment

/// Keeps the failures of an ``EnvironmentTestCase`` while it runs under faults.
///
/// XCTest runs one test at a time, so there is one list.
enum QuietFailures {
  private static let messages = Locked<[String]?>(nil)

  /// Begins to keep failures, or lets them be recorded again; forgets those that it has kept.
  static func begin(isQuiet: Bool) {
    messages.replace(with: isQuiet ? [] : nil)
  }

  /// Lets failures be recorded again.
  ///
  /// - Returns: Those that it has kept.
  static func end() -> [String] { messages.replace(with: nil) ?? [] }

  /// Keeps a failure.
  ///
  /// - Returns: Whether it was kept; if not, the caller records it.
  static func keep(_ message: String) -> Bool {
    messages.withLock { messages in
      messages?.append(message)
      return messages != nil
    }
  }
}
