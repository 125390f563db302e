public import Foundation

extension JSONValue: CustomStringConvertible {

  /// Reads a JSON text (RFC 8259) in UTF-8; nil when it is not JSON, or nests more than 256 deep.
  ///
  /// Of two values with one name the last counts.
  public init?(parsing text: Data) {
    var reader = JSONReader([UInt8](text), within: .value)
    var tree = JSONTree()
    do { try reader.read { token, _, path in tree.take(token, at: path.last) } } catch { return nil }
    guard let value = tree.value else { return nil }
    self = value
  }

  /// The JSON text, in one line, names in order.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .object(let values):
      "{\(values.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ","))}"
    }
  }

  /// The JSON text in UTF-8.
  package var data: Data { Data(description.utf8) }

  private static func quoted(_ text: String) -> String { "\"\(JSONText.escaped(text))\"" }

  /// The value without the members whose name is not wanted.
  package func filtered(where isWanted: (_ name: String) -> Bool) -> JSONValue {
    switch self {
    case .array(let values): .array(values.map { $0.filtered(where: isWanted) })
    case .object(let values):
      .object(values.filter { isWanted($0.key) }.mapValues { $0.filtered(where: isWanted) })
    default: self
    }
  }
}

/// A value, put together from its tokens.
private struct JSONTree {
  /// An array or an object that has begun and not ended.
  private struct Container {
    var values: [JSONValue] = []
    var members: [String: JSONValue] = [:]
    let isObject: Bool

    var value: JSONValue { isObject ? .object(members) : .array(values) }
  }

  private var open: [Container] = []
  /// The whole value, when it has ended.
  private(set) var value: JSONValue?

  mutating func take(_ token: JSONReader.Token, at step: JSONReader.Step?) {
    switch token {
    case .object: open.append(Container(isObject: true))
    case .array: open.append(Container(isObject: false))
    case .end: add(open.removeLast().value, at: step)
    case .string(let raw): add(.string(JSONText.unescaped(raw)), at: step)
    case .number(let number): add(.number(number), at: step)
    case .bool(let bool): add(.bool(bool), at: step)
    case .null: add(.null, at: step)
    }
  }

  /// - Parameter step: Where it is in the container around it; nil for the whole.
  private mutating func add(_ value: JSONValue, at step: JSONReader.Step?) {
    switch step {
    case .name(let name): open[open.count - 1].members[name] = value
    case .index: open[open.count - 1].values.append(value)
    case nil: self.value = value
    }
  }
}
