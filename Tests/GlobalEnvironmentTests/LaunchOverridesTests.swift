import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment(.mock))
struct LaunchOverridesTests {

  private func overridden(_ variables: [String: String]) throws -> Environment {
    try Environment.live.overridden(by: variables)
  }

  @Test func `without variables nothing changes`() throws {
    let environment = try overridden(["PATH": "/bin", "ENV": "1"])
    #expect(environment.locale() == .autoupdatingCurrent)
    #expect(abs(environment.date().timeIntervalSinceNow) < 3600)
  }

  @Test func `a date, a locale and a time zone can be given`() throws {
    Env = try overridden([
      "ENV_DATE": "2019-11-12T02:45:00-06:00", "ENV_LOCALE": "de_DE", "ENV_TIME_ZONE": "Asia/Tokyo",
    ])
    #expect(Env.date().timeIntervalSince1970 == 1_573_548_300)
    #expect(Env.locale().identifier == "de_DE")
    #expect(Env.timeZone().identifier == "Asia/Tokyo")
    #expect(Env.calendar().timeZone.identifier == "Asia/Tokyo")
    #expect(Env.calendar().locale?.identifier == "de_DE")
  }

  @Test(
    arguments: [
      ("fa_IR", .persian, "fa-IR"), ("th_TH", .buddhist, "th-TH"), ("ja_JP", .gregorian, "ja-JP"),
      ("ja_JP@calendar=japanese", .japanese, "ja-JP"), ("ja-JP-u-ca-japanese", .japanese, "ja-JP"),
      ("en", .gregorian, "en"),
    ] as [(String, Calendar.Identifier, String)])
  func `a locale brings its calendar and its language`(
    identifier: String, calendar: Calendar.Identifier, language: String
  ) throws {
    Env = try overridden(["ENV_LOCALE": identifier])
    #expect(Env.calendar().identifier == calendar)
    #expect(Env.preferredLanguages() == [language])
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T05:45:00+05:45", 0), ("1969-12-31T14:00:00-1000", 0),
      ("1970-01-01T00:00:00.25Z", 0.25), ("2020-02-29T12:00:00Z", 1_582_977_600),
      ("1883-11-18T12:03:58-05:50:36", -2_717_647_526), ("10000-01-01T00:00:00Z", 253_402_300_800),
    ] as [(String, Double)])
  func `a date in ISO 8601 is read`(text: String, seconds: Double) throws {
    #expect(try overridden(["ENV_DATE": text]).date().timeIntervalSince1970 == seconds)
  }

  @Test(
    arguments: [
      "", "now", "2019-11-12", "2019-11-12T02:45:00", "2019-11-12T02:45:00-06:00 ", "2019-11-12T02:45:00-06:00x",
      "2019-02-30T00:00:00Z", "2019-11-12T24:00:00Z", "2019-11-12T02:60:00Z", "2019-11-12T02:45:60Z",
      "2019-11-12T02:45:00+99:00", "2019-11-12T02:45:00+05:99", "2019-11-12T02:45:00+05:50:60",
      "9999999-01-01T00:00:00Z",
      "019-01-01T00:00:00Z", "-0001-02-30T00:00:00Z",
      "٢٠١٩-١١-١٢T٠٢:٤٥:٠٠Z", "2019-11-12T02:45:00.Z",
    ])
  func `a date that is none is an error that names the variable`(text: String) {
    let error = #expect(throws: LaunchOverrideError.self) { try overridden(["ENV_DATE": text]) }
    #expect(error?.variable == "ENV_DATE")
    #expect(error?.value == text)
    #expect(error?.description.contains("\n") == false)
  }

  @Test func `a date of 100 KB is an error like others`() {
    let text = String(repeating: "9", count: 100_000)
    let error = #expect(throws: LaunchOverrideError.self) { try overridden(["ENV_DATE": text]) }
    #expect(error?.variable == "ENV_DATE" && error?.value == text)
  }

  @Test(
    arguments: [
      "de_DE", "de-DE", "en", "zh_CN", "zh_Hans_CN", "ar_EG", "en_US_POSIX", "es_419", "sr_Latn_RS",
      "ca_ES_VALENCIA", "en_US@currency=EUR", "en_US@hours=h23", "de_DE@collation=phonebook", "ar_EG@numbers=latn",
    ])
  func `a known locale is taken`(identifier: String) throws {
    let locale = try overridden(["ENV_LOCALE": identifier]).locale()
    #expect(locale.identifier == identifier.replacing("-", with: "_"))
  }

  @Test(
    arguments: [
      "", "xx_YY", "german", "de_XQ", "de_Y1", "../de", "💥", "_", "de_DE\n",
      "en_US@", "en_US@calen", "en_US@currency=E", "en_US@hours=h99", "de-D곔", "en_US@calen䣕ar=buddhist", "en-US-u-",
      "en_US@foo=bar", "en_US@calendar=", "en_US@calendar=buddhist;", "en_US_FOO", "en_Abcd_US", "en_US@collation=none",
      "en_" + String(repeating: "A", count: 177), "en_US@currency=EUR" + String(repeating: ";currency=EUR", count: 100),
      "hi@numbers=Deva", "en_US.UTF-8-u-nu-none",
    ])
  func `an unknown locale is an error`(identifier: String) {
    let error = #expect(throws: LaunchOverrideError.self) { try overridden(["ENV_LOCALE": identifier]) }
    #expect(error?.variable == "ENV_LOCALE")
    #expect(error?.description.contains("\n") == false)
  }

  @Test(arguments: [
    "", "Nowhere", "Asia", "../../etc/passwd", "GMT+99:00", "asia/tokyo ", "GMT+15", "GMT-1401", "UTC+15", "GMT+1800",
  ])
  func `an unknown time zone is an error`(identifier: String) {
    #expect(throws: LaunchOverrideError.self) { try overridden(["ENV_TIME_ZONE": identifier]) }
  }

  @Test(arguments: ["GMT+14", "GMT-14:00", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
  func `a time zone may be as far as any is`(identifier: String) throws {
    let zone = try overridden(["ENV_TIME_ZONE": identifier]).timeZone()
    #expect(zone == TimeZone(identifier: identifier))
  }

  @Test(arguments: ["+1", "-1", "-0", " 1", "1.0", "0x1", "", "18446744073709551616"])
  func `a seed that is no whole number is an error`(text: String) {
    let error = #expect(throws: LaunchOverrideError.self) { try overridden(["ENV_SEED": text]) }
    #expect(error?.description.hasSuffix("write a whole number from 0 to 18446744073709551615.") == true)
  }

  @Test func `a clock may run from the date`() throws {
    let variables = ["ENV_DATE": "2019-11-12T02:45:00Z", "ENV_CLOCK": "running"]
    let date = try overridden(variables).date
    let first = date()
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(1) {}
    #expect(date() > first)
    #expect(abs(first.timeIntervalSince1970 - 1_573_526_700) < 3_600)
    let frozen = try overridden(variables.merging(["ENV_CLOCK": "frozen"]) { $1 })
    #expect(frozen.date() == Date(timeIntervalSince1970: 1_573_526_700))
  }

  @Test func `a calendar can be given beside its locale`() throws {
    Env = try overridden(["ENV_LOCALE": "en_US", "ENV_CALENDAR": "buddhist"])
    #expect(Env.calendar().identifier == .buddhist && Env.locale().identifier == "en_US")
  }

  @Test(
    arguments: [
      ("gregory", .gregorian), ("gregorian", .gregorian), ("ethioaa", .ethiopicAmeteAlem),
      ("roc", .republicOfChina), ("islamic-civil", .islamicCivil),
    ] as [(String, Calendar.Identifier)])
  func `a calendar has the name of ICU, or that of BCP 47`(name: String, identifier: Calendar.Identifier) throws {
    Env = try overridden(["ENV_CALENDAR": name])
    #expect(Env.calendar().identifier == identifier)
  }

  @Test(arguments: ["dangi", "vietnamese", "bangla", "tamil", "odia", "vikram", "persian", "islamic-umalqura"])
  func `every calendar that this system has is read, and written`(name: String) throws {
    let calendar = Locale(identifier: "en@calendar=\(name)").calendar
    let isKnown = calendar.identifier != .gregorian
    let given = try? overridden(["ENV_CALENDAR": name]).calendar().identifier
    #expect(given == (isKnown ? calendar.identifier : nil))
    Env.calendar = { calendar }
    let read = try Environment.mock(calendar: .japanese).overridden(by: Env.launchVariables())
    #expect(read.calendar().identifier == calendar.identifier)
  }

  @Test func `languages can be given beside their locale`() throws {
    Env = try overridden(["ENV_LOCALE": "en_US", "ENV_LANGUAGES": "fr-CH,zh-Hant-TW,de_AT.UTF-8"])
    #expect(Env.preferredLanguages() == ["fr-CH", "zh-Hant-TW", "de-AT"] && Env.locale().identifier == "en_US")
  }

  @Test(arguments: [[], ["xx"], ["de", ""]])
  func `languages that cannot be read are not written`(languages: [String]) throws {
    Env.preferredLanguages = { languages }
    #expect(try overridden(Env.launchVariables()).preferredLanguages() == ["en-US"])
  }

  @Test func `what is random follows from a seed`() throws {
    let (first, second, other) = try (
      overridden(["ENV_SEED": "42"]), overridden(["ENV_SEED": "42"]), overridden(["ENV_SEED": "43"])
    )
    let ids = (0..<4).map { _ in first.uuid() }
    #expect(ids == (0..<4).map { _ in second.uuid() })
    #expect(Set(ids).count == 4 && ids[0] != other.uuid())
    #expect(ids.allSatisfy { $0.uuidString.wholeMatch(of: /.{14}4.{4}[89AB].+/) != nil })
    #expect(first.randomBits() == second.randomBits())
  }

  @Test func `the network can be taken away`() async throws {
    let environment = try overridden(["ENV_NETWORK": "none"])
    let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
    let errors = [
      await #expect(throws: URLError.self) { try await environment.http(request) },
      await #expect(throws: URLError.self) { try await environment.bytes(for: request) },
      await #expect(throws: URLError.self) { try await environment.urlSession().data(for: request) },
    ]
    for error in errors {
      #expect(error?.code == .notConnectedToInternet)
      #expect(error?.failingURL == request.url)
    }
  }

  @Test func `without a network, code may end the session, as it may the shared one`() async throws {
    await #expect(processExitsWith: .success) {
      let environment = try Environment.live.overridden(by: ["ENV_NETWORK": "none"])
      let url = try #require(URL(string: "http://127.0.0.1:1/"))
      environment.urlSession().finishTasksAndInvalidate()
      environment.urlSession().invalidateAndCancel()
      let error = await #expect(throws: URLError.self) { try await environment.urlSession().data(from: url) }
      #expect(error?.code == .notConnectedToInternet)
    }
  }

  @Test(
    arguments: [
      ("ENV_CLOCK", "fast"), ("ENV_CLOCK", "running"), ("ENV_CALENDAR", "maya"), ("ENV_SEED", "-1"), ("ENV_SEED", ""),
      ("ENV_CALENDAR", ""), ("ENV_CALENDAR", "buddhist;currency=EUR"), ("ENV_CALENDAR", "buddhist-nu-latn"),
      ("ENV_LANGUAGES", ""), ("ENV_LANGUAGES", "de,"), ("ENV_LANGUAGES", "de, en"), ("ENV_LANGUAGES", "de-DE,xx"),
      ("ENV_NETWORK", "slow"),
    ])
  func `what cannot be read is an error`(variable: String, value: String) {
    let error = #expect(throws: LaunchOverrideError.self) { try overridden([variable: value]) }
    #expect(error?.variable == variable && error?.value == value)
  }

  @Test(
    arguments: [
      .distantPast, .distantFuture, Date(timeIntervalSince1970: -2_717_700_000),
      Date(timeIntervalSince1970: 253_402_300_800), Date(timeIntervalSince1970: -62_167_219_201),
      Date(timeIntervalSince1970: -99_999_999_999), Date(timeIntervalSince1970: 1e12),
    ])
  func `a date of any age, once written, is read`(date: Date) throws {
    Env.date = { date }
    #expect(try overridden(Env.launchVariables()).date() == date)
    for identifier in ["GMT", "America/Chicago", "Asia/Kathmandu"] {
      let formatter = Env.iso8601Formatter { $0.timeZone = TimeZone(identifier: identifier) ?? .gmt }
      let text = formatter.string(from: date)
      #expect(formatter.date(from: text) == date, "\(text)")
    }
  }

  @Test func `milliseconds, once written, are read`() throws {
    for millisecond in 0..<1_000 {
      let date = Date(timeIntervalSince1970: 1_573_548_300) + Double(millisecond) / 1_000
      Env.date = { date }
      #expect(try overridden(Env.launchVariables()).date() == date)
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e18, -1e300])
  func `a date that no calendar has is not written, so that the app keeps its clock`(seconds: Double) throws {
    Env.date = { Date(timeIntervalSince1970: seconds) }
    let variables = Env.launchVariables()
    #expect(variables["ENV_DATE"] == nil && variables["ENV_CLOCK"] == nil)
    _ = try overridden(variables)
  }

  @Test(arguments: ["", "xx", "en@calendar=dangi", "en@calendar=vietnamese", "en_US@x=y"])
  func `a locale or a calendar that cannot be read is not written`(identifier: String) throws {
    let locale = Locale(identifier: identifier)
    Env.locale = { locale }
    Env.calendar = { locale.calendar }
    _ = try overridden(Env.launchVariables())
  }

  @Test(arguments: [-18, -15, 15, 18])
  func `a time zone that cannot be read is not written`(hours: Int) throws {
    let zone = try #require(TimeZone(secondsFromGMT: hours * 3600))
    Env.timeZone = { zone }
    _ = try overridden(Env.launchVariables())
  }

  // MARK: Names

  @Test(
    arguments: [
      ("ENV_LOCAL", "ENV_LOCALE"), ("ENV_DATES", "ENV_DATE"), ("ENV_TIMEZONE", "ENV_TIME_ZONE"),
      ("ENV_CALENDER", "ENV_CALENDAR"), ("ENV_LANGUAGE", "ENV_LANGUAGES"),
      ("ENV_SEEDS", "ENV_SEED"), ("ENV_NETWROK", "ENV_NETWORK"),
      ("ENV_REPLY", "ENV_REPLAY"), ("ENV_date", "ENV_DATE"), ("Env_Date", "ENV_DATE"), ("ENVDATE", "ENV_DATE"),
    ])
  func `a name that is almost one of these is reported on the standard error`(name: String, meant: String) throws {
    _ = try Env.overridden(by: [name: "x"])
    #expect(Env.output.standardError == "mock: \(name) is ignored. Did you mean \(meant)?\n")
  }

  @Test(arguments: [
    "ENV_FOO", "ENV", "ENV_", "ENV_NAME", "ENV_FILE", "ENV_TEST", "ENV_STATE", "ENVIRONMENT", "DATE", "LOCALE",
    "ENV_TZ", "ENV_REGION", "ENV_" + String(repeating: "DATE", count: 100),
  ])
  func `a foreign name is not reported`(name: String) throws {
    _ = try Env.overridden(by: [name: "x"])
    #expect(Env.output.standardError == "")
  }

  @Test func `names that are read are not reported`() throws {
    _ = try Env.overridden(by: Env.launchVariables(seed: 1, isOffline: true).merging(["ENV_REPLAY": "x"]) { $1 })
    #expect(Env.output.standardError == "")
  }

  @Test(arguments: Culture.extremes + [.switzerland])
  func `what a test's environment writes, another process reads`(culture: Culture) throws {
    Env.culture = culture
    let variables = Env.launchVariables(seed: 7, isOffline: true)
    let read = try overridden(variables)
    #expect(read.date() == Env.date())
    #expect(read.locale().identifier == culture.locale.identifier && read.timeZone() == culture.timeZone)
    withEnvironment(read) { #expect(Env.calendar().identifier == culture.calendar) }
    #expect(read.preferredLanguages() == culture.preferredLanguages)
    #expect(variables["ENV_SEED"] == "7" && variables["ENV_NETWORK"] == "none" && variables["ENV_CLOCK"] == "frozen")
  }
}
