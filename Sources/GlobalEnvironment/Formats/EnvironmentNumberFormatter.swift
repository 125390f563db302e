public import Foundation

/// A number formatter; made by ``Environment/numberFormatter(_:)``.
///
/// It stands on Foundation's format styles, not on a `NumberFormatter`: that is no value, and on Linux groups Indian numbers
/// as American ones, writes digits that it was told to leave out, and loses those beyond the fifteenth.
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

  /// Where a number goes that has more digits; to the nearest unless set, and to the even one of two.
  public var roundingRule = FloatingPointRoundingRule.toNearestOrEven

  /// Whether the digits of large numbers are grouped; true unless set.
  public var usesGroupingSeparator = true

  /// The currency, as ISO 4217 names it: `"EUR"`; the locale's unless set.
  public var currencyCode: String?

  /// By whose customs numbers are written; the environment's unless set.
  public var locale: Locale

  init(locale: Locale) {
    self.locale = locale
  }

  /// Returns `number` as a text.
  public func string(from number: Double) -> String {
    // The shortest decimal that is this number, which is also what Foundation writes.
    if number.isFinite, let decimal = Decimal(string: "\(number)") { return string(from: decimal) }
    switch numberStyle {
    case .decimal: return number.formatted(.number.locale(locale))
    case .percent: return number.formatted(.percent.locale(locale))
    case .currency: return number.formatted(.currency(code: currency).locale(locale))
    }
  }

  /// Returns `number` as a text.
  public func string(from number: some BinaryInteger) -> String {
    string(from: Decimal(string: "\(number)") ?? .nan)
  }

  /// Returns `number` as a text.
  public func string(from number: Decimal) -> String {
    switch numberStyle {
    case .decimal:
      number.formatted(
        Decimal.FormatStyle(locale: locale).precision(precision ?? .fractionLength(0...3)).grouping(grouping)
          .rounded(rule: roundingRule))
    case .percent:
      number.formatted(
        Decimal.FormatStyle.Percent(locale: locale).precision(precision ?? .fractionLength(0)).grouping(grouping)
          .rounded(rule: roundingRule))
    case .currency:
      number.formatted(amount.grouping(grouping).rounded(rule: roundingRule))
    }
  }

  /// Returns the number that `text` tells; nil where that holds anything else but spaces around it.
  public func number(from text: String) -> Decimal? {
    switch numberStyle {
    case .decimal: Decimal.FormatStyle(locale: locale).number(in: text)
    case .percent: Decimal.FormatStyle.Percent(locale: locale).number(in: text)
    case .currency: amount.number(in: text)
    }
  }

  private var currency: String { currencyCode ?? locale.currency?.identifier ?? "XXX" }

  private var amount: Decimal.FormatStyle.Currency {
    let style = Decimal.FormatStyle.Currency(code: currency, locale: locale)
    return precision.map { style.precision($0) } ?? style
  }

  private var precision: NumberFormatStyleConfiguration.Precision? {
    // No Double has more digits.
    fractionDigits.map { .fractionLength($0.clamped(to: 0...999)) }
  }

  private var grouping: NumberFormatStyleConfiguration.Grouping { usesGroupingSeparator ? .automatic : .never }
}

extension CustomConsumingRegexComponent where RegexOutput == Decimal {
  /// Returns the number that is all of `text`, but for spaces; a style's own parser is content with a beginning.
  fileprivate func number(in text: String) -> Decimal? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let match = try? consuming(text, startingAt: text.startIndex, in: text.startIndex..<text.endIndex)
    guard let (end, number) = match, end == text.endIndex else { return nil }
    return number
  }
}

extension Environment {

  /// Returns a number formatter by the customs of `locale()`, set up by `configure`.
  ///
  /// ```swift
  /// let text = Env.numberFormatter { $0.numberStyle = .percent }.string(from: 0.25)
  /// ```
  ///
  /// It keeps the customs of the moment at which it was made.
  public func numberFormatter(
    _ configure: (inout EnvironmentNumberFormatter) -> Void = { _ in }
  ) -> EnvironmentNumberFormatter {
    var formatter = EnvironmentNumberFormatter(locale: locale())
    configure(&formatter)
    return formatter
  }
}
