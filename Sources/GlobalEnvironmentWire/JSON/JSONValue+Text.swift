public import Foundation

extension JSONValue: CustomStringConvertible {

  /// Reads a JSON text (RFC 8259) in UTF-8; nil when it is not JSON, or nests more than 256 deep.
  ///
  /// Of two values with one name the last counts.
  public init?(parsing text: Data) {
    var parser = JSONParser(text)
    guard let value = parser.parse() else { return nil }
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

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
