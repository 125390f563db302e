import Foundation
import GlobalEnvironmentTesting
import Testing

/// Amounts and percentages as people type them.
@Suite(.environment(.mock))
struct TypedNumberTests {

  private func amount(_ text: String, _ locale: String, _ currency: String? = nil) -> Decimal? {
    Env.numberFormatter {
      $0.numberStyle = .currency
      $0.locale = Locale(identifier: locale)
      $0.currencyCode = currency
    }.number(from: text)
  }

  private func percentage(_ text: String, _ locale: String) -> Decimal? {
    Env.numberFormatter {
      $0.numberStyle = .percent
      $0.locale = Locale(identifier: locale)
    }.number(from: text)
  }

  @Test(arguments: Culture.all, [EnvironmentNumberFormatter.Style.currency, .percent])
  func `a space from the keyboard is as good as the one of the locale`(
    culture: Culture, style: EnvironmentNumberFormatter.Style
  ) {
    Env.culture = culture
    let formatter = Env.numberFormatter {
      $0.numberStyle = style
      $0.fractionDigits = 2...2
    }
    for number in [0.25, -1234.5, 1_234_567.25] as [Decimal] {
      let written = formatter.string(from: number)
      for space in [" ", "\u{A0}", "\u{202F}", "\u{2009}"] {
        let typed = String(written.map { ["\u{A0}", "\u{202F}", " "].contains($0) ? Character(space) : $0 })
        #expect(formatter.number(from: typed) == number, "\(typed)")
      }
    }
  }

  @Test(
    arguments: [
      ("de_DE", ["12,50 €", "12,50€", "€12,50", "€ 12,50", "12,50", "EUR 12,50", "12,50 EUR", " 12,50 "]),
      ("en_US", ["$12.50", "12.50 $", "12.50$", "$ 12.50", "12.50", "USD 12.50", "12.50 USD"]),
      ("de_CH", ["CHF 12.50", "12.50 CHF", "CHF12.50", "12.50"]), ("pt_BR", ["R$ 12,50", "R$12,50", "12,50 R$"]),
      ("pl_PL", ["12,50 zł", "zł 12,50", "12,50"]), ("ar_EG", ["١٢٫٥٠ ج.م.", "١٢٫٥٠"]),
    ])
  func `the sign of a currency is in front, behind, or missing`(locale: String, texts: [String]) {
    for text in texts { #expect(amount(text, locale) == 12.5, "\(text)") }
  }

  @Test(arguments: ["-12,50 €", "−12,50 €", "- 12,50", "-€12,50", "€-12,50", "€ -12,50", "-12,50 EUR"])
  func `a minus is before the number or before the sign`(text: String) {
    #expect(amount(text, "de_DE") == -12.5)
  }

  @Test func `a minus is behind the number where the locale writes it there`() {
    #expect(amount("€ 1.234,50-", "fy_NL") == -1234.5)
    #expect(amount("1.234,50-", "fy_NL") == -1234.5)
    #expect(amount("€ -1.234,50", "fy_NL") == -1234.5)
  }

  @Test(
    arguments: [
      ("de_DE", ["26 %", "26%", "26\u{A0}%", "%26"]), ("en_US", ["26%", "26 %", " 26%"]), ("fr_FR", ["26 %", "26%"]),
      ("tr_TR", ["%26", "26%", "% 26"]),
    ])
  func `a per cent sign is in front or behind`(locale: String, texts: [String]) {
    for text in texts { #expect(percentage(text, locale) == 0.26, "\(text)") }
  }

  @Test(
    arguments: [
      "", " ", "€", "€€12,50", "€12,50€", "--12,50", "12,50 x", "x12,50", "12,50,50", "12,50.000", ",", "12€50",
      "$12,50",
      "12,50 USD", "1..2", "12,50-", "12 50 %", "٪12",
    ])
  func `anything else is no amount`(text: String) {
    #expect(amount(text, "de_DE") == nil)
  }

  @Test(arguments: ["9", "€", " ", "-", "1.", "0,"])
  func `no text without end is a trap`(part: String) {
    let text = String(repeating: part, count: 20_000)
    _ = (amount(text, "de_DE"), amount("\(text) €", "de_DE"), percentage("% \(text)", "de_DE"))
  }

  @Test(arguments: ["", "%", "26", "26 %%", "26 € %", "% 26 %", "2 6x%"])
  func `anything else is no percentage`(text: String) {
    #expect(percentage(text, "de_DE") == nil)
  }
}
