import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct NumberFormatterTests {

  @Test(
    arguments: [
      (.decimal, .decimal), (.percent, .percent), (.currency, .currency),
    ] as [(NumberFormatter.Style, EnvironmentNumberFormatter.Style)])
  func `a formatter writes what the system's does`(
    theirs: NumberFormatter.Style, ours: EnvironmentNumberFormatter.Style
  ) {
    withEnvironment(.live) {
      let formatter = NumberFormatter()
      formatter.numberStyle = theirs
      formatter.locale = Locale(identifier: "en_US")
      Env.locale = { Locale(identifier: "en_US") }
      for number in [0, -1, 1_234_567.891, 0.5, 2.5, -0.004] {
        let text = Env.numberFormatter { $0.numberStyle = ours }.string(from: number)
        #expect(text == formatter.string(from: number as NSNumber))
      }
    }
  }

  @Test(arguments: [-0.0, -Double.leastNonzeroMagnitude, -0.0001])
  func `a number that is rounded to nothing keeps its minus, as the format styles have it`(number: Double) {
    #expect(Env.numberFormatter { _ in }.string(from: number) == "-0")
    #expect(Env.numberFormatter { $0.numberStyle = .percent }.string(from: number) == "-0%")
    #expect(Env.numberFormatter { $0.numberStyle = .currency }.string(from: number) == "-$0.00")
    #expect(Env.numberFormatter { _ in }.string(from: 0.0) == "0")
  }

  @Test func `the locale is the environment's at the call`() {
    func text() -> String { Env.numberFormatter { _ in }.string(from: 1_234_567.5) }
    #expect(text() == "1,234,567.5")
    Env.locale = { Locale(identifier: "de_DE") }
    #expect(text() == "1.234.567,5")
    Env.locale = { Locale(identifier: "en_IN") }
    #expect(text() == "12,34,567.5")
    #expect(Env.numberFormatter { $0.locale = Locale(identifier: "fa_IR") }.string(from: 12) == "۱۲")
  }

  @Test func `an endpoint of one's own makes every formatter`() {
    let before = Env.numberFormatter
    Env.numberFormatter = { configure in
      before {
        configure(&$0)
        $0.locale = Locale(identifier: "de_DE")
      }
    }
    #expect(Env.numberFormatter { $0.fractionDigits = 2...2 }.string(from: 1234.5) == "1.234,50")
  }

  @Test func `the endpoint may be handed over`() {
    func price(_ make: ((inout EnvironmentNumberFormatter) -> Void) -> EnvironmentNumberFormatter) -> String {
      make { $0.numberStyle = .currency }.string(from: 1.5)
    }
    #expect(price(Env.numberFormatter) == "$1.50")
  }

  @Test func `a formatter is as it is set up`() {
    let formatter = Env.numberFormatter {
      $0.fractionDigits = 1...2
      $0.usesGroupingSeparator = false
      $0.roundingRule = .down
    }
    #expect(formatter.string(from: 1) == "1.0")
    #expect(formatter.string(from: 1234.999) == "1234.99")
    let price = Env.numberFormatter {
      $0.numberStyle = .currency
      $0.currencyCode = "EUR"
    }
    #expect(price.string(from: 1) == "€1.00")
    #expect(Env.numberFormatter { $0.numberStyle = .currency }.string(from: 1234.5) == "$1,234.50")
    let yen = Env.numberFormatter {
      $0.numberStyle = .currency
      $0.currencyCode = "JPY"
    }
    #expect(yen.string(from: 1234.4) == "¥1,234")
  }

  @Test(
    arguments: [
      ("en_US", .toNearestOrEven, "$1234.56", "-$1234.56"), ("en_US", .up, "$1234.57", "-$1234.56"),
      ("en_US", .down, "$1234.56", "-$1234.57"), ("en_US", .awayFromZero, "$1234.57", "-$1234.57"),
      ("de_DE", .toNearestOrEven, "1234,56\u{A0}€", "-1234,56\u{A0}€"), ("ja_JP", .up, "¥1235", "-¥1234"),
    ] as [(String, FloatingPointRoundingRule, String, String)])
  func `an amount without groups has its currency and its digits`(
    locale: String, rule: FloatingPointRoundingRule, text: String, negative: String
  ) {
    let formatter = Env.numberFormatter {
      ($0.numberStyle, $0.locale) = (.currency, Locale(identifier: locale))
      ($0.usesGroupingSeparator, $0.roundingRule) = (false, rule)
    }
    #expect(formatter.string(from: 1234.565).replacing("￥", with: "¥") == text)
    #expect(formatter.string(from: -1234.565).replacing("￥", with: "¥") == negative)
  }

  @Test(arguments: Array(150...200) + [300, 1_000])
  func `a locale with a longer identifier than ICU takes is no trap`(count: Int) {
    Env.locale = { Locale(identifier: "de_" + String(repeating: "A", count: count - 3)) }
    for style in [EnvironmentNumberFormatter.Style.decimal, .percent, .currency] {
      let formatter = Env.numberFormatter { ($0.numberStyle, $0.currencyCode) = (style, "EUR") }
      #expect(formatter.string(from: 1.5).contains(style == .percent ? "150" : "1,5"))
      _ = formatter.number(from: "1,5")
    }
    _ = 1.5.formatted(Env.localized(.currency(code: "EUR")))
    #expect(Env.dateFormatter { $0.dateStyle = .full }.string(from: Env.date()).contains("November"))
  }

  @Test func `a locale of a letter with hundreds of accents is no trap`() {
    Env.locale = { Locale(identifier: "e" + String(repeating: "\u{301}", count: 300)) }
    #expect(Env.numberFormatter { $0.numberStyle = .percent }.string(from: 1.5).contains("150"))
    #expect(Env.dateFormatter { $0.dateFormat = "yyyy" }.string(from: Env.date()) == "2019")
  }

  @Test func `numbers of every kind are written to the last digit`() throws {
    let formatter = Env.numberFormatter { _ in }
    #expect(formatter.string(from: UInt64.max) == "18,446,744,073,709,551,615")
    #expect(formatter.string(from: Int64.min) == "-9,223,372,036,854,775,808")
    let decimal = try #require(Decimal(string: "12345678901234567890.125"))
    #expect(formatter.string(from: decimal) == "12,345,678,901,234,567,890.125")
  }

  @Test(arguments: [Int.min...Int.min, -1...0, 0...Int.max, Int.max...Int.max])
  func `no setting and no number is a trap`(digits: ClosedRange<Int>) {
    for style in [EnvironmentNumberFormatter.Style.decimal, .percent, .currency] {
      let formatter = Env.numberFormatter {
        $0.numberStyle = style
        $0.fractionDigits = digits
        $0.currencyCode = "no such currency / \u{0} 'x'"
        $0.locale = Locale(identifier: "no such locale")
      }
      for number in [0, 1.5, -.infinity, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
        _ = formatter.string(from: number)
      }
      _ = formatter.string(from: Decimal.nan)
      _ = formatter.string(from: Decimal.greatestFiniteMagnitude)
      _ = formatter.number(from: "1")
    }
  }

  @Test(arguments: [EnvironmentNumberFormatter.Style.decimal, .percent, .currency])
  func `a number that is too large or too small for a Decimal is written as told, too`(
    style: EnvironmentNumberFormatter.Style
  ) {
    let formatter = Env.numberFormatter {
      $0.numberStyle = style
      $0.usesGroupingSeparator = false
      $0.fractionDigits = 2...2
    }
    for number in [1e128, -1e128, 1.5e300] { #expect(!formatter.string(from: number).contains(",")) }
    let (zero, one) =
      switch style {
      case .decimal: ("0.00", "15")
      case .percent: ("0.00%", "1500")
      case .currency: ("$0.00", "$15")
      }
    for number in [1e-200, 1e-128, .leastNonzeroMagnitude] { #expect(formatter.string(from: number) == zero) }
    #expect(formatter.string(from: 1.5e300).hasPrefix(one))
    #expect(formatter.string(from: 1.5e300).hasSuffix(style == .percent ? "0.00%" : "0.00"))
    #expect(Env.numberFormatter { $0.roundingRule = .up }.string(from: 1e-200) == "0.001")
    #expect(Env.numberFormatter { _ in }.string(from: 1e128).contains(","))
  }

  @Test(
    arguments: [
      ("1 000", "en_US"), ("1e5", "en_US"), ("1E5", "de_DE"), ("1'000", "en_US"), ("1\u{A0}000", "en_US"),
      ("1e1%", "en_US"), ("1 000%", "en_US"), ("1e5", "fr_FR"),
    ])
  func `what is no separator of the locale is no part of a number`(text: String, locale: String) {
    for style in [EnvironmentNumberFormatter.Style.decimal, .percent, .currency] {
      let formatter = Env.numberFormatter { ($0.locale, $0.numberStyle) = (Locale(identifier: locale), style) }
      #expect(formatter.number(from: text) == nil)
    }
  }

  @Test(arguments: [("1 000,5", "fr_FR"), ("1\u{202F}000,5", "fr_FR"), ("1’000.5", "de_CH"), ("1'000.5", "de_CH")])
  func `separators that look alike are read alike`(text: String, locale: String) {
    #expect(Env.numberFormatter { $0.locale = Locale(identifier: locale) }.number(from: text) == 1000.5)
  }

  @Test(arguments: ["EU", "", "💩", "EURO", "E R", "€"])
  func `what can be no currency is written as an unknown one`(code: String) {
    for number in [1.5, 1.5e200] {
      let text = Env.numberFormatter { ($0.numberStyle, $0.currencyCode) = (.currency, code) }.string(from: number)
      #expect(text.hasPrefix("¤1") && text.hasSuffix(number == 1.5 ? "50" : "00"))
    }
  }

  @Test func `a text is read by the conventions of the locale`() throws {
    Env.locale = { Locale(identifier: "de_DE") }
    #expect(Env.numberFormatter { _ in }.number(from: "1.234,5") == Decimal(string: "1234.5"))
    #expect(Env.numberFormatter { $0.numberStyle = .percent }.number(from: "25\u{A0}%") == Decimal(string: "0.25"))
    #expect(Env.numberFormatter { $0.numberStyle = .currency }.number(from: "1,50\u{A0}€") == Decimal(string: "1.5"))
    for text in ["", "x", "👨‍👩‍👧", "\u{301}", "2nd", "1,2,3", "5%", "€5", "2 3", "2\0"] {
      #expect(Env.numberFormatter { _ in }.number(from: text) == nil)
    }
  }

  @Test func `an amount is read in a currency whose sign is only a space`() {
    Env.locale = { Locale(identifier: "pt_CV") }
    let formatter = Env.numberFormatter { $0.numberStyle = .currency }
    #expect(formatter.number(from: formatter.string(from: 1234.5)) == 1234.5)
  }
}
