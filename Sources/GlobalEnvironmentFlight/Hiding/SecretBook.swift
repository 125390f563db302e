import Foundation
import GlobalEnvironment

/// The secrets that are known so far, and their placeholders.
///
/// They are in memory only. It keeps the newest 4,096.
final class SecretBook: Sendable {
  private struct Entry {
    let placeholder: String
    /// Empty for what is not looked for elsewhere.
    let forms: [[UInt8]]
  }

  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    var counts: [String: Int] = [:]
    var total = 0
    /// In the order in which they came. The first ones have been forgotten.
    var order: [[UInt8]] = []
    var forgotten = 0
    var search = SecretSearch()

    /// Forgets the oldest one.
    mutating func forgetOldest() {
      let oldest = order[forgotten]
      if let entry = entries.removeValue(forKey: oldest) { search.remove(entry.forms, entry.placeholder) }
      forgotten += 1
      guard forgotten == SecretBook.limit else { return }
      order.removeFirst(forgotten)
      forgotten = 0
      search.clearBits()
    }
  }

  private let state = Locked(State())
  /// Makes hashes that cannot be repeated outside of this process.
  // audit:allow chance – what a test can foresee, others can foresee, too.
  private let salt = UInt64.random(in: .min ... .max)

  private let isReplay: Bool

  init(isReplay: Bool) {
    self.isReplay = isReplay
  }

  fileprivate static let limit = 4_096
  /// In bytes. Shorter secrets occur by chance.
  static let shortestSought = 6
  /// In bytes. What is longer is the contents of a file, which no other text holds.
  private static let longestSought = 8_192

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
    if let known = state.withLock({ $0.entries[value] }) { return known.placeholder }
    // A replay reads placeholders of secrets. In a recorder, the value is a real secret, whatever it looks like.
    if isReplay, SecretSearch.isPlaceholder(value) { return String(decoding: value, as: UTF8.self) }
    // Outside the lock, as it takes its time.
    if value.count > Self.longestSought { return state.withLock { placeholder(for: value, label, &$0.counts) } }
    let isSought = value.count >= shortest && (label.isCertain || SecretForms.isUnusual(value))
    let forms = isSought ? SecretForms.all(of: value) : []
    return state.withLock { state in
      if let known = state.entries[value] { return known.placeholder }
      let placeholder = placeholder(for: value, label, &state.counts)
      state.entries[value] = Entry(placeholder: placeholder, forms: forms)
      if !forms.isEmpty { state.total += 1 }
      state.order.append(value)
      state.search.add(forms, placeholder)
      if state.order.count - state.forgotten > Self.limit { state.forgetOldest() }
      return placeholder
    }
  }

  private func placeholder(for value: [UInt8], _ label: HiddenNames.Label, _ counts: inout [String: Int]) -> String {
    if value.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      // It may be in JSON without quotes: only a number leaves that valid.
      return String(repeating: "1", count: value.count)
    }
    if label.isHashed { return "hashed.\(label.name).\(hash(of: value))" }
    let number = counts[label.name, default: 0] + 1
    counts[label.name] = number
    return "hidden.\(label.name).\(number)"
  }

  private func hash(of value: [UInt8]) -> String {
    // audit:allow chance – it must differ from one process to the next.
    var hasher = Hasher()
    hasher.combine(salt)
    hasher.combine(value)
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }
}
