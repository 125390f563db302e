/// A secret that is looked for wherever it may occur.
struct SoughtSecret {
  var value: [UInt8]
  var placeholder: Placeholder
}

/// Puts placeholders in place of all secrets in `bytes`, however they are escaped there. Placeholders stay as they are.
func replacing(_ secrets: [SoughtSecret], in bytes: ArraySlice<UInt8>) -> [UInt8] {
  // Where a secret may begin: with its first byte, or with an escape of that.
  var starting = [[SoughtSecret]](repeating: [], count: 256)
  for secret in secrets { if let first = secret.value.first { starting[Int(first)].append(secret) } }
  for byte in "%+\\".utf8 { starting[Int(byte)] = secrets }
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var index = bytes.startIndex
  search: while index < bytes.endIndex {
    let candidates = starting[Int(bytes[index])]
    if !candidates.isEmpty || bytes[index] == Placeholder.start[0] {
      let rest = bytes[index...]
      if let placeholder = Placeholder(in: rest) {
        result += placeholder.text.utf8
        index += placeholder.text.utf8.count
        continue search
      }
      for secret in candidates {
        guard let length = length(of: secret.value, at: rest) else { continue }
        result += secret.placeholder.text.utf8
        index += length
        continue search
      }
    }
    result.append(bytes[index])
    index += 1
  }
  return result
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

/// Reads an escape of a URL (`%2F`), of a form (`+`) or of JSON (`\/`, `\u002F`): what it means and how long it is.
private func escape(at text: ArraySlice<UInt8>) -> (meaning: [UInt8], length: Int)? {
  switch text.first {
  case UInt8(ascii: "+"): return ([UInt8(ascii: " ")], 1)
  case UInt8(ascii: "%"):
    let digits = text.dropFirst().prefix(2)
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16).map { ([$0], 3) }
  case UInt8(ascii: "\\"):
    guard let next = text.dropFirst().first else { return nil }
    let isPair = next == UInt8(ascii: "u") && text.dropFirst(6).starts(with: "\\u".utf8)
    for length in next == UInt8(ascii: "u") ? (isPair ? [6, 12] : [6]) : [2] {
      let meaning = JSONPieces.unescaped(text.prefix(length))
      // Half of a surrogate pair means nothing yet.
      if !meaning.contains("\u{FFFD}") { return (Array(meaning.utf8), length) }
    }
    return nil
  default: return nil
  }
}
