public import Foundation

/// A value that defaults can hold.
public enum PropertyListValue: Hashable, Sendable {
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case real(Double)
  /// Text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment.
  case date(Date)
  /// Values in order.
  case array([PropertyListValue])
  /// Values by name.
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates true or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates values in order.
  public init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
  /// Creates values by name; of two with one name, the later.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}

// MARK: Foundation's own

extension PropertyListValue {

  /// Creates a value from one of Foundation's; nil for what no property list holds.
  ///
  /// - Parameter isExact: Whether to return nil also for a whole number that this type cannot hold exactly.
  package init?(_ object: Any, isExact: Bool = false) {
    switch object {
    case let text as String: self = .string(text)
    case let data as Data: self = .data(data)
    case let date as Date: self = .date(date)
    case let number as NSNumber: self.init(number, isExact: isExact)
    case let values as [String: Any]:
      let converted = values.compactMapValues { PropertyListValue($0, isExact: isExact) }
      guard converted.count == values.count else { return nil }
      self = .dictionary(converted)
    case let values as [Any]:
      let converted = values.compactMap { PropertyListValue($0, isExact: isExact) }
      guard converted.count == values.count else { return nil }
      self = .array(converted)
    default: return nil
    }
  }

  private init?(_ number: NSNumber, isExact: Bool) {
    switch UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
    case "f", "d": self = .real(number.doubleValue)
    // A small integer has the type of a boolean.
    case "c", "B":
      #if canImport(Darwin)
        guard CFGetTypeID(number) == CFBooleanGetTypeID() else {
          self = .integer(number.intValue)
          return
        }
      #endif
      self = number.intValue == 0 || number.intValue == 1 ? .boolean(number.boolValue) : .integer(number.intValue)
    default:
      if let value = Int(exactly: number) {
        self = .integer(value)
      } else {
        let value = number.doubleValue
        if isExact, Double(exactly: number.uint64Value) != value { return nil }
        self = .real(value)
      }
    }
  }

  /// The value as Foundation has it.
  package var object: Any {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let values): values.map(\.object)
    case .dictionary(let values): values.mapValues(\.object)
    }
  }
}
