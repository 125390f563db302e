import Foundation
import GlobalEnvironment

/// A regular expression that is given up when it takes too long to find something.
///
/// One with a repetition inside a repetition, such as `(a+)+$`, tries all ways to divide a text: 18 characters take half a
/// minute, with four repetitions inside each other 9 take longer than that, and nothing can stop it. So it searches on
/// another thread, for which the caller waits only a limited time.
final class BoundedRegex<Output>: Sendable {
  private let regex: @Sendable () -> Regex<Output>
  private let place: SourcePlace
  // A Regex is costly to make, and may be used by one thread at a time: each takes one that is idle.
  private let idle = Locked<[Regex<Output>]>([])
  /// The length of the shortest text, in bytes, for which it was given up.
  private let hopelessLength = Locked(Int.max)

  init(_ regex: @escaping @Sendable () -> Regex<Output>, _ place: SourcePlace) {
    self.regex = regex
    self.place = place
  }

  /// Whether it was given up for a text as long as this one.
  func isGivenUp(for text: String) -> Bool { text.utf8.count >= hopelessLength.withLock { $0 } }

  /// Whether it finds something in `text`; false for a text as long as one for which it was given up, which is an issue.
  func finds(in text: String) -> Bool {
    if isGivenUp(for: text) { return false }
    let found = Locked<Bool?>(nil)
    let scope = EnvironmentScope.current
    let limit = RegexLimit.current
    SearchThread.run(for: limit) { [self] in
      // Closures in the expression belong to the test.
      let result = scope.run { search(text) }
      found.withLock { $0 = result }
    }
    if let found = found.withLock({ $0 }) { return found }
    let isShorter = hopelessLength.withLock { length in
      defer { length = min(length, text.utf8.count) }
      return text.utf8.count < length
    }
    if isShorter {
      TestHooks.report(
        """
        The regular expression of path(matching:) has searched for \(limit) seconds in a path of \(text.count) characters, \
        and has not ended. It is not used any more for paths as long as that. Perhaps it has a repetition inside a \
        repetition, such as (a+)+, which takes several times as long with each character: write it without, or use a path \
        template, /users/:id.
        """,
        at: place
      )
    }
    return false
  }

  private func search(_ text: String) -> Bool {
    let own = idle.withLock { $0.popLast() } ?? regex()
    defer { idle.withLock { $0.append(own) } }
    return (try? own.firstMatch(in: text)) != nil
  }
}

/// How long a regular expression may search, in seconds.
enum RegexLimit {
  @TaskLocal static var current = 5.0
}
