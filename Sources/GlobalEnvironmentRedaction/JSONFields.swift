import Foundation

/// Finds members of JSON objects by their names, at any depth, without reading the rest.
struct JSONFields {
  private let source: JSONSource
  private let hider: Hider
  /// How many other texts hold this one; nil where texts in it stay as they are.
  private let depth: Int?
  private var index = 0
  /// The label of the `value` beside a `name` that says that it is secret: `{"name": "token", "value": "…"}`.
  private var pair: HiddenNames.Label?
  private var edits: [(range: Range<Int>, placeholder: [UInt8])] = []
  /// Whether nothing stands outside of strings that may be in a URL or an option, or quotes text elsewhere, and never in JSON.
  private var isOnlyJSON = true

  private var bytes: UnsafeBufferPointer<UInt8> { source.bytes }

  /// Returns `json` without the values of hidden members, and whether it may be no more than JSON.
  ///
  /// A text is replaced by its placeholder, a number by 0 or by ones, a boolean by false. In an object or an array, all of
  /// them are. What is secret in a text that may be JSON or a URL is hidden, too.
  ///
  /// - Parameter depth: How many other texts hold this one.
  static func hidden(_ json: [UInt8], by hider: Hider, depth: Int) -> (shown: [UInt8], isOnlyJSON: Bool) {
    edited(json, by: hider, depth) { $0.search() }
  }

  /// Returns `json` without any of its values.
  static func hidden(all json: [UInt8], by hider: Hider, as label: HiddenNames.Label) -> [UInt8] {
    edited(json, by: hider, nil) { $0.hideValue(label) }.shown
  }

  /// Returns `bytes` with what `search` has found replaced, and whether they may be no more than JSON.
  private static func edited(
    _ bytes: [UInt8], by hider: Hider, _ depth: Int?, _ search: (inout JSONFields) -> Void
  ) -> (shown: [UInt8], isOnlyJSON: Bool) {
    let (edits, isOnlyJSON) = bytes.withUnsafeBufferPointer { bytes in
      let source = JSONSource(bytes: bytes, names: hider.names)
      var fields = JSONFields(source: source, hider: hider, depth: depth)
      search(&fields)
      return (fields.edits, fields.isOnlyJSON)
    }
    return (edits.isEmpty ? bytes : bytes.replacing(edits), isOnlyJSON)
  }

  /// Whether bytes begin as an object or an array of JSON, perhaps after a byte order mark.
  static func mayBe(in bytes: some Collection<UInt8>) -> Bool {
    guard var first = bytes.first(where: { !JSONSource.isSpace($0) }) else { return false }
    if first == 0xEF, bytes.starts(with: mark) { first = bytes.dropFirst(3).first { !JSONSource.isSpace($0) } ?? 0 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private mutating func search() {
    while let start = nextQuote() {
      if let label = source.labelOfArgument(at: start) {
        hideString(label)
        continue
      }
      let inside = takeString()
      let end = index
      if end < bytes.count,
        JSONSource.isOfName(bytes[end]) || bytes[end] == UInt8(ascii: "\"") || source.beginsValue(inside.upperBound)
      {
        // No string ends before a word: this quote is the first one of the next.
        isOnlyJSON = false
        index = inside.upperBound
        continue
      }
      // `AnyHashable("…"): `
      while index < bytes.count, JSONSource.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ")") { index += 1 }
      let isName = index < bytes.count && bytes[index] == UInt8(ascii: ":")
      if isName, let label = labelOfPair(inside) {
        index += 1
        hideValue(label)
        pair = nil
        continue
      }
      if isName, let label = source.names.field(UnsafeBufferPointer(rebasing: bytes[inside])) {
        index += 1
        skipSpace()
        // In an object whose name hides no more than what looks made up, the members have names of their own.
        if index < bytes.count, bytes[index] == UInt8(ascii: "{"), label.level < .certain { continue }
        hideValue(label)
      } else {
        hideText(in: inside, start..<end)
      }
    }
  }

  /// Notes the name that a member such as `"name": "password"` has as its value, and returns the label of a member `"value"`
  /// behind one.
  private mutating func labelOfPair(_ name: Range<Int>) -> HiddenNames.Label? {
    guard (2...7).contains(name.count) else { return nil }
    if pair != nil, Self.valueNames.contains(where: { bytes[name].elementsEqual($0) }) { return pair }
    var start = index + 1
    while start < bytes.count, JSONSource.isSpace(bytes[start]) { start += 1 }
    // Most names begin otherwise.
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\""), "nkifhNK".utf8.contains(bytes[name.lowerBound]),
      Self.nameNames.contains(where: { bytes[name].elementsEqual($0) })
    else { return nil }
    let value = bytes[(start + 1)...].prefix(100).prefix { $0 != UInt8(ascii: "\"") }
    pair = source.names.field(UnsafeBufferPointer(rebasing: value))
    return nil
  }

