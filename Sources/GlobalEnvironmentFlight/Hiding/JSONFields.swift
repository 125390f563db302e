import Foundation

/// Finds members of JSON objects by their names, at any depth, without reading the rest.
struct JSONFields {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let names: HiddenNames
  private let add: ([UInt8], HiddenNames.Label) -> String
  private let text: (String) -> String
  private var index = 0
  private var edits: [(range: Range<Int>, placeholder: [UInt8])] = []
  /// Whether nothing stands outside of strings that may be in a URL or an option, and never in JSON.
  private var isOnlyJSON = true

  /// Returns `json` without the values of hidden members, and whether it may be no more than JSON.
  ///
  /// A text is replaced by its placeholder, a number by 0 or by ones, a boolean by false. In an object or an array, all of
  /// them are.
  ///
  /// - Parameter text: Hides what is secret in a text that may be JSON or a URL.
  static func hidden(
    _ json: [UInt8], _ names: HiddenNames, _ add: ([UInt8], HiddenNames.Label) -> String, text: (String) -> String
  ) -> (shown: [UInt8], isOnlyJSON: Bool) {
    let (shown, isOnlyJSON) = edited(json, names, add, text) { fields in
      fields.search()
      return fields.isOnlyJSON
    }
    return (shown, isOnlyJSON)
  }

  /// Returns `json` without any of its values.
  static func hidden(
    all json: [UInt8], _ names: HiddenNames, as label: HiddenNames.Label, _ add: ([UInt8], HiddenNames.Label) -> String
  ) -> [UInt8] {
    edited(json, names, add, { $0 }) { $0.hideValue(label) }.shown
  }

  /// Returns `bytes` with what `search` has found replaced.
  private static func edited<Result>(
    _ bytes: [UInt8], _ names: HiddenNames, _ add: ([UInt8], HiddenNames.Label) -> String,
    _ text: (String) -> String, _ search: (inout JSONFields) -> Result
  ) -> (shown: [UInt8], result: Result) {
    let (edits, result) = bytes.withUnsafeBufferPointer { bytes in
      withoutActuallyEscaping(add) { add in
        withoutActuallyEscaping(text) { text in
          var fields = JSONFields(bytes: bytes, names: names, add: add, text: text)
          let result = search(&fields)
          return (fields.edits, result)
        }
      }
    }
    return (edits.isEmpty ? bytes : bytes.replacing(edits), result)
  }

