import GlobalEnvironmentWire

/// Looks for secrets in texts, with any escapes.
struct SecretSearch {
  struct Secret {
    var value: [UInt8]
    var placeholder: Placeholder
  }

  struct Match {
    var range: Range<Int>
    var placeholder: Placeholder
  }

  /// The secrets that may begin with a byte: their first, or one that begins an escape.
  private var starting: [[Secret]]
  private var isStart: [Bool]

  /// Prepares to look for `secrets`; where two match, the first is taken.
  init(_ secrets: [Secret]) {
    starting = Array(repeating: [], count: 256)
    for secret in secrets { if let first = secret.value.first { starting[Int(first)].append(secret) } }
    for byte in "%+\\&".utf8 { starting[Int(byte)] = secrets }
    isStart = starting.map { !$0.isEmpty }
    if !secrets.isEmpty { isStart[Int(Placeholder.start[0])] = true }
  }

  /// Returns where secrets are, in order. Placeholders are skipped.
  func matches(in bytes: [UInt8]) -> [Match] {
    var matches: [Match] = []
    var index = 0
    while index < bytes.count {
      guard isStart[Int(bytes[index])] else {
        index += 1
        continue
      }
      let rest = bytes[index...]
      if let placeholder = Placeholder(in: rest) {
        index += placeholder.text.utf8.count
      } else if let match = match(at: rest) {
        matches.append(match)
        index = match.range.upperBound
      } else {
        index += 1
      }
    }
    return matches
  }

  private func match(at text: ArraySlice<UInt8>) -> Match? {
    guard let first = text.first else { return nil }
    for secret in starting[Int(first)] {
      if let length = length(of: secret.value, at: text) {
        return Match(range: text.startIndex..<(text.startIndex + length), placeholder: secret.placeholder)
      }
    }
    return nil
  }
}

extension [UInt8] {
  /// Returns these bytes with placeholders where `matches` are.
  ///
  /// - Parameter quotes: Whether a number's placeholder becomes a string.
  func replacing(_ matches: [SecretSearch.Match], quotes: Bool = true) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    for match in matches {
      result += self[index..<match.range.lowerBound]
      let quote = quotes && match.placeholder.isInQuotes ? "\"" : ""
      result += (quote + match.placeholder.text + quote).utf8
      index = match.range.upperBound
    }
    return result + self[index...]
  }
}

/// Returns how many bytes `value` takes at the start of `text`, as it is or with escapes; nil where it is not there.
private func length(of value: [UInt8], at text: ArraySlice<UInt8>) -> Int? {
  if text.starts(with: value) { return value.count }
  var value = value[...]
  var rest = text
  while let byte = value.first {
    if let (meaning, length) = escape(at: rest), value.starts(with: meaning) {
      value = value.dropFirst(meaning.count)
      rest = rest.dropFirst(length)
    } else if rest.first == byte {
      value.removeFirst()
      rest.removeFirst()
    } else {
      return nil
    }
  }
  return text.count - rest.count
}

/// Reads an escape of a URL (`%2F`), of a form (`+`), of JSON (`\/`, `\u002F`) or of HTML (`&#47;`, `&amp;`): what it means
/// and how long it is.
func escape(at text: ArraySlice<UInt8>) -> (meaning: [UInt8], length: Int)? {
  switch text.first {
  case UInt8(ascii: "+"): return ([UInt8(ascii: " ")], 1)
  case UInt8(ascii: "%"):
    let digits = text.dropFirst().prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.count == 2 ? ([UInt8(digits[0] << 4 | digits[1])], 3) : nil
  case UInt8(ascii: "\\"):
    guard let next = text.dropFirst().first else { return nil }
    guard next == UInt8(ascii: "u") else { return ([JSONText.meaning(ofEscape: next)], 2) }
    // One code unit, or two that are a surrogate pair; half of a pair has no meaning.
    for length in [6, 12] where length <= text.count {
      let meaning = JSONText.unescaped(text.prefix(length))
      if !meaning.contains("\u{FFFD}") { return (Array(meaning.utf8), length) }
    }
    return nil
  case UInt8(ascii: "&"): return characterReference(at: text)
  default: return nil
  }
}

/// Reads a character of HTML by its number, or by one of the names that XML has, too.
private func characterReference(at text: ArraySlice<UInt8>) -> (meaning: [UInt8], length: Int)? {
  let inner = text.dropFirst().prefix(9)
  guard let end = inner.firstIndex(of: UInt8(ascii: ";")) else { return nil }
  let name = String(decoding: inner[..<end], as: UTF8.self)
  let number =
    switch name {
    case "amp": UInt32(0x26)
    case "apos": UInt32(0x27)
    case "gt": UInt32(0x3E)
    case "lt": UInt32(0x3C)
    case "quot": UInt32(0x22)
    default:
      name.lowercased().hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    }
  guard let number, let scalar = Unicode.Scalar(number) else { return nil }
  return (Array(String(Character(scalar)).utf8), end + 1 - text.startIndex)
}
