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