  /// Whether bytes begin as an object or an array of JSON, perhaps after a byte order mark.
  static func mayBe(in bytes: some Collection<UInt8>) -> Bool {
    guard var first = bytes.first(where: { !isSpace($0) }) else { return false }
    if first == 0xEF, bytes.starts(with: mark) { first = bytes.dropFirst(3).first { !isSpace($0) } ?? 0 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private init(
    bytes: UnsafeBufferPointer<UInt8>, names: HiddenNames, add: @escaping ([UInt8], HiddenNames.Label) -> String,
    text: @escaping (String) -> String
  ) {
    (self.bytes, self.names, self.add, self.text) = (bytes, names, add, text)
  }

  private mutating func search() {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        switch bytes[index] {
        case UInt8(ascii: "="), UInt8(ascii: "/"): isOnlyJSON = false
        // Names of JSON are in quotes; this is a header behind a tag: `[net] Cookie: …`.
        case UInt8(ascii: ":") where index > 0 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index - 1] | 0x20:
          isOnlyJSON = false
        default: break
        }
        index += 1
        continue
      }
      let start = index
      if let label = labelOfArgument(at: start) {
        hideString(label)
        continue
      }
      let inside = takeString()
      let end = index
      if end < bytes.count,
        Self.isOfName(bytes[end]) || bytes[end] == UInt8(ascii: "\"") || beginsValue(inside.upperBound)
      {
        // No string ends before a word: this quote is the first one of the next.
        isOnlyJSON = false
        index = inside.upperBound
        continue
      }
      // `AnyHashable("…"): `
      while index < bytes.count, Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ")") { index += 1 }
      let isName = index < bytes.count && bytes[index] == UInt8(ascii: ":")
      if isName, let label = names.field(UnsafeBufferPointer(rebasing: bytes[inside])) {
        index += 1
        skipSpace()
        hideValue(label)
      } else {
        hideText(in: inside, start..<end)
      }
    }
  }

  /// The label of the string that begins there where an argument of GraphQL, or a property of JavaScript or Swift, is
  /// hidden: `login(password: "…")`, `Session(token: Optional("…"))`.
  private func labelOfArgument(at start: Int) -> HiddenNames.Label? {
    var end = start
    while end > 0, bytes[end - 1] == UInt8(ascii: "(") {
      end -= 1
      while end > 0, Self.isOfName(bytes[end - 1]) { end -= 1 }
    }
    while end > 0, Self.isSpace(bytes[end - 1]) { end -= 1 }
    guard end > 0, bytes[end - 1] == UInt8(ascii: ":") else { return nil }
    end -= 1
    while end > 0, Self.isSpace(bytes[end - 1]) { end -= 1 }
    var begin = end
    while begin > 0, end - begin < 200, Self.isOfName(bytes[begin - 1]) { begin -= 1 }
    var before = begin
    while before > 0, bytes[before - 1] == UInt8(ascii: " ") { before -= 1 }
    // Not behind another word: `Unexpected token: "}"`.
    guard before == 0 || "({,\n\t\r".utf8.contains(bytes[before - 1]) else { return nil }
    return begin < end ? names.field(UnsafeBufferPointer(rebasing: bytes[begin..<end])) : nil
  }

  /// Whether the quote there is behind the name of an argument, and before something that follows no string.
  private func beginsValue(_ quote: Int) -> Bool {
    let next = bytes[quote + 1]
    return !",:]})".utf8.contains(next) && !Self.isSpace(next) && labelOfArgument(at: quote) != nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a text may be JSON, or hold a URL, an option or a header: it has an escape, a query, a fragment, a user, a
  /// value, or a colon with a space behind it.
  private func mayHoldMore(_ inside: Range<Int>) -> Bool {
    guard inside.count > 8 else { return false }
    return inside.contains { place in
      switch bytes[place] {
      case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "="): true
      case UInt8(ascii: ":"): bytes[place + 1] == UInt8(ascii: " ")
      default: false
      }
    }
  }

  private mutating func hideText(in inside: Range<Int>, _ range: Range<Int>) {
    // JSON has no line breaks in strings; one without an end is none.
    guard inside.upperBound < bytes.count, mayHoldMore(inside), !bytes[inside].contains(where: { $0 < 0x20 })
    else { return }
    guard let plain = Self.decoded(Array(bytes[inside])) else {
      isOnlyJSON = false
      return
    }
    let shown = text(plain)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard shown != plain, let json = try? encoder.encode([shown]) else { return }
    edits.append((range, Array(json.dropFirst().dropLast())))
  }

  private mutating func hideValue(_ label: HiddenNames.Label) {
    var depth = 0
    repeat {
      skipSpace()
      guard index < bytes.count else { return }
      switch bytes[index] {
      case UInt8(ascii: "\""): hideString(label)
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        index += 1
        // A value that is missing.
        if depth == 0 { return }
      default:
        hideWord(label)
        // What is in `Optional(…)`, too.
        if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
          depth += 1
          index += 1
        }
      }
    } while depth > 0
  }

  private mutating func hideString(_ label: HiddenNames.Label) {
    let inside = takeString()
    let end = index
    skipSpace()
    let range = (inside.lowerBound - 1)..<end
    // The name of a member inside a hidden one stays.
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") { return hideText(in: inside, range) }
    let value = Array(Self.unescaped(Array(bytes[inside])).utf8)
    if !value.isEmpty { edits.append((range, Array("\"\(add(value, label))\"".utf8))) }
  }

  private mutating func hideWord(_ label: HiddenNames.Label) {
    let start = index
    while index < bytes.count, !Self.isSpace(bytes[index]), !",:]}[{()\"".utf8.contains(bytes[index]) { index += 1 }
    let word = Array(bytes[start..<index])
    // The name of a type or a label is no value: `Token(rawValue: …)`.
    let isLabel = index + 1 < bytes.count && bytes[index] == UInt8(ascii: ":") && Self.isSpace(bytes[index + 1])
    if label.isForTexts || isLabel || index < bytes.count && bytes[index] == UInt8(ascii: "(") { return }
    switch word.first {
    case UInt8(ascii: "n"): return
    case UInt8(ascii: "t"), UInt8(ascii: "f"): edits.append((start..<index, Array("false".utf8)))
    default:
      let placeholder = Array(add(word, label).utf8)
      let isNumber = placeholder.allSatisfy { $0 == UInt8(ascii: "1") }
      edits.append((start..<index, isNumber ? placeholder : [UInt8(ascii: "0")]))
    }
  }

  /// Skips a string, and returns what is between its quotes.
  private mutating func takeString() -> Range<Int> {
    let start = index + 1
    index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(index, bytes.count)
    index = min(index + 1, bytes.count)
    return start..<max(start, end)
  }

  private mutating func skipSpace() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Returns the text that the inside of a JSON string encodes; the bytes themselves, where it encodes none.
  static func unescaped(_ bytes: [UInt8]) -> String { decoded(bytes) ?? String(decoding: bytes, as: UTF8.self) }

  private static func decoded(_ bytes: [UInt8]) -> String? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    let quoted = Data([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
    return (try? JSONSerialization.jsonObject(with: quoted, options: .fragmentsAllowed)) as? String
  }
}
