package import Foundation

/// JSON that is written the same way whenever it means the same: members by name, 1.0 as 1, no spaces.
package indirect enum CanonicalJSON: Codable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([CanonicalJSON])
  case object([String: CanonicalJSON])

  /// Deeper bodies are compared byte by byte, as decoding needs an equally deep stack.
  private static let deepest = 64

  /// Reads an object or an array; nil where `body` is not JSON.
  package init?(_ body: Data) {
    guard body.looksLikeJSON, Self.depth(of: body) <= Self.deepest else { return nil }
    guard let json = try? JSONDecoder().decode(Self.self, from: body) else { return nil }
    self = json
  }

  /// Returns the text, with only the members whose name is wanted.
  package func text(where isWanted: (String) -> Bool) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try? encoder.encode(filtered(where: isWanted))
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func filtered(where isWanted: (String) -> Bool) -> CanonicalJSON {
    switch self {
    case .array(let elements): .array(elements.map { $0.filtered(where: isWanted) })
    case .object(let members):
      .object(members.filter { isWanted($0.key) }.mapValues { $0.filtered(where: isWanted) })
    default: self
    }
  }

  private static func depth(of body: Data) -> Int {
    var pieces = JSONPieces([UInt8](body))
    var (depth, deepest) = (0, 0)
    while let piece = pieces.next() {
      guard piece.kind == .other, let byte = piece.bytes.first else { continue }
      if "{[".utf8.contains(byte) { depth += 1 }
      if "}]".utf8.contains(byte) { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let members = try? container.decode([String: CanonicalJSON].self) {
      self = .object(members)
    } else {
      self = .array(try container.decode([CanonicalJSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}
