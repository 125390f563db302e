/// Looks for secrets in bytes, as they are or with the usual escapes.
///
/// Where no secret begins, a byte takes about a nanosecond, however many secrets there are.
struct SecretSearch: Sendable {
  /// What is known of a form before all of its bytes are compared.
  private struct Outline: Hashable {
    let beginning: UInt32
    let end: UInt32
    let length: Int

    /// - Parameter bytes: Four at least.
    init(_ bytes: UnsafeRawBufferPointer) {
      beginning = bytes.loadUnaligned(as: UInt32.self)
      end = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
      length = bytes.count
    }
  }

  /// The placeholders of all forms.
  private var placeholders: [[UInt8]: [UInt8]] = [:]
  /// How many forms have an outline. Forms of fewer than four bytes have none.
  private var outlines: [Outline: Int] = [:]
  /// The lengths of forms with the same first bytes, the longest first, and how many outlines have each.
  private var lengths: [UInt32: [(length: Int, count: Int)]] = [:]
  /// A bit for each of 131,072 hashes of first bytes.
  private var beginnings: [UInt64] = []
  /// Forms of fewer than four bytes. There are very few.
  private var short: Set<[UInt8]> = []
  /// For each byte, whether one of them begins with it.
  private var shortBeginnings: [Bool] = []

  var isEmpty: Bool { placeholders.isEmpty }

  /// Looks for these forms of a secret from now on.
  mutating func add(_ forms: [[UInt8]], _ placeholder: String) {
    if beginnings.isEmpty { clearBits() }
    for form in forms where !form.isEmpty && placeholders[form] == nil {
      placeholders[form] = Array(placeholder.utf8)
      guard let outline = Self.outline(of: form) else {
        short.insert(form)
        shortBeginnings[Int(form[0])] = true
        continue
      }
      outlines[outline, default: 0] += 1
      guard outlines[outline] == 1 else { continue }
      mark(outline.beginning)
      var lengths = self.lengths[outline.beginning, default: []]
      if let index = lengths.firstIndex(where: { $0.length == outline.length }) {
        lengths[index].count += 1
      } else {
        let index = lengths.firstIndex { $0.length < outline.length } ?? lengths.count
        lengths.insert((outline.length, 1), at: index)
      }
      self.lengths[outline.beginning] = lengths
    }
  }

  /// Looks for them no longer.
  mutating func remove(_ forms: [[UInt8]], _ placeholder: String) {
    for form in forms where placeholders[form]?.elementsEqual(placeholder.utf8) == true {
      placeholders[form] = nil
      guard let outline = Self.outline(of: form) else {
        short.remove(form)
        continue
      }
      outlines[outline, default: 1] -= 1
      guard outlines[outline] == 0 else { continue }
      outlines[outline] = nil
      var lengths = self.lengths[outline.beginning, default: []]
      if let index = lengths.firstIndex(where: { $0.length == outline.length }) { lengths[index].count -= 1 }
      lengths.removeAll { $0.count == 0 }
      self.lengths[outline.beginning] = lengths.isEmpty ? nil : lengths
    }
  }

  private static func outline(of form: [UInt8]) -> Outline? {
    form.count < 4 ? nil : form.withUnsafeBytes { Outline($0) }
  }

  /// Clears the bits of secrets that were removed.
  mutating func clearBits() {
    beginnings = Array(repeating: 0, count: 2_048)
    for beginning in lengths.keys { mark(beginning) }
    shortBeginnings = Array(repeating: false, count: 256)
    for form in short { shortBeginnings[Int(form[0])] = true }
  }

  private mutating func mark(_ beginning: UInt32) {
    let hash = Self.hash(beginning)
    beginnings[hash / 64] |= 1 << UInt64(hash % 64)
  }

  private static func hash(_ beginning: UInt32) -> Int { Int((beginning &* 0x9E37_79B1) >> 15) }

  /// Returns `bytes` with placeholders for the secrets; nil where there are none.
  func hidden(_ bytes: [UInt8]) -> [UInt8]? {
    if isEmpty { return nil }
    let matches = bytes.withUnsafeBytes { self.matches(in: $0) }
    return matches.isEmpty ? nil : bytes.replacing(matches)
  }

  /// Returns `text` with placeholders for the secrets; nil where there are none.
  func hidden(_ text: String) -> String? {
    if isEmpty { return nil }
    var text = text
    let matches = text.withUTF8 { self.matches(in: UnsafeRawBufferPointer($0)) }
    return matches.isEmpty ? nil : String(decoding: Array(text.utf8).replacing(matches), as: UTF8.self)
  }

  private func matches(in bytes: UnsafeRawBufferPointer) -> [(range: Range<Int>, placeholder: [UInt8])] {
    var matches: [(range: Range<Int>, placeholder: [UInt8])] = []
    beginnings.withUnsafeBufferPointer { beginnings in
      shortBeginnings.withUnsafeBufferPointer { shortBeginnings in
        var index = 0
        while index < bytes.count {
          // Almost all bytes are passed here.
          while index + 4 <= bytes.count, !shortBeginnings[Int(bytes[index])],
            !Self.isMarked(Self.beginning(at: index, in: bytes), beginnings)
          {
            index += 1
          }
          if let match = found(at: index, in: bytes) ?? shortForm(at: index, in: bytes) {
            matches.append(match)
            index = match.range.upperBound
          } else {
            index += 1
          }
        }
      }
    }
    return matches
  }

  private static func beginning(at index: Int, in bytes: UnsafeRawBufferPointer) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
  }

  private static func isMarked(_ beginning: UInt32, _ beginnings: UnsafeBufferPointer<UInt64>) -> Bool {
    let hash = hash(beginning)
    return beginnings[hash / 64] & 1 << UInt64(hash % 64) != 0
  }

  private func found(at index: Int, in bytes: UnsafeRawBufferPointer) -> (range: Range<Int>, placeholder: [UInt8])? {
    guard index + 4 <= bytes.count, let lengths = lengths[Self.beginning(at: index, in: bytes)] else { return nil }
    for (length, _) in lengths where index + length <= bytes.count {
      let form = UnsafeRawBufferPointer(rebasing: bytes[index..<(index + length)])
      // Most that begin alike differ at their ends.
      guard outlines[Outline(form)] != nil, let placeholder = placeholders[Array(form)] else { continue }
      return (index..<(index + length), placeholder)
    }
    return nil
  }

  private func shortForm(at index: Int, in bytes: UnsafeRawBufferPointer) -> (range: Range<Int>, placeholder: [UInt8])?
  {
    guard shortBeginnings[Int(bytes[index])] else { return nil }
    for length in [3, 2, 1] where index + length <= bytes.count {
      let range = index..<(index + length)
      let form = Array(bytes[range])
      if short.contains(form), let placeholder = placeholders[form] { return (range, placeholder) }
    }
    return nil
  }

  /// Whether `value` is the placeholder of a secret, and nothing more.
  static func isPlaceholder(_ value: [UInt8]) -> Bool {
    guard value.count <= 64, value.starts(with: "hidden.".utf8) || value.starts(with: "hashed.".utf8) else {
      return false
    }
    return String(decoding: value, as: UTF8.self).wholeMatch(of: #/h[a-z]+\.[A-Za-z0-9_]{1,40}\.[0-9a-f]{1,16}/#) != nil
  }
}

extension [UInt8] {
  /// Returns these bytes with placeholders in some ranges, which are in order.
  func replacing(_ matches: [(range: Range<Int>, placeholder: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    for match in matches {
      result += self[index..<match.range.lowerBound]
      result += match.placeholder
      index = match.range.upperBound
    }
    return result + self[index...]
  }
}
