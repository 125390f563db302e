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

  /// Where something is to be replaced, and by what.
  struct Match {
    enum Found {
      case known([UInt8])
      /// A secret that only its shape shows, and what it is.
      case shape(String)
    }

    let range: Range<Int>
    let found: Found
  }

  /// The placeholders of all forms.
  private var placeholders: [[UInt8]: [UInt8]] = [:]
  /// How many forms have an outline. Forms of fewer than four bytes have none.
  private var outlines: [Outline: Int] = [:]
  /// The lengths of forms with the same first bytes, the longest first, and how many outlines have each.
  private var lengths: [UInt32: [(length: Int, count: Int)]] = [:]
  /// A bit for each of 131,072 hashes of first bytes.
  private var beginnings: [UInt64]
  /// Forms of fewer than four bytes. There are very few.
  private var short: Set<[UInt8]> = []
  /// For each byte, whether one of them begins with it.
  private var shortBeginnings = [Bool](repeating: false, count: 256)
  /// Forms that are no part of a longer word.
  private var whole: Set<[UInt8]> = []

  init() {
    beginnings = Self.shapes
  }

  private static let shapes: [UInt64] = {
    var bits = [UInt64](repeating: 0, count: 2_048)
    for beginning in SecretShape.beginnings {
      let hash = hash(beginning)
      bits[hash / 64] |= 1 << UInt64(hash % 64)
    }
    return bits
  }()

  /// Looks for these forms of a secret from now on.
  ///
  /// - Parameter areWhole: Whether they are looked for only where they are no part of a longer word.
  mutating func add(_ forms: [[UInt8]], _ placeholder: String, areWhole: Bool = false) {
    if areWhole { whole.formUnion(forms) }
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
    beginnings = Self.shapes
    for beginning in lengths.keys { mark(beginning) }
    shortBeginnings = Array(repeating: false, count: 256)
    for form in short { shortBeginnings[Int(form[0])] = true }
  }

  private mutating func mark(_ beginning: UInt32) {
    let hash = Self.hash(beginning)
    beginnings[hash / 64] |= 1 << UInt64(hash % 64)
  }

  private static func hash(_ beginning: UInt32) -> Int { Int((beginning &* 0x9E37_79B1) >> 15) }

  func matches(in bytes: UnsafeRawBufferPointer) -> [Match] {
    var matches: [Match] = []
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
          if let match = found(at: index, in: bytes) ?? shape(at: index, in: bytes) ?? shortForm(at: index, in: bytes) {
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

  private func shape(at index: Int, in bytes: UnsafeRawBufferPointer) -> Match? {
    guard index + 4 <= bytes.count,
      Self.shapes.withUnsafeBufferPointer({ Self.isMarked(Self.beginning(at: index, in: bytes), $0) })
    else { return nil }
    return SecretShape.found(at: index, in: bytes).map { Match(range: $0.range, found: .shape($0.name)) }
  }

  private func found(at index: Int, in bytes: UnsafeRawBufferPointer) -> Match? {
    guard index + 4 <= bytes.count, let lengths = lengths[Self.beginning(at: index, in: bytes)] else { return nil }
    for (length, _) in lengths where index + length <= bytes.count {
      let form = UnsafeRawBufferPointer(rebasing: bytes[index..<(index + length)])
      // Most that begin alike differ at their ends.
      guard outlines[Outline(form)] != nil, let placeholder = placeholders[Array(form)] else { continue }
      let range = index..<(index + length)
      if whole.isEmpty || !whole.contains(Array(form)) || Self.isAlone(range, in: bytes) {
        return Match(range: range, found: .known(placeholder))
      }
    }
    return nil
  }

  private static func isAlone(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    func isOfWord(_ byte: UInt8) -> Bool { JSONSource.isOfName(byte) || byte == UInt8(ascii: "-") || byte >= 0x80 }
    return (range.lowerBound == 0 || !isOfWord(bytes[range.lowerBound - 1]))
      && (range.upperBound == bytes.count || !isOfWord(bytes[range.upperBound]))
  }

  private func shortForm(at index: Int, in bytes: UnsafeRawBufferPointer) -> Match? {
    guard shortBeginnings[Int(bytes[index])] else { return nil }
    for length in [3, 2, 1] where index + length <= bytes.count {
      let range = index..<(index + length)
      let form = Array(bytes[range])
      if short.contains(form), let placeholder = placeholders[form] {
        return Match(range: range, found: .known(placeholder))
      }
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
