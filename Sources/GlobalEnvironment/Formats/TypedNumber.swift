import Foundation

extension EnvironmentNumberFormatter {

  /// Returns the number in `text` as people type it; nil if there is anything else in it.
  ///
  /// Foundation reads the spaces and the places of signs that it writes, and no others.
  func typedNumber(in text: String) -> Decimal? {
    let sample = sample
    var rest = text.plain[...]
    let minus = sample.text(of: .sign)
    // Frisian has it behind an amount.
    let isBehind = !minus.isEmpty && String(sample.characters).plain.hasSuffix(minus)
    let (isNegative, isMarked) = rest.removeSigns(
      minuses: ["-", minus], areBehind: isBehind, marks: marks(of: sample))
    guard isMarked || numberStyle != .percent,
      let digits = rest.digits(
        decimalSeparator: sample.text(of: .decimalSeparator), groupingSeparator: sample.text(of: .groupingSeparator)),
      let number = Decimal(string: digits)
    else { return nil }
    let value = numberStyle == .percent ? number / 100 : number
    return isNegative ? -value : value
  }

  /// A number with all that may be in one: a sign, groups and a fraction.
  private var sample: AttributedString {
    let number: Decimal = -1_234_567.5
    return switch numberStyle {
    case .decimal: number.formatted(Decimal.FormatStyle(locale: usedLocale).precision(.fractionLength(1)).attributed)
    case .percent:
      number.formatted(Decimal.FormatStyle.Percent(locale: usedLocale).precision(.fractionLength(1)).attributed)
    case .currency: amount(.standard)
    }
  }

  private func amount(_ presentation: CurrencyFormatStyleConfiguration.Presentation) -> AttributedString {
    let number: Decimal = -1_234_567.5
    let style = Decimal.FormatStyle.Currency(code: currency, locale: usedLocale)
    return number.formatted(style.presentation(presentation).precision(.fractionLength(1)).attributed)
  }

  /// What may stand beside the number, the longest first.
  private func marks(of sample: AttributedString) -> [String] {
    let marks: [String] =
      switch numberStyle {
      case .decimal: []
      case .percent: ["%", "٪", sample.text(of: .percent)]
      case .currency: [currency, sample.text(of: .currency), amount(.narrow).text(of: .currency)]
      }
    return marks.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }
}

extension AttributedString {
  /// The part of a written number that is this symbol, in plain form; empty where there is none.
  fileprivate func text(
    of symbol: AttributeScopes.FoundationAttributes.NumberFormatAttributes.SymbolAttribute.Symbol
  ) -> String {
    let run = runs.first { $0.numberSymbol == symbol }
    return run.map { String(self[$0.range].characters).plain } ?? ""
  }
}

extension Substring {
  /// Removes a minus from the beginning, or the end where it may be, and one of `marks` from either, with all spaces there.
  fileprivate mutating func removeSigns(
    minuses: [String], areBehind: Bool, marks: [String]
  ) -> (isNegative: Bool, isMarked: Bool) {
    var (isNegative, isMarked) = (false, false)
    while true {
      trim()
      if !isNegative, remove(minuses, atEnd: false) || areBehind && remove(minuses, atEnd: true) {
        isNegative = true
      } else if !isMarked, remove(marks, atEnd: false) || remove(marks, atEnd: true) {
        isMarked = true
      } else {
        return (isNegative, isMarked)
      }
    }
  }

  private mutating func remove(_ texts: [String], atEnd: Bool) -> Bool {
    let text = texts.first { !$0.isEmpty && (atEnd ? hasSuffix($0) : hasPrefix($0)) }
    guard let text else { return false }
    self = atEnd ? dropLast(text.count) : dropFirst(text.count)
    return true
  }

  private mutating func trim() {
    while first == " " { removeFirst() }
    while last == " " { removeLast() }
  }

  /// Returns the digits as ASCII with a point before the fraction; nil where something else is between them.
  fileprivate func digits(decimalSeparator: String, groupingSeparator: String) -> String? {
    var (result, rest, hasFraction, wasDigit) = ("", self, false, false)
    while let next = rest.first {
      if let digit = next.decimalDigit {
        result += "\(digit)"
        rest.removeFirst()
        wasDigit = true
      } else if !hasFraction, !decimalSeparator.isEmpty, rest.hasPrefix(decimalSeparator) {
        result += "."
        rest = rest.dropFirst(decimalSeparator.count)
        (hasFraction, wasDigit) = (true, false)
      } else if !hasFraction, wasDigit, !groupingSeparator.isEmpty, rest.hasPrefix(groupingSeparator) {
        rest = rest.dropFirst(groupingSeparator.count)
        wasDigit = false
      } else {
        return nil
      }
    }
    return wasDigit ? result : nil
  }
}

extension Character {
  fileprivate var decimalDigit: Int? {
    let scalars = unicodeScalars
    guard scalars.count == 1, scalars.first?.properties.numericType == .decimal else { return nil }
    return wholeNumberValue
  }
}

extension String {
  /// This text with one kind of space, apostrophe and minus, and without characters that only direct the text.
  fileprivate var plain: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.compactMap { scalar in
          switch scalar {
          case "’": "'"
          case "−": "-"
          case "\t": " "
          default:
            switch scalar.properties.generalCategory {
            case .spaceSeparator: " "
            case .format: nil
            default: scalar
            }
          }
        }))
  }
}
