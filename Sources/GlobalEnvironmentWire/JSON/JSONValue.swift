import Foundation

/// A JSON value, written as a literal: `["name": "B", "tags": [1, 2.5, nil]]`.
///
/// Insert other texts by interpolation, `["name": "\(name)"]`, other numbers with `JSONValue(count)`, and Booleans
/// with `.bool(isRead)`.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number of any length.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name.
  case object([String: JSONValue])

  /// Creates a whole number.
  public init(_ number: some BinaryInteger) { self = .number(JSONNumber(number)) }

  /// Creates a number; `null` for what is not finite, which JSON cannot express.
  public init(_ number: Double) { self = JSONNumber(number).map(JSONValue.number) ?? .null }

  // MARK: Reading

  /// The text; nil for anything else.
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The Boolean; nil for anything else.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The whole number; nil for anything else, and for one that no `Int` holds.
  public var int: Int? { if case .number(let number) = self { number.int } else { nil } }

  /// The number, as near as a `Double` can be; nil for anything else.
  public var double: Double? { if case .number(let number) = self { number.double } else { nil } }

  /// The values of an array; nil for anything else.
  public var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }

  /// The values of an object; nil for anything else.
  public var object: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }

  /// The value with this name in an object; nil where there is none.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// The value at this place in an array, from 0; nil where there is none.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let array) = self, array.indices.contains(index) else { return .none }
    return array[index]
  }
}

// MARK: Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a whole number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object; of two values with one name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

// MARK: Codable

extension JSONValue: Codable {
  /// Reads any value.
  ///
  /// - Throws: `DecodingError`, for instance for a number that the decoder cannot hold.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int64.self) {
      self.init(value)
    } else if let value = try? container.decode(UInt64.self) {
      self.init(value)
    } else if let value = try container.value(Double.self) {
      self.init(value)
    } else if let value = try container.value([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value; a number as an `Int64` or `UInt64` if it is one, else as the nearest `Double`.
  ///
  /// - Throws: `EncodingError`, for instance for a number that the encoder cannot hold.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let number):
      if let value = number.exactly(Int64.self) {
        try container.encode(value)
      } else if let value = number.exactly(UInt64.self) {
        try container.encode(value)
      } else {
        try container.encode(number.double)
      }
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension SingleValueDecodingContainer {
  /// Returns the value; nil for one of another type.
  ///
  /// - Throws: What is wrong inside of it, or with a value of that type.
  fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    do {
      return try decode(type)
    } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == codingPath.count {
      return nil
    } catch let error where !(error is DecodingError) {
      // Foundation's own error for a number that is out of range has no place.
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "This number is out of range.", underlyingError: error))
    }
  }
}
