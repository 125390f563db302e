import Foundation

/// Finds members of JSON objects by their names, at any depth, without reading the rest.
struct JSONFields {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let names: HiddenNames
  private let add: ([UInt8], HiddenNames.Label) -> String
  private let text: (String) -> String
  private var index = 0
  private var edits: [(range: Range<Int>, placeholder: [UInt8])] = []

  /// Returns `json` without the values of hidden members; nil where there are none.
  ///
  /// A text is replaced by its placeholder, a number by 0 or by ones, a boolean by false. In an object or an array, all of
  /// them are.
  ///
  /// - Parameter text: Hides what is secret in a text that may be JSON or a URL.
  static func hidden(
    _ json: [UInt8], _ names: HiddenNames, _ add: ([UInt8], HiddenNames.Label) -> String, text: (String) -> String
  ) -> [UInt8]? {
    let edits = json.withUnsafeBufferPointer { bytes in
      withoutActuallyEscaping(add) { add in
        withoutActuallyEscaping(text) { text in
          var fields = JSONFields(bytes: bytes, names: names, add: add, text: text)
          fields.search()
          return fields.edits
        }
      }
    }
    return edits.isEmpty ? nil : json.replacing(edits)
  }

  /// Whether bytes begin as an object or an array of JSON, perhaps after a byte order mark.
  static func mayBe(in bytes: some Collection<UInt8>) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard var first = bytes.first(where: { !isSpace($0) }) else { return false }
    if first == mark[0], bytes.starts(with: mark) { first = bytes.dropFirst(3).first { !isSpace($0) } ?? 0 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>, names: HiddenNames, add: @escaping ([UInt8], HiddenNames.Label) -> String,
    text: @escaping (String) -> String
  ) {
    (self.bytes, self.names, self.add, self.text) = (bytes, names, add, text)
  }

  private mutating func search() {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      let start = index
      let inside = takeString()
      let end = index
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
        if mayHoldMore(inside) { hideText(in: inside, start..<end) }
        continue
      }
      guard let label = names.field(UnsafeBufferPointer(rebasing: bytes[inside])) else { continue }
      index += 1
      skipSpace()
      hideValue(label)
    }
  }

  /// Whether a text may be JSON, or hold a URL or an option: it has an escape, a query, a fragment, a user or a value.
  private func mayHoldMore(_ inside: Range<Int>) -> Bool {
    guard inside.count > 8 else { return false }
    return bytes[inside].contains { byte in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "="): true
      default: false
      }
    }
  }

  private mutating func hideText(in inside: Range<Int>, _ range: Range<Int>) {
    guard let plain = Self.decoded(Array(bytes[inside])) else { return }
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
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        index += 1
        // A value that is missing.
        if depth == 0 { return }
      default: hideWord(label)
      }
    } while depth > 0
  }

  private mutating func hideString(_ label: HiddenNames.Label) {
    let inside = takeString()
    let end = index
    skipSpace()
    // The name of a member inside a hidden one stays.
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") { return }
    let value = Array(Self.unescaped(Array(bytes[inside])).utf8)
    if !value.isEmpty { edits.append(((inside.lowerBound - 1)..<end, Array("\"\(add(value, label))\"".utf8))) }
  }

  private mutating func hideWord(_ label: HiddenNames.Label) {
    let start = index
    while index < bytes.count, !Self.isSpace(bytes[index]), !",:]}[{\"".utf8.contains(bytes[index]) { index += 1 }
    let word = Array(bytes[start..<index])
    if label.isForTexts { return }
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
