import Foundation
import GlobalEnvironment

/// The secrets that are known so far, and their placeholders.
///
/// They are in memory only. It keeps the newest 4,096, and what the app has named or stored as long as there is room.
final class SecretBook: Sendable {
  private struct Entry {
    let placeholder: String
    /// Empty for what is not looked for elsewhere.
    let forms: [[UInt8]]
    let label: HiddenNames.Label
  }

  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    var counts: [String: Int] = [:]
    var total = 0
    /// In the order in which they came. The first ones have been forgotten.
    var order: [[UInt8]] = []
    var forgotten = 0
    /// The hashes that stand for some of them.
    var hashes: Set<String> = []
    /// Those that are never forgotten.
    var kept: Set<[UInt8]> = []
    var search = SecretSearch()

    mutating func forgetOldest() {
      let oldest = order[forgotten]
      if !kept.contains(oldest), let entry = entries.removeValue(forKey: oldest) {
        search.remove(entry.forms, entry.placeholder)
        hashes.remove(entry.placeholder)
      }
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

  /// What stands for every secret; nil for a placeholder of its own for each.
  private let mark: String?

  init(isReplay: Bool, as mark: String?) {
    (self.isReplay, self.mark) = (isReplay, mark)
  }

  fileprivate static let limit = 4_096
  /// In bytes. Shorter secrets occur by chance.
  static let shortestSought = 6
  /// In bytes. What is longer is hidden in its own place only.
  static let longestSought = 8_192

  /// Returns bytes with placeholders for all secrets that are known, or that their shape shows; nil where there are none.
  func hidden(_ bytes: [UInt8]) -> [UInt8]? {
    let matches = bytes.withUnsafeBytes { self.matches(in: $0) }
    return matches.isEmpty ? nil : bytes.replacing(matches.map { ($0.range, placeholder(of: $0, in: bytes)) })
  }

  /// The same for a text.
  func hidden(_ text: String) -> String? {
    var text = text
    let matches = text.withUTF8 { self.matches(in: UnsafeRawBufferPointer($0)) }
    if matches.isEmpty { return nil }
    let bytes = Array(text.utf8)
    return String(decoding: bytes.replacing(matches.map { ($0.range, placeholder(of: $0, in: bytes)) }), as: UTF8.self)
  }

  /// Looks outside the lock, as it takes its time.
  private func matches(in bytes: UnsafeRawBufferPointer) -> [SecretSearch.Match] {
    let search = state.withLock { $0.search }
    // The copy lives until this thread has taken the lock once more. Another thread may change the bits in place as soon as the
    // copy is gone. The thread sanitizer does not see reference counts, so without this lock it reports a race.
    defer { state.withLock { _ in withExtendedLifetime(search) {} } }
    return search.matches(in: bytes)
  }

  private func placeholder(of match: SecretSearch.Match, in bytes: [UInt8]) -> [UInt8] {
    switch match.found {
    case .known(let placeholder): placeholder
    case .shape(let name): Array(add(Array(bytes[match.range]), HiddenNames.Label(name: name, isHashed: false)).utf8)
    }
  }

  /// Puts `placeholder` in place of a text that tells who or where somebody is, where it stands alone.
  func add(personal text: String, as placeholder: String) {
    let forms = SecretForms.all(of: Array(text.utf8))
    state.withLock { $0.search.add(forms, placeholder, areWhole: true) }
  }

  /// Those that are looked for elsewhere, too, in the order in which they came.
  var found: [(value: [UInt8], label: HiddenNames.Label)] {
    state.withLock { state in
      state.order.dropFirst(state.forgotten).compactMap { value in
        state.entries[value].flatMap { $0.forms.isEmpty ? nil : (value, $0.label) }
      }
    }
  }

  /// How many were found up to now.
  var total: Int { state.withLock { $0.total } }

  /// Returns the placeholder of `value`, which replaces it from now on wherever it occurs.
  ///
  /// - Parameters:
  ///   - shortest: How long a value must be, in bytes, to be looked for elsewhere.
  ///   - isKept: Whether newer ones do not replace it.
  @discardableResult
  func add(
    _ value: [UInt8], _ label: HiddenNames.Label, shortest: Int = shortestSought, isKept: Bool = false
  ) -> String {
    if value.isEmpty { return "" }
    let isShort = value.count <= Self.longestSought
    // Not for what is sought already, as it looks at each byte.
    func isSought() -> Bool { isShort && value.count >= shortest && (label.isCertain || SecretForms.isUnusual(value)) }
    if !isKept, let known = state.withLock({ $0.entries[value] }), !known.forms.isEmpty || !isSought() {
      return known.placeholder
    }
    // A replay reads placeholders of secrets, and so does a recorder that hides a text twice.
    if SecretSearch.isPlaceholder(value), isReplay || hasMade(value) { return String(decoding: value, as: UTF8.self) }
    // Outside the lock, as it takes its time.
    if !isShort { return state.withLock { placeholder(for: value, label, &$0.counts) } }
    var forms = isSought() ? SecretForms.all(of: value) : []
    // The file of a secret often ends with a line break, which the program takes away. A text of the app's own stays whole.
    if !forms.isEmpty, shortest > 1, let trimmed = SecretForms.trimmed(value), trimmed.count >= shortest,
      label.isCertain || SecretForms.isUnusual(trimmed)
    {
      forms += SecretForms.all(of: trimmed)
    }
    return state.withLock { state in
      let known = state.entries[value]
      if !isKept, let known, !known.forms.isEmpty || forms.isEmpty { return known.placeholder }
      let placeholder = known?.placeholder ?? placeholder(for: value, label, &state.counts)
      if known?.forms.isEmpty != false {
        state.entries[value] = Entry(placeholder: placeholder, forms: forms, label: label)
        if !forms.isEmpty { state.total += 1 }
        state.search.add(forms, placeholder)
        if label.isHashed { state.hashes.insert(placeholder) }
      }
      if isKept, state.kept.count < Self.limit {
        state.kept.insert(value)
      } else if known == nil {
        state.order.append(value)
        if state.order.count - state.forgotten > Self.limit { state.forgetOldest() }
      }
      return placeholder
    }
  }

  /// Whether a placeholder is one of this book's.
  private func hasMade(_ placeholder: [UInt8]) -> Bool {
    let text = String(decoding: placeholder, as: UTF8.self)
    let parts = text.split(separator: ".")
    return state.withLock { state in
      if state.hashes.contains(text) { return true }
      guard parts.count == 3, parts[0] == "hidden", let number = Int(parts[2]) else { return false }
      return number > 0 && number <= state.counts[String(parts[1]), default: 0]
    }
  }

  private func placeholder(for value: [UInt8], _ label: HiddenNames.Label, _ counts: inout [String: Int]) -> String {
    if let mark { return mark }
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