  private static let nameNames = ["name", "key", "id", "field", "header", "Name", "Key"].map { Array($0.utf8) }
  private static let valueNames = ["value", "val", "content", "Value", "default"].map { Array($0.utf8) }

  /// Goes to the next quote, and notes what stands before it and is never in JSON.
  private mutating func nextQuote() -> Int? {
    // In a variable: a property is written to memory at each byte.
    var place = index
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      switch bytes[place] {
      case UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "'"): isOnlyJSON = false
      // Names and words of JSON are in quotes; this is a line behind a tag: `[net] Cookie: …`.
      case UInt8(ascii: ":"), UInt8(ascii: " "):
        let before = place > 0 ? bytes[place - 1] : 0
        if UInt8(ascii: "a")...UInt8(ascii: "z") ~= before | 0x20 || before == UInt8(ascii: "]") { isOnlyJSON = false }
      default: break
      }
      place += 1
    }
    index = place
    return place < bytes.count ? place : nil
  }

  private mutating func hideText(in inside: Range<Int>, _ range: Range<Int>) {
    // JSON has no line breaks in strings; one without an end is none.
    guard inside.upperBound < bytes.count, source.mayHoldMore(inside), !bytes[inside].contains(where: { $0 < 0x20 })
    else { return }
    guard let plain = Self.decoded(Array(bytes[inside])) else {
      isOnlyJSON = false
      return
    }
    var shown = depth.map { hider.structured(plain, depth: $0 + 1) } ?? plain
    // A secret may be written with any escapes here, which are not looked for in the whole.
    if bytes[inside].contains(UInt8(ascii: "\\")) { shown = hider.hidden(shown) }
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
    if label.hides(value, in: .field) {
      if !value.isEmpty { edits.append((range, Array("\"\(hider.book.add(value, label))\"".utf8))) }
    } else {
      hideText(in: inside, range)
    }
  }

  private mutating func hideWord(_ label: HiddenNames.Label) {
    let start = index
    while index < bytes.count, !JSONSource.endsWord(bytes[index]) { index += 1 }
    let word = Array(bytes[start..<index])
    // The name of a type or a label is no value: `Token(rawValue: …)`.
    let isLabel = index + 1 < bytes.count && bytes[index] == UInt8(ascii: ":") && JSONSource.isSpace(bytes[index + 1])
    if label.isForTexts || !label.hides(word, in: .field, isLoose: label.level < .certain) || isLabel
      || index < bytes.count && bytes[index] == UInt8(ascii: "(")
    {
      return
    }
    switch word.first {
    case UInt8(ascii: "n"): return
    case UInt8(ascii: "t"), UInt8(ascii: "f"): edits.append((start..<index, Array("false".utf8)))
    default:
      let placeholder = Array(hider.book.add(word, label).utf8)
      let isNumber = placeholder.allSatisfy { $0 == UInt8(ascii: "1") }
      edits.append((start..<index, isNumber ? placeholder : [UInt8(ascii: "0")]))
    }
  }

  /// Skips a string, and returns what is between its quotes.
  private mutating func takeString() -> Range<Int> {
    let start = index + 1
    var place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(place, bytes.count)
    index = min(place + 1, bytes.count)
    return start..<max(start, end)
  }

  private mutating func skipSpace() {
    while index < bytes.count, JSONSource.isSpace(bytes[index]) { index += 1 }
  }

  /// Returns the text that the inside of a JSON string encodes; the bytes themselves, where it encodes none.
  static func unescaped(_ bytes: [UInt8]) -> String { decoded(bytes) ?? String(decoding: bytes, as: UTF8.self) }

  private static func decoded(_ bytes: [UInt8]) -> String? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    let quoted = Data([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
    return (try? JSONSerialization.jsonObject(with: quoted, options: .fragmentsAllowed)) as? String
  }
}
