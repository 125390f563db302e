/// Looks for secrets in bytes, as they are or with the usual escapes.
///
/// Where no secret begins, a byte takes about a nanosecond, however many secrets there are.
struct SecretSearch: Sendable {
  /// The placeholders of all forms.
  private var placeholders: [[UInt8]: [UInt8]] = [:]
  /// How many forms of each length begin with the same bytes: of each secret, the first ones.
  private var lengths: [UInt32: [Int: Int]] = [:]
  /// A bit for each of 131,072 hashes of beginnings.
  private var beginnings: [UInt64] = []
  /// The same for forms that are shorter than a beginning, of which there are hardly any, by their first byte.
  private var short: [UInt8: [Int: Int]] = [:]

  var isEmpty: Bool { placeholders.isEmpty }

  /// Looks for these forms of a secret from now on.
  mutating func add(_ forms: [[UInt8]], _ placeholder: String) {
    if beginnings.isEmpty { beginnings = Array(repeating: 0, count: 2_048) }
    for form in forms where placeholders[form] == nil {
      placeholders[form] = Array(placeholder.utf8)
      count(form, 1)
    }
  }

  /// Looks for them no longer.
  mutating func remove(_ forms: [[UInt8]], _ placeholder: String) {
    for form in forms where placeholders[form]?.elementsEqual(placeholder.utf8) == true {
      placeholders[form] = nil
      count(form, -1)
    }
  }

  /// Clears the bits of secrets that were removed.
  mutating func clearBits() {
    beginnings = Array(repeating: 0, count: 2_048)
    for beginning in lengths.keys { mark(beginning) }
  }

  private mutating func mark(_ beginning: UInt32) {
    let hash = Self.hash(beginning)
    beginnings[hash / 64] |= 1 << UInt64(hash % 64)
  }

  private mutating func count(_ form: [UInt8], _ change: Int) {
    guard form.count >= 4 else {
      guard let first = form.first else { return }
      Self.count(form.count, change, in: &short[first, default: [:]])
      return
    }
    let beginning = form.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    Self.count(form.count, change, in: &lengths[beginning, default: [:]])
    if lengths[beginning]?.isEmpty == true { lengths[beginning] = nil }
    mark(beginning)
  }

  private static func count(_ length: Int, _ change: Int, in lengths: inout [Int: Int]) {
    let count = lengths[length, default: 0] + change
    lengths[length] = count > 0 ? count : nil
  }

  private static func hash(_ beginning: UInt32) -> Int { Int((beginning &* 0x9E37_79B1) >> 15) }

  /// Returns `bytes` with placeholders for the secrets; nil where there are none.
  func hidden(_ bytes: [UInt8]) -> [UInt8]? {
    if placeholders.isEmpty { return nil }
    let matches = bytes.withUnsafeBytes { bytes in
      beginnings.withUnsafeBufferPointer { beginnings in self.matches(in: bytes, beginnings) }
    }
    return matches.isEmpty ? nil : bytes.replacing(matches)
  }

  private func matches(
    in bytes: UnsafeRawBufferPointer, _ beginnings: UnsafeBufferPointer<UInt64>
  ) -> [(range: Range<Int>, placeholder: [UInt8])] {
    var matches: [(range: Range<Int>, placeholder: [UInt8])] = []
    var index = 0
    while index < bytes.count {
      let match =
        if !short.isEmpty, let lengths = short[bytes[index]] {
          longest(at: index, in: bytes, lengths) ?? found(at: index, in: bytes, beginnings)
        } else {
          found(at: index, in: bytes, beginnings)
        }
      guard let match else {
        index += 1
        continue
      }
      matches.append(match)
      index = match.range.upperBound
    }
    return matches
  }

  @inline(__always)
  private func found(
    at index: Int, in bytes: UnsafeRawBufferPointer, _ beginnings: UnsafeBufferPointer<UInt64>
  ) -> (range: Range<Int>, placeholder: [UInt8])? {
    guard index + 4 <= bytes.count else { return nil }
    let beginning = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
    let hash = Self.hash(beginning)
    guard beginnings[hash / 64] & 1 << UInt64(hash % 64) != 0, let lengths = lengths[beginning] else { return nil }
    return longest(at: index, in: bytes, lengths)
  }

  private func longest(
    at index: Int, in bytes: UnsafeRawBufferPointer, _ lengths: [Int: Int]
  ) -> (range: Range<Int>, placeholder: [UInt8])? {
    for length in lengths.keys.sorted(by: >) where index + length <= bytes.count {
      let range = index..<(index + length)
      if let placeholder = placeholders[Array(bytes[range])] { return (range, placeholder) }
    }
    return nil
  }

  /// Whether `value` is the placeholder of a secret.
  static func isPlaceholder(_ value: [UInt8]) -> Bool {
    value.starts(with: "hidden.".utf8) || value.starts(with: "hashed.".utf8)
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
