/// A number as JSON writes it, exact at any length: 1, 1.0 and 10e-1 are equal, 9007199254740993 and …992 are not.
public struct JSONNumber: Sendable, Hashable {
  private let isNegative: Bool
  /// The decimal digits without zeros at either end; none for zero.
  private let digits: String
  /// The value is the digits, read as a whole number, × 10 to this power.
  private let exponent: Int

  /// Creates a whole number.
  package init(_ value: some BinaryInteger) {
    self.init(isNegative: value < 0, digits: "\(value.magnitude)".utf8, exponent: 0)
  }

  /// Creates the shortest number that reads as `value`; nil for infinities and NaN.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init("\(value)")
  }

  /// Creates the number that `text` is in the grammar of JSON (RFC 8259, section 6); nil when it is none.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.take("-")
    let whole = rest.takeDigits()
    var fraction = rest[..<rest.startIndex]
    if rest.take(".") {
      fraction = rest.takeDigits()
      if fraction.isEmpty { return nil }
    }
    if whole.isEmpty || whole.count > 1 && whole.first == UInt8(ascii: "0") { return nil }
    var exponent = 0
    if rest.take("e") || rest.take("E") {
      let isSmall = rest.take("-")
      if !isSmall { _ = rest.take("+") }
      let power = rest.takeDigits()
      if power.isEmpty { return nil }
      // An exponent of more digits is out of range anyway, and must not overflow.
      let size = Int(String(Substring(power.drop { $0 == UInt8(ascii: "0") }.prefix(9)))) ?? 0
      exponent = isSmall ? -size : size
    }
    guard rest.isEmpty else { return nil }
    self.init(isNegative: isNegative, digits: Array(whole) + Array(fraction), exponent: exponent - fraction.count)
  }

  private init(isNegative: Bool, digits: some BidirectionalCollection<UInt8>, exponent: Int) {
    let zero = UInt8(ascii: "0")
    let significant = digits.drop { $0 == zero }
    let trailing = significant.reversed().prefix { $0 == zero }.count
    self.digits = String(decoding: significant.dropLast(trailing), as: UTF8.self)
    self.exponent = self.digits.isEmpty ? 0 : exponent + trailing
    self.isNegative = isNegative && !self.digits.isEmpty
  }

  // MARK: Reading

  /// The number as an `Int`; nil when it is none.
  package var int: Int? { exactly(Int.self) }

  /// The nearest `Double`; infinite where the number is out of range.
  package var double: Double { Double(description) ?? .nan }

  func exactly<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    // No integer of 64 bits has more than 20 digits.
    guard (0...20).contains(exponent) else { return nil }
    return Integer((isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: exponent))
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The number in the grammar of JSON.
  public var description: String {
    if digits.isEmpty { return "0" }
    let sign = isNegative ? "-" : ""
    let count = digits.utf8.count
    // The decimal point stands after this many digits.
    let point = count + exponent
    if exponent >= 0, point <= 21 { return sign + digits + String(repeating: "0", count: exponent) }
    if exponent < 0, point > 0 { return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))" }
    if exponent < 0, point > -7 { return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)" }
    return "\(sign)\(digits)e\(exponent)"
  }
}

extension Substring.UTF8View {
  /// Takes `character` off the beginning, if it stands there.
  fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  /// Takes the decimal digits off the beginning.
  fileprivate mutating func takeDigits() -> Substring.UTF8View {
    let digits = prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    self = self[digits.endIndex...]
    return digits
  }
}
