import Foundation

/// The name of a default, with the type of its value.
///
/// Values are whatever is `Codable`. They are stored as `UserDefaults` itself stores them: booleans, numbers, text, bytes,
/// dates, and arrays and dictionaries of these, so that other code that reads the same defaults understands them. On Linux,
/// `UserDefaults` keeps dates to the second.
///
/// ```swift
/// extension DefaultsKey<[String]> {
///   static var recentSearches: Self { Self("recentSearches", default: []) }
/// }
/// extension DefaultsKey<Date?> {
///   static var lastVisit: Self { Self("lastVisit") }
/// }
/// ```
public struct DefaultsKey<Value: Codable & Sendable>: Sendable {
  /// The name of the default.
  public let name: String
  /// The value where none is set or registered.
  let defaultValue: Value

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The name of the default.
  ///   - defaultValue: The value where none is set or registered.
  public init(_ name: String, default defaultValue: Value) {
    self.name = name
    self.defaultValue = defaultValue
  }

  /// Creates a key whose value is nil where none is set or registered.
  ///
  /// - Parameter name: The name of the default.
  public init(_ name: String) where Value: ExpressibleByNilLiteral {
    self.init(name, default: nil)
  }

  // MARK: Coding

  /// Returns the value that `stored` encodes; nil where it is of another type.
  func decode(_ stored: PropertyListValue) -> Value? {
    switch Value.self {
    // Unwrapped first: nil itself is a value of an optional type.
    case is Bool.Type, is Bool?.Type: return stored.boolean.flatMap { $0 as? Value }
    case is Int.Type, is Int?.Type: return stored.integer.flatMap { $0 as? Value }
    case is Double.Type, is Double?.Type: return stored.real.flatMap { $0 as? Value }
    case is Float.Type, is Float?.Type: return stored.real.flatMap { Float($0) as? Value }
    case is String.Type, is String?.Type: return stored.string.flatMap { $0 as? Value }
    default: break
    }
    if let value = decodeList(stored) { return value }
    // As a number, which the text of a launch argument may be.
    return (stored.integer.map { .integer($0) } ?? stored.real.map { .real($0) }).flatMap(decodeList)
  }

  private func decodeList(_ stored: PropertyListValue) -> Value? {
    let format = PropertyListSerialization.PropertyListFormat.binary
    let data = try? PropertyListSerialization.data(fromPropertyList: [stored.object], format: format, options: 0)
    // Inside an array, as the outermost value of a property list is a container.
    return data.flatMap { try? PropertyListDecoder().decode([Value].self, from: $0).first }
  }

  /// Returns `value` as it is stored; nil for nil.
  func encode(_ value: Value) throws(DefaultsError) -> PropertyListValue? {
    switch value {
    case let value as any NilOrValue where value.isNil: return nil
    case let value as Bool: return .boolean(value)
    case let value as Int: return .integer(value)
    case let value as Double: return .real(value)
    case let value as String: return .string(value)
    default: break
    }
    do {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      let data = try encoder.encode([value])
      if data.firstRange(of: Data(markOfNil.utf8)) != nil { try value.refuseMarkOfNil() }
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      // No other number is stored in place of one that is too large.
      if case .array(let values)? = PropertyListValue(list, isExact: true), let first = values.first { return first }
    } catch {
      throw notEncoded(error.reasonNotToEncode.printable(200))
    }
    throw notEncoded(
      """
      it is not a property list, or has a whole number above \(Int.max) that no Double holds exactly, which can be stored \
      as text
      """)
  }

  private func notEncoded(_ reason: String) -> DefaultsError {
    DefaultsError(
      """
      The default \(String(name.prefix(80)).debugDescription) was left as it is, as the new value cannot be encoded: \
      \(reason.withoutFullStop). Look at encode(to:) of \(Value.self).
      """)
  }
}

/// The text that `PropertyListEncoder` writes for nil, so that every such text is read as nil, even the name of a value.
private let markOfNil = "$null"

extension Encodable {
  /// Throws an error where a text in this value is the mark of nil. JSON tells them apart.
  fileprivate func refuseMarkOfNil() throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "", negativeInfinity: "", nan: "")
    guard holdsMarkOfNil(try JSONSerialization.jsonObject(with: encoder.encode([self]))) else { return }
    let reason = "it has the text \(markOfNil.debugDescription), which is read as nil"
    throw EncodingError.invalidValue(self, EncodingError.Context(codingPath: [], debugDescription: reason))
  }
}

private func holdsMarkOfNil(_ object: Any) -> Bool {
  switch object {
  case let text as String: text == markOfNil
  case let values as [String: Any]: values.keys.contains(markOfNil) || values.values.contains(where: holdsMarkOfNil)
  case let values as [Any]: values.contains(where: holdsMarkOfNil)
  default: false
  }
}

extension Error {
  /// Why a value was not encoded, without the value, which may be secret. An error of the user's own is told as it is.
  fileprivate var reasonNotToEncode: String {
    guard case .invalidValue(_, let context)? = self as? EncodingError else { return "\(self)" }
    return context.underlyingError?.reasonNotToEncode ?? context.debugDescription
  }
}

/// Finds nil in a value of a generic type.
private protocol NilOrValue {
  var isNil: Bool { get }
}

extension Optional: NilOrValue {
  fileprivate var isNil: Bool { self == nil }
}

/// A value read as a certain type, by the rules of `UserDefaults`: launch arguments are text.
extension PropertyListValue {

  fileprivate var boolean: Bool? {
    switch self {
    case .boolean(let value): return value
    case .integer(let value): return value != 0
    case .real(let value): return value != 0
    case .string(let text):
      switch text.lowercased() {
      case "yes", "true", "1": return true
      case "no", "false", "0": return false
      default: return nil
      }
    default: return nil
    }
  }

  fileprivate var integer: Int? {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .integer(let value): value
    case .real(let value): Int(exactly: value)
    case .string(let text): Int(text)
    default: nil
    }
  }

  fileprivate var real: Double? {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .real(let value): value
    case .string(let text): Double(text)
    default: nil
    }
  }

  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
