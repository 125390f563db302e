import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import greeter

@Suite(.environment(.mock))
struct GreetingTests {

  @Test(
    arguments: [
      ("en_US", 5, "Good night!"), ("en_US", 6, "Good morning!"), ("en_US", 12, "Good afternoon!"),
      ("en_US", 18, "Good evening!"), ("en_US", 21, "Good night!"), ("en_US", 0, "Good night!"),
      ("de_DE", 0, "Gute Nacht!"), ("de_AT", 9, "Guten Morgen!"), ("de_CH", 10, "Guten Tag!"),
      ("de_DE", 23, "Guten Abend!"),
      ("es_MX", 19, "¡Buenas tardes!"), ("es_ES", 20, "¡Buenas noches!"), ("es_ES", 3, "¡Buenas noches!"),
      ("fr_FR", 3, "Bonsoir !"), ("ja_JP", 16, "こんばんは。"), ("ar_EG", 2, "مساء الخير!"),
      ("pt_BR", 18, "Boa tarde!"), ("it_IT", 1, "Buonanotte!"), ("tlh", 7, "Good morning!"), ("", 7, "Good morning!"),
    ])
  func `the greeting fits the hour as the locale counts it`(locale: String, hour: Int, expected: String) throws {
    let date = try Date(year: 2019, month: 11, day: 12, hour: hour, minute: 59)
    Env.date = { date }
    Env.locale = { Locale(identifier: locale) }
    #expect(greeting() == expected)
  }

  @Test func `the hour is that of the time zone`() {
    #expect(greeting() == "Good night!")
    Env.timeZone = { TimeZone(identifier: "Asia/Tokyo") ?? .gmt }
    #expect(greeting() == "Good afternoon!")
  }

  @Test func `the moment is written as the locale writes it, and says where`() {
    Env.locale = { Locale(identifier: "de_DE") }
    Env.timeZone = { TimeZone(identifier: "Asia/Tokyo") ?? .gmt }
    #expect(moment() == "Dienstag, 12. November 2019 um 17:45 (Asia/Tokyo, de_DE)")
  }

  @Test(
    arguments: [
      (.egypt, "الثلاثاء، ١٢ نوفمبر، ٢٠١٩، ١٠:٤٥\u{A0}ص (Africa/Cairo, ar_EG)"),
      (.iran, "۱۳۹۸ آبان ۲۱, سه\u{200C}شنبه ساعت ۱۲:۱۵ (Asia/Tehran, fa_IR)"),
      (.switzerland, "Dienstag, 12. November 2019 um 9:45 (Europe/Zurich, de_CH)"),
      (.thailand, "วันอังคารที่ 12 พฤศจิกายน 2562 เวลา 15:45 (Asia/Bangkok, th_TH)"),
    ] as [(Culture, String)])
  func `the moment is that of the culture, in its years and digits`(culture: Culture, expected: String) {
    Env.culture = culture
    #expect(moment() == expected)
  }

  @Test(arguments: Culture.all)
  func `every culture is greeted`(culture: Culture) {
    Env.culture = culture
    #expect(!greeting().isEmpty)
    #expect(moment().hasSuffix(" (\(culture.timeZone.identifier), \(culture.locale.identifier))"))
  }
}
