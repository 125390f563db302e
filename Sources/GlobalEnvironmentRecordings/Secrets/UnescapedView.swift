import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// A text without some of its escapes, and where its bytes come from.
struct UnescapedView {
  /// From one of its bytes on, where its bytes stand in the text before.
  private struct Jump {
    var index: Int
    var offset: Int
  }

  private(set) var bytes: [UInt8]
  /// The kinds of escapes that were taken away, as letters; see ``Surroundings``.
  private(set) var escapes = ""
  /// For each kind of escapes that was taken away, in that order.
  private var jumps: [[Jump]] = []

  /// The text as it is.
  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text as it is, and without the escapes of URLs, of forms, of HTML, of JSON, and of the others in JSON, where it has
  /// any; also where such a text is in another one, and has escapes of both.
  static func all(of text: [UInt8]) -> [UnescapedView] {
    var views = [UnescapedView(bytes: text)].nested { $0.without("\\") }
    let html = views.compactMap { $0.without("&") }
    views += html
    // JSON in HTML, or in a part of a URL, may have escapes of its own. URLs escape the backslashes of those, too.
    var around = html
    for view in views {
      let urls = [view].nested { $0.without("%") }.dropFirst()
      var parts = Array(urls)
      if let form = view.without("%+"), urls.isEmpty || view.bytes.contains(UInt8(ascii: "+")) { parts.append(form) }
      views += parts
      if view.hasEscapedBackslash { around += parts }
    }
    for view in around { views += [view].nested { $0.without("\\") }.dropFirst() }
    return views
  }

  /// Whether it has a backslash as URLs escape it: `%5C`, or `%255C`.
  private var hasEscapedBackslash: Bool {
    let text = Data(bytes)
    return ["5C", "5c"].contains { text.firstRange(of: Data($0.utf8)) != nil }
  }

  /// Where a byte begins in the text; for the end of the bytes, where the text ends.
  func offset(of index: Int) -> Int {
    jumps.reversed().reduce(index) { index, jumps in
      var (first, end) = (0, jumps.count)
      while first < end {
        let middle = (first + end) / 2
        if jumps[middle].index <= index { first = middle + 1 } else { end = middle }
      }
      guard first > 0 else { return index }
      return jumps[first - 1].offset + index - jumps[first - 1].index
    }
  }

  /// Returns this view without the escapes that begin with one of `marks`; nil where there is none.
  private func without(_ marks: String) -> UnescapedView? {
    var view = UnescapedView(bytes: [])
    view.bytes.reserveCapacity(bytes.count)
    var new: [Jump] = []
    /// Where each mark is next.
    var ahead = marks.utf8.map { (mark: $0, index: bytes.firstIndex(of: $0, from: 0)) }
    var copied = 0
    while let index = ahead.map(\.index).min(), index < bytes.count {
      var next = index + 1
      if let (meaning, length) = escape(at: bytes[index...]) {
        view.bytes += bytes[copied..<index]
        for byte in meaning {
          new.append(Jump(index: view.bytes.count, offset: index))
          view.bytes.append(byte)
        }
        next = index + length
        copied = next
        new.append(Jump(index: view.bytes.count, offset: next))
      }
      for number in ahead.indices where ahead[number].index < next {
        ahead[number].index = bytes.firstIndex(of: ahead[number].mark, from: next)
      }
    }
    if new.isEmpty { return nil }
    view.bytes += bytes[copied...]
    view.jumps = jumps + [new]
    view.escapes = escapes + (["\\": "j", "&": "h", "%": "u"][marks] ?? "f")
    return view
  }
}

extension [UInt8] {
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    withUnsafeBytes { $0.firstIndex(of: byte, from: start) }
  }
}

extension [UnescapedView] {
  /// These and what `unescaped` makes of the last one, again and again: a URL in a URL in a URL is the deepest.
  fileprivate func nested(_ unescaped: (UnescapedView) -> UnescapedView?) -> [UnescapedView] {
    var views = self
    for _ in 0..<3 {
      guard let last = views.last, let next = unescaped(last) else { break }
      views.append(next)
    }
    return views
  }
}

/// Reads an escape of a URL (`%2F`), of a form (`+`), of JSON (`\/`, `\u002F`) or of HTML (`&#47;`, `&amp;`): what it means
/// and how long it is.
private func escape(at text: ArraySlice<UInt8>) -> (meaning: [UInt8], length: Int)? {
  switch text.first {
  case UInt8(ascii: "+"): return ([UInt8(ascii: " ")], 1)
  case UInt8(ascii: "%"):
    let digits = text.dropFirst().prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.count == 2 ? ([UInt8(digits[0] << 4 | digits[1])], 3) : nil
  case UInt8(ascii: "\\"):
    guard let next = text.dropFirst().first else { return nil }
    guard next == UInt8(ascii: "u") else {
      // Before another character, as in `DOMAIN\user`, it is a part of the text.
      return "\"\\/'bfnrt".utf8.contains(next) ? ([JSONText.meaning(ofEscape: next)], 2) : nil
    }
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
