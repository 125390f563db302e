import Foundation

// Nothing here has an effect, though each line looks as if it had: the audit must find nothing.

/// A namespace with types of the same names: `Date()`, `UUID()`, `Calendar.current`.
enum Own {
  struct Date {
    static let now = Date()
    var timeIntervalSinceNow = 0.0
  }
  struct UUID {}
  struct Calendar {
    static let current = Calendar()
  }
  enum Task {
    static func sleep(for duration: Duration) async throws {}
  }
  final class FileManager: Sendable {
    static let `default` = FileManager()
  }
  static func print(_ text: String) {}
  static func time(_ pointer: Int?) -> Int { 0 }
  static func read(_ file: Int32, _ bytes: [UInt8], _ count: Int) {}
  static func remove(_ name: String) {}

  static func use() async throws -> [Any] {
    print("Date()")
    read(0, [], 0)
    remove("a")
    try await Task.sleep(for: .zero)
    return [Date(), Date.now, Date().timeIntervalSinceNow, UUID(), Calendar.current, FileManager.default, time(nil)]
  }
}

extension Own.Date {
  func random(in range: ClosedRange<Int>) -> Int { range.lowerBound }
  static func shuffled() -> Own.Date { .now }
}

struct Pure {
  /* Date(), UUID(), /* Locale.current */ Calendar.current */
  let text = "Date() \\(Date()) UUID() Locale.current"
  let raw = #"\(Date()) "Date.now""#
  let long = """
    Date()
    Task.sleep(for: .seconds(1))
    """

  func dates(_ other: Foundation.Date) -> [Foundation.Date] {
    [
      Foundation.Date(timeIntervalSince1970: 0), Date(timeIntervalSinceReferenceDate: 0), .distantPast,
      Date(timeInterval: 1, since: other),
    ]
  }

  func seconds(_ date: Date) -> [TimeInterval] {
    [date.timeIntervalSince1970, date.timeIntervalSinceReferenceDate, date.timeIntervalSince(.distantPast)]
  }

  func places() -> [Any?] {
    [
      Locale(identifier: "de_DE"), TimeZone(identifier: "Europe/Berlin"), TimeZone(secondsFromGMT: 0), TimeZone.gmt,
      UUID(uuidString: "C0FFEE00-0000-0000-0000-000000000000"),
    ]
  }

  func chance(_ generator: inout some RandomNumberGenerator) -> [Any?] {
    [
      Int.random(in: 1...6, using: &generator), Double.random(in: 0...1, using: &generator),
      Bool.random(using: &generator), [1, 2].shuffled(using: &generator), [1, 2].randomElement(using: &generator),
    ]
  }

  func texts(_ date: Date, _ style: Date.FormatStyle) -> [String] {
    [date.formatted(style), "a".uppercased(), date.ISO8601Format(), String(describing: date), "\(date)"]
  }

  func urls() -> [URL?] {
    [URL(string: "https://example.com"), URL(filePath: "/tmp")]
  }

  func types() -> [Any.Type] {
    [Date.self, FileManager.self, ProcessInfo.self, UserDefaults.self, URL.self]
  }

  func parameter(date: Date, now: Date, print: (String) -> Void) {
    print("\(date) \(now)")
  }

  func passed(_ files: FileManager, _ bundle: Bundle, _ process: ProcessInfo, _ url: URL) -> [Any?] {
    [
      files.fileExists(atPath: ""), try? files.contentsOfDirectory(at: url, includingPropertiesForKeys: nil),
      bundle.resourceURL, process.environment, stat(), Thread.isMainThread,
      DateInterval(start: .distantPast, duration: 1),
      NSDate(timeIntervalSince1970: 0),
    ]
  }

  func wait(_ clock: any Clock<Duration>) async throws {
    try await clock.sleep(for: .zero)
  }

  func wait<Given: Clock<Duration>>(on clock: Given) async throws {
    try await Task.sleep(for: .zero, clock: clock)
    try await Task.sleep(until: clock.now, clock: clock)
  }

  #if SAMPLE_NEVER
    func inactive() -> (Date, UUID) { (Date(), UUID()) }
  #endif
}
