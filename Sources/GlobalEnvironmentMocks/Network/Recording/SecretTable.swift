import Foundation

/// The secrets of one request and its answer, and the placeholders that stand for them.
///
/// Numbers count the values of one name in the order in which they are found, so the same request gives the same table.
struct SecretTable {
  private(set) var values: [(value: String, placeholder: Placeholder)] = []
  /// The texts that are hidden whatever their length.
  private let knownTexts: Set<String>

  /// In bytes. Shorter secrets occur by chance.
  private static let shortestSought = 6

  init(_ names: SecretNames) {
    knownTexts = Set(names.texts.map(\.value))
    for text in names.texts { _ = add(text.value, named: text.name) }
  }

  /// Returns what stands for `value`, from now on.
  mutating func add(_ value: String, named name: String) -> Placeholder {
    if let known = values.first(where: { $0.placeholder.name == name && $0.value == value }) {
      return known.placeholder
    }
    let number = values.count { $0.placeholder.name == name } + 1
    let placeholder = Placeholder(name: name, number: number)
    values.append((value, placeholder))
    return placeholder
  }

  /// Returns the value that `placeholder` stands for; nil where it was not found here.
  func value(of placeholder: Placeholder) -> String? {
    values.first { $0.placeholder.name == placeholder.name && $0.placeholder.number == placeholder.number }?.value
  }

  /// Every form in which a secret may occur elsewhere, longest first, so that the whole goes before a part of it.
  func patterns(_ escaping: (String) -> [String]) -> [BytePattern] {
    values.filter { !$0.value.isEmpty && ($0.value.utf8.count >= Self.shortestSought || knownTexts.contains($0.value)) }
      .flatMap { secret in
        Set(escaping(secret.value)).map {
          BytePattern(find: Array($0.utf8), replace: Array(secret.placeholder.text.utf8))
        }
      }
      .sorted {
        ($0.find.count, $1.replace.count, $1.find.last ?? 0) > ($1.find.count, $0.replace.count, $0.find.last ?? 0)
      }
  }
}

/// What stands for a secret in a file: `<secret:Authorization:1>`.
struct Placeholder: Hashable {
  var name: String
  var number: Int
  /// What the value is in JSON, if no string.
  var kind: Kind?

  enum Kind: String {
    case number, bool
  }

  static let start = Array("<secret:".utf8)
  private static let longest = 200

  var text: String { "<secret:\(name):\(number)\(kind.map { ":\($0.rawValue)" } ?? "")>" }

  init(name: String, number: Int, kind: Kind? = nil) {
    self.name = name
    self.number = number
    self.kind = kind
  }

  /// Reads a placeholder that begins at `index`; nil where none does.
  init?(in bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: Self.start) else { return nil }
    let inner = bytes.dropFirst(Self.start.count).prefix(Self.longest)
    guard let end = inner.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let parts = String(decoding: inner[..<end], as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let number = Int(parts[1]), parts[1] == String(number) else { return nil }
    self.init(name: String(parts[0]), number: number)
    if parts.count == 3 {
      guard let kind = Kind(rawValue: String(parts[2])) else { return nil }
      self.kind = kind
    }
  }
}

/// Bytes to look for, and what to put in their place.
struct BytePattern {
  var find: [UInt8]
  var replace: [UInt8]

  /// Replaces whatever of `patterns` occurs in `bytes`, the first of those that fit; placeholders stay as they are.
  static func replace(_ patterns: [BytePattern], in bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard !patterns.isEmpty else { return Array(bytes) }
    var isStart = [Bool](repeating: false, count: 256)
    for pattern in patterns { if let first = pattern.find.first { isStart[Int(first)] = true } }
    isStart[Int(Placeholder.start[0])] = true
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let rest = bytes[index...]
      if !isStart[Int(bytes[index])] {
        result.append(bytes[index])
        index += 1
      } else if let placeholder = Placeholder(in: rest) {
        result += placeholder.text.utf8
        index += placeholder.text.utf8.count
      } else if let pattern = patterns.first(where: { rest.starts(with: $0.find) }) {
        result += pattern.replace
        index += pattern.find.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
