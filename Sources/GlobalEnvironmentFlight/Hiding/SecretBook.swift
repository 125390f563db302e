import Foundation
import GlobalEnvironment

/// The secrets that are known so far, and their placeholders.
///
/// They are in memory only. It keeps the newest 4,096.
final class SecretBook: Sendable {
  private struct State {
    var placeholders: [[UInt8]: String] = [:]
    var counts: [String: Int] = [:]
    var total = 0
    /// In the order in which they came.
    var order: [[UInt8]] = []
    var search = SecretSearch()
  }

  private let state = Locked(State())
  /// Makes hashes that cannot be repeated outside of this process.
  // audit:allow chance – what a test can foresee, others can foresee, too.
  private let salt = UInt64.random(in: .min ... .max)

  private let isReplay: Bool

  init(isReplay: Bool) {
    self.isReplay = isReplay
  }

  private static let limit = 4_096
  /// In bytes. Shorter secrets occur by chance.
  static let shortestSought = 6

  /// The search for all known secrets.
  var search: SecretSearch { state.withLock { $0.search } }

  /// How many were found up to now.
  var total: Int { state.withLock { $0.total } }

  /// Returns the placeholder of `value`, which replaces it from now on wherever it occurs.
  ///
  /// - Parameter shortest: How long a value must be, in bytes, to be looked for elsewhere.
  @discardableResult
  func add(_ value: [UInt8], _ label: HiddenNames.Label, shortest: Int = shortestSought) -> String {
    if value.isEmpty { return "" }
    return state.withLock { state in
      if let known = state.placeholders[value] { return known }
      // A replay reads placeholders of secrets. In a recorder, the value is a real secret, whatever it looks like.
      if isReplay, SecretSearch.isPlaceholder(value) { return String(decoding: value, as: UTF8.self) }
      let placeholder: String
      if value.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
        // It may be in JSON without quotes: only a number leaves that valid.
        placeholder = String(repeating: "1", count: value.count)
      } else if label.isHashed {
        placeholder = "hashed.\(label.name).\(hash(of: value))"
      } else {
        let number = state.counts[label.name, default: 0] + 1
        state.counts[label.name] = number
        placeholder = "hidden.\(label.name).\(number)"
      }
      guard value.count >= shortest else { return placeholder }
      state.placeholders[value] = placeholder
      state.total += 1
      state.order.append(value)
      state.search.add(value, placeholder)
      if state.order.count > Self.limit {
        let oldest = state.order.removeFirst()
        state.placeholders[oldest] = nil
        state.search = SecretSearch()
        for value in state.order { state.placeholders[value].map { state.search.add(value, $0) } }
      }
      return placeholder
    }
  }

  private func hash(of value: [UInt8]) -> String {
    // audit:allow chance – it must differ from one process to the next.
    var hasher = Hasher()
    hasher.combine(salt)
    hasher.combine(value)
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }
}
