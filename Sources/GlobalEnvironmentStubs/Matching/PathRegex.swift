import GlobalEnvironment

/// A regular expression for paths, up to a length: many take a time that grows with the square of it, and nothing can stop one.
final class PathRegex<Output>: Sendable {
  private let regex: @Sendable () -> Regex<Output>
  // A Regex is costly to make, and may be used by one thread at a time: each takes one that is idle.
  private let idle = Locked<[Regex<Output>]>([])

  init(_ regex: @escaping @Sendable () -> Regex<Output>) {
    self.regex = regex
  }

  /// Whether it finds something in `path`; false for one that is too long.
  func finds(in path: String) -> Bool {
    guard PathLimit.holds(for: path) else { return false }
    let own = idle.withLock { $0.popLast() } ?? regex()
    defer { idle.withLock { $0.append(own) } }
    return (try? own.firstMatch(in: path)) != nil
  }
}

/// How long a path may be in which a regular expression searches.
enum PathLimit {
  static let bytes = 2_000

  static func holds(for path: String) -> Bool { path.utf8.count <= bytes }
}
