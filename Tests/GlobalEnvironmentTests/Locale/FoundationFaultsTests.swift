import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// The rows of the article “What Foundation gets wrong”, by number: each test fails with a Foundation that is mended.
  struct FoundationFaultsTests {

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Date {
      let parts = DateComponents(year: year, month: month, day: day, hour: 12)
      return calendar(.gregorian).date(from: parts) ?? .distantPast
    }

    private static func calendar(_ identifier: Calendar.Identifier) -> Calendar {
      var calendar = Calendar(identifier: identifier)
      calendar.timeZone = .gmt
      return calendar
    }

    private static func formatter(_ format: String, _ change: (DateFormatter) -> Void = { _ in }) -> DateFormatter {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = .gmt
      change(formatter)
      formatter.dateFormat = format
      return formatter
    }

    // MARK: Zones

    @Test func `1: a DateFormatter ends the process for a zone without a file`() async {
      await #expect(processExitsWith: .failure) {
        _ = FoundationFaultsTests.formatter("HH") { $0.timeZone = TimeZone(identifier: "VST") }.string(from: Date())
        exit(EXIT_SUCCESS)
      }
    }

    @Test(arguments: [("EET", 1_705_320_000), ("EST", 1_721_044_800), ("MST", 1_721_044_800)] as [(String, Double)])
    func `2: a DateFormatter takes zones for others`(identifier: String, seconds: Double) throws {
      // Without its file, row 1 is what happens.
      guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(identifier)") else { return }
      let (zone, date) = (try #require(TimeZone(identifier: identifier)), Date(timeIntervalSince1970: seconds))
      let text = Self.formatter("xx") { $0.timeZone = zone }.string(from: date)
      let hours = zone.secondsFromGMT(for: date) / 3600
      #expect(Int(text.prefix(3)) == hours + 1)
    }

    @Test func `3: a DateFormatter leaves out the seconds of an offset`() {
      let formatter = Self.formatter("HH:mm:ss") { $0.timeZone = TimeZone(secondsFromGMT: 18_020) }
      #expect(formatter.string(from: Date(timeIntervalSince1970: 0)) == "05:00:00")
    }

    @Test func `3: a DateFormatter ends the process beyond 15 hours from Greenwich`() async {
      await #expect(processExitsWith: .failure) {
        _ = FoundationFaultsTests.formatter("HH") { $0.timeZone = TimeZone(secondsFromGMT: 64_800) }.string(
          from: Date())
        exit(EXIT_SUCCESS)
      }
    }

    @Test func `4: zones come from data inside Foundation`() {
      #expect(!FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/VST"))
      #expect(TimeZone(identifier: "VST")?.secondsFromGMT() == 25_200)
    }

    @Test func `5: at 18 hours from UTC, ISO8601FormatStyle writes Z`() throws {
      let zone = try #require(TimeZone(secondsFromGMT: 64_800))
      let text = Date(timeIntervalSince1970: 0).formatted(Date.ISO8601FormatStyle(timeZone: zone))
      #expect(text == "1970-01-01T18:00:00Z")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/America/Denver")))
    func `6: DateFormatter and Calendar choose differently in an hour that occurs twice`() throws {
      let zone = try #require(TimeZone(identifier: "America/Denver"))
      let read = Self.formatter("yyyy-MM-dd HH:mm") { $0.timeZone = zone }.date(from: "2019-11-03 01:30")
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let made = calendar.date(from: DateComponents(year: 2019, month: 11, day: 3, hour: 1, minute: 30))
      #expect(try #require(read) == #require(made) + 3600)
    }

    @Test func `7: a name is one zone as an identifier, and another one as an abbreviation`() throws {
      let date = Self.day(2019, 11, 12)
      let offsets = try ["BST", "AST"].map { name in
        let zones = [TimeZone(identifier: name), TimeZone(abbreviation: name)]
        return try zones.map { try #require($0).secondsFromGMT(for: date) / 3600 }
      }
      #expect(offsets == [[6, 0], [-9, -4]])
      #expect(TimeZone(identifier: "UTC")?.identifier == "GMT")
    }

    // MARK: Calendars

    @Test func `8: the Chinese calendar has a day 0`() {
      #expect(Self.calendar(.chinese).component(.day, from: Self.day(2057, 9, 28)) == 0)
    }

    @Test func `9: the Hebrew year 5807 begins a day late`() {
      #expect(Self.calendar(.hebrew).component(.year, from: Self.day(2046, 10, 1)) == 5806)
      #expect(Self.calendar(.hebrew).component(.year, from: Self.day(2046, 10, 2)) == 5807)
    }

    @Test func `10: the year 1400 of Umm al-Qura begins a day late`() {
      #expect(Self.calendar(.islamicUmmAlQura).component(.year, from: Self.day(1979, 11, 20)) == 1399)
    }

    @Test func `11: Calendar and DateFormatter do not agree on ethiopicAmeteAlem`() {
      let calendar = Self.calendar(.ethiopicAmeteAlem)
      #expect(calendar.component(.month, from: Self.day(2019, 11, 12)) == 11)
      #expect(Self.formatter("M") { $0.calendar = calendar }.string(from: Self.day(2019, 11, 12)) == "3")
    }

    @Test func `12: a DateFormatter writes the Gregorian dates for calendars that it does not know`() {
      let names = [
        "dangi", "tamil", "vikram", "bangla", "gujarati", "kannada", "malayalam", "marathi", "odia", "telugu",
      ]
      let date = Self.day(2019, 11, 12)
      let calendars = names.map { Self.calendar(Locale(identifier: "en@calendar=\($0)").calendar.identifier) }
      let texts = calendars.map { calendar in Self.formatter("M-d") { $0.calendar = calendar }.string(from: date) }
      #expect(texts == names.map { _ in "11-12" })
      // With Swift 6.2, a Calendar counts only in the first one.
      let others = calendars.count { $0.component(.day, from: date) != 12 }
      #expect(others == 1 || others == names.count)
      #expect(calendars[0].component(.day, from: date) == 16)
    }

    @Test func `12: the Vietnamese calendar is Gregorian`() {
      let calendar = Self.calendar(Locale(identifier: "en@calendar=vietnamese").calendar.identifier)
      #expect(calendar.component(.day, from: Self.day(2019, 11, 12)) == 12)
    }

    @Test func `13: a DateFormatter reads Chinese years as others`() throws {
      let formatter = Self.formatter("y-MM-dd") { $0.calendar = Self.calendar(.chinese) }
      let read = try #require(formatter.date(from: formatter.string(from: Self.day(2019, 11, 12))))
      #expect(read.timeIntervalSinceReferenceDate.magnitude > 1e11)
    }

    @Test func `14: a DateFormatter reads Hebrew months a month too early`() throws {
      let formatter = Self.formatter("dd/MM/yyyy") { $0.calendar = Self.calendar(.hebrew) }
      let read = try #require(formatter.date(from: formatter.string(from: Self.day(2023, 6, 15))))
      #expect(read < Self.day(2023, 5, 20))
    }

    @Test func `15: weeks of China begin on Sunday`() {
      #expect(Locale(identifier: "zh_CN").firstDayOfWeek == .sunday)
    }

    // MARK: Locales and numbers

    @Test func `16: digits that ICU does not know end the process, or make a text empty`() async {
      let locale = Locale(identifier: "en_US@numbers=none")
      #expect(Date().formatted(Date.FormatStyle(date: .long, time: .omitted, locale: locale)) == "")
      await #expect(processExitsWith: .failure) {
        _ = FoundationFaultsTests.formatter("HH") { $0.locale = Locale(identifier: "en_US@numbers=none") }
          .string(from: Date())
        exit(EXIT_SUCCESS)
      }
    }

    @Test func `17: the locale is the same whatever the variables say`() async {
      await #expect(processExitsWith: .success) {
        for name in ["LANG", "LC_ALL", "LANGUAGE"] { setenv(name, "de_DE.UTF-8", 1) }
        exit(Locale.current.identifier == "en_001" && Locale.preferredLanguages == ["en-001"] ? EXIT_SUCCESS : 3)
      }
    }

    @Test(arguments: ["az_Arab", "kk_CN", "tg_PK"])
    func `18: some languages in Arabic script run from left to right`(identifier: String) {
      #expect(Locale(identifier: identifier).language.characterDirection == .leftToRight)
    }

    @Test func `19: a NumberFormatter groups Indian numbers as American ones`() {
      let formatter = NumberFormatter()
      formatter.locale = Locale(identifier: "en_IN")
      formatter.numberStyle = .decimal
      #expect(formatter.string(from: 1_234_567) == "1,234,567")
    }

    @Test func `20: an amount that is rounded and not grouped has no sign`() {
      let style = Decimal.FormatStyle.Currency(code: "EUR", locale: Locale(identifier: "de_DE"))
      #expect((1234.5 as Decimal).formatted(style.rounded(rule: .up).grouping(.never)) == "1234.5")
    }

    @Test func `21: 999 bytes are a kilobyte`() {
      #expect(999.formatted(.byteCount(style: .file).locale(Locale(identifier: "en_US"))) == "1 kB")
    }

    @Test func `22: an ISO8601DateFormatter reads a 30 February`() {
      let read = ISO8601DateFormatter().date(from: "2019-02-30T00:00:00Z")
      #expect(read == Self.day(2019, 3, 2) - 43_200)
    }

    // MARK: Network and notifications

    @Test func `23: the host of a URL is spelled in two ways`() throws {
      let url = try #require(URL(string: "http://bücher.example/a"))
      #expect(url.host() == "b%C3%BCcher.example")
      #expect(URL(string: "/b", relativeTo: url)?.absoluteURL.host() == "xn--bcher-kva.example")
    }

    @Test func `24: a cookie with a Max-Age has no end, and its path is that of the host`() throws {
      let url = try #require(URL(string: "http://h.example/account/login"))
      let fields = ["Set-Cookie": "sid=1; Max-Age=0"]
      let cookie = try #require(HTTPCookie.cookies(withResponseHeaderFields: fields, for: url).first)
      #expect(cookie.expiresDate == nil && cookie.path == "/")
    }

    @Test(arguments: ["http://[::1]:9/", "http://[2001:db8::1]/"])
    func `25: a URLSession asks no address of IPv6`(text: String) async throws {
      let url = try #require(URL(string: text))
      let session = URLSession(configuration: .ephemeral)
      defer { session.invalidateAndCancel() }
      let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
      #expect(error?.code == .badURL)
    }

    @Test func `26: observers are called in any order`() async {
      let center = NotificationCenter()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let observers = (0..<20).map { number in
        center.addObserver(forName: Notification.Name("x"), object: nil, queue: nil) { _ in continuation.yield(number) }
      }
      center.post(name: Notification.Name("x"), object: nil)
      for observer in observers { center.removeObserver(observer) }
      continuation.finish()
      // One order of 2 × 10¹⁸ would be that in which they came.
      let numbers = await stream.reduce(into: []) { $0.append($1) }
      #expect(numbers.sorted() == Array(0..<20) && numbers != Array(0..<20))
    }
  }
#endif
