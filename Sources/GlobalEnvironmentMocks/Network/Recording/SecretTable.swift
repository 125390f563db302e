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

  /// The secrets to look for elsewhere, longest first, so that the whole goes before a part of it.
  var sought: [SoughtSecret] {
    let sought = values.filter { knownTexts.contains($0.value) || $0.value.utf8.count >= Self.shortestSought }
      .map { SoughtSecret(value: Array($0.value.utf8), placeholder: $0.placeholder) }
    return sought.sorted { $0.value.count > $1.value.count }
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
