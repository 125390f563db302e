public import Foundation

/// A number formatter; made by ``Environment/numberFormatter``.
///
/// It uses Foundation's format styles, not a `NumberFormatter`: that is not a value, and on Linux it groups Indian numbers
/// as American ones, writes digits that it should leave out, and loses those beyond the fifteenth.
public struct EnvironmentNumberFormatter: Hashable, Sendable {

  /// A kind of number.
  public enum Style: Hashable, Sendable {
    /// A plain number: “1,234.5”.
    case decimal
    /// Parts of a hundred: “25%” for 0.25.
    case percent
    /// An amount of money: “$1,234.50”.
    case currency
  }

  /// What kind of number it is; `.decimal` unless set.
  public var numberStyle = Style.decimal

  /// How many digits there are behind the separator, at least and at most.
  ///
  /// Unless set, a decimal has up to three, a percentage none, and an amount what its currency has.
  public var fractionDigits: ClosedRange<Int>?

  /// How a number with more digits is rounded; unless set, to the nearest, and to the even one of two.
  public var roundingRule = FloatingPointRoundingRule.toNearestOrEven

  /// Whether the digits of large numbers are grouped; true unless set.
  public var usesGroupingSeparator = true

  /// The currency, as ISO 4217 names it: `"EUR"`; the locale's unless set.
  ///
  /// A code that is not three letters is written as an unknown currency: “¤1.50”.
  public var currencyCode: String?

  /// The locale whose conventions numbers follow; the environment's unless set.
  public var locale: Locale

  /// Creates a formatter by the conventions of `Env.locale()`, set up by `configure`.
  @usableFromInline init(_ configure: (inout EnvironmentNumberFormatter) -> Void) {
    locale = Env.locale()
    configure(&self)
  }

  /// Returns `number` as a text.
  public func string(from number: Double) -> String {
    // The shortest decimal that is this number, which is also what Foundation writes.
    if number == 0 && number.sign == .plus || (1e-100..<1e100).contains(number.magnitude),
      let decimal = Decimal(string: "\(number)")
    {
      return string(from: decimal)
    }
    // A number that is rounded long before its first digit may as well be larger.
    if number != 0, number.magnitude < 1e-100, (fractionDigits?.upperBound ?? 3) < 90 {
      return string(from: number < 0 ? -1e-100 : 1e-100)
    }
    // Numbers that no Decimal can hold.
    switch numberStyle {
    case .decimal:
      return number.formatted(
        .number.locale(usedLocale).precision(precision ?? .fractionLength(0...3)).grouping(grouping)
          .rounded(rule: roundingRule))
    case .percent:
      return number.formatted(
        .percent.locale(usedLocale).precision(precision ?? .fractionLength(0)).grouping(grouping)
          .rounded(rule: roundingRule))
    case .currency:
      let style = FloatingPointFormatStyle<Double>.Currency(code: currency, locale: usedLocale)
        .rounded(rule: roundingRule)
      return grouped(number.formatted((precision.map { style.precision($0) } ?? style).attributed))
    }
  }

  /// Returns `number` as a text.
  public func string(from number: some BinaryInteger) -> String {
    Decimal(string: "\(number)").map { string(from: $0) } ?? string(from: Double(number))
  }

  /// Returns `number` as a text.
  public func string(from number: Decimal) -> String {
    switch numberStyle {
    case .decimal:
      number.formatted(
        Decimal.FormatStyle(locale: usedLocale).precision(precision ?? .fractionLength(0...3)).grouping(grouping)
          .rounded(rule: roundingRule))
    case .percent:
      number.formatted(
        Decimal.FormatStyle.Percent(locale: usedLocale).precision(precision ?? .fractionLength(0)).grouping(grouping)
          .rounded(rule: roundingRule))
    case .currency:
      grouped(number.formatted(amount.rounded(rule: roundingRule).attributed))
    }
  }

  /// Returns the number in `text`; nil if there is anything else in it, except spaces around the number.
  ///
  /// Between its digits there may be nothing but the separators of the locale. One space is as good as another, since some
  /// cannot be typed. The sign of a currency, its code, or the per cent sign may be in front or behind, with or without
  /// spaces; those of a currency may be missing.
  public func number(from text: String) -> Decimal? {
    guard text.hasOnlySeparators(of: self) else { return nil }
    let written =
      switch numberStyle {
      case .decimal: Decimal.FormatStyle(locale: usedLocale).number(in: text)
      case .percent: Decimal.FormatStyle.Percent(locale: usedLocale).number(in: text)
      case .currency: amount.number(in: text)
      }
    return written ?? typedNumber(in: text)
  }

  var currency: String {
    let code = currencyCode ?? (locale.currency ?? usedLocale.currency)?.identifier ?? "XXX"
    let isCode = code.utf8.count == 3 && code.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
    return isCode ? code : "XXX"
  }

  private var amount: Decimal.FormatStyle.Currency {
    let style = Decimal.FormatStyle.Currency(code: currency, locale: usedLocale)
    return precision.map { style.precision($0) } ?? style
  }

  private var precision: NumberFormatStyleConfiguration.Precision? {
    // No Double has more digits.
    fractionDigits.map { .fractionLength($0.clamped(to: 0...999)) }
  }

  private var grouping: NumberFormatStyleConfiguration.Grouping { usesGroupingSeparator ? .automatic : .never }

  /// The text of an amount with no more separators than wanted.
  ///
  /// Foundation writes a bare number where the style of a currency has both a rule of rounding and no groups.
  private func grouped(_ amount: AttributedString) -> String {
    let runs = amount.runs.filter { usesGroupingSeparator || $0.numberSymbol != .groupingSeparator }
    return runs.map { String(amount[$0.range].characters) }.joined()
  }

  var usedLocale: Locale { locale.crashSafe }
}

extension String {
  /// Whether all between its first digit and its last is what `formatter` would write there; Foundation also reads spaces,
  /// apostrophes and exponents.
  fileprivate func hasOnlySeparators(of formatter: EnvironmentNumberFormatter) -> Bool {
    var formatter = formatter
    (formatter.fractionDigits, formatter.usesGroupingSeparator) = (1...1, true)
    let written = formatter.string(from: 1_234_567.5 as Decimal).betweenDigits
    return betweenDigits.isSubset(of: written)
  }

  /// What there is between digits; one space for all kinds, since some cannot be typed, and one apostrophe.
  private var betweenDigits: Set<Unicode.Scalar> {
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }
    let scalars = unicodeScalars.drop { !isDigit($0) }.reversed().drop { !isDigit($0) }.filter { !isDigit($0) }
    return Set(scalars.map { $0.properties.generalCategory == .spaceSeparator ? " " : $0 == "’" ? "'" : $0 })
  }
}

extension CustomConsumingRegexComponent where RegexOutput == Decimal {
  /// Returns the number that is all of `text`, except for spaces; a style's own parser accepts other text behind it.
  fileprivate func number(in text: String) -> Decimal? {
    // First with its spaces: the sign of a currency may be an invisible one, as in Cape Verde.
    for text in [text, text.trimmingCharacters(in: .whitespacesAndNewlines)] {
      let match = try? consuming(text, startingAt: text.startIndex, in: text.startIndex..<text.endIndex)
      if let (end, number) = match, end == text.endIndex { return number }
    }
    return nil
  }
}
