import Foundation
import GlobalEnvironment

/// The secrets that a recording has seen so far, to be hidden in all that comes later.
///
/// They are in memory only. It keeps the newest 10,000.
final class LearnedSecrets: Sendable {
  private struct State {
    var index = SecretIndex()
    /// Their bytes: two spellings of one text are two secrets.
    var known: Set<[UInt8]> = []
    /// In the order in which they came; those before `first` are gone.
    var order: [(value: String, name: String)] = []
    var first = 0
    var total = 0

    mutating func forgetOldest() {
      let (value, name) = order[first]
      known.remove(Array(value.utf8))
      index.remove(value, Placeholder(name: name, number: 0))
      first += 1
      // Rarely, so that each element moves once.
      if first > order.count / 2 {
        order.removeFirst(first)
        first = 0
      }
    }
  }

  private let state = Locked(State())
  private let limit: Int

  init(limit: Int = 10_000) {
    self.limit = limit
  }

  /// How many secrets have been learnt.
  var total: Int { state.withLock { $0.total } }

  /// Whether a value is a secret that is looked for in other exchanges: not one that occurs by chance.
  ///
  /// It has 6 to 65,536 bytes, at least three different ones among its first 64, and is not a common word.
  static func isLearned(_ value: String) -> Bool {
    let count = value.utf8.count
    guard count >= SecretIndex.shortest, count <= 65_536, !common.contains(value.lowercased()) else { return false }
    return Set(value.utf8.prefix(64)).count > 2 && !value.contains("<secret:")
  }

  private static let common: Set = [
    "anonymous", "application", "bearer", "default", "deleted", "disabled", "enabled", "english", "false", "private",
    "public", "session", "undefined", "unknown",
    // What weak passwords are, others' answers have as names.
    "changeme", "letmein", "passwd", "password", "passwort", "qwerty", "secret", "testing", "username", "welcome",
  ]

  /// Whether a value may be a word of a language: fewer than 24 letters, in one case but for the first one.
  static func isWord(_ value: String) -> Bool {
    // No word is as long as an identifier in one case.
    value.utf8.count < 100 && value.count < 24 && value.allSatisfy(\.isLetter)
      && (value.dropFirst().allSatisfy(\.isLowercase) || value.allSatisfy(\.isUppercase))
  }

  /// Whether a cookie's value looks like a secret: cookies also hold languages, names and answers to banners.
  ///
  /// It has 16 bytes, or 8 with letters and digits, and is neither a number nor a word.
  static func looksSecret(_ value: String) -> Bool {
    let hasLetter = value.contains(where: \.isLetter)
    let hasDigit = value.contains(where: \.isNumber)
    if value.utf8.count < 16 { return value.utf8.count >= 8 && hasLetter && hasDigit }
    let isNumber = !hasLetter && value.allSatisfy { $0.isNumber || "+-.,".contains($0) }
    return !isNumber && !isWord(value)
  }

  /// Looks for those of `values` from now on that do not occur by chance.
  func learn(_ values: some Sequence<(value: String, name: String)>) {
    let values = values.filter { Self.isLearned($0.value) }
    if values.isEmpty { return }
    state.withLock { state in
      for (value, name) in values where state.known.insert(Array(value.utf8)).inserted {
        state.index.add(value, Placeholder(name: name, number: 0), mayBeEncoded: true)
        state.order.append((value, name))
        state.total += 1
        if state.known.count > limit { state.forgetOldest() }
      }
    }
  }

  /// Returns where secrets are in `text`, in order, with any escapes; their placeholders have no numbers yet.
  func matches(in text: [UInt8]) -> [SecretIndex.Match] {
    state.withLock { $0.index.matches(in: text) }
  }
}
