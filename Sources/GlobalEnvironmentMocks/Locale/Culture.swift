public import Foundation
public import GlobalEnvironment

/// The conventions of a place: how its people write numbers, count years, set their clocks, and read.
///
/// A test sets one, or runs across many:
///
/// ```swift
/// @Test(.environment(.mock), arguments: Culture.all) func showsPrice(culture: Culture) {
///   Env.culture = culture
///   …
/// }
/// ```
///
/// A culture is ready-made (``japan``, ``egypt``, …) or made by its identifiers. The layout direction, the units and
/// the first day of the week are those of its locale.
public struct Culture: Hashable, Sendable {

  /// Its name in the results of tests: `"japan"`.
  public var name: String

  /// The locale that decides how texts, numbers and dates are written.
  public var locale: Locale

  /// The calendar by which years, months and weeks are counted.
  public var calendar: Calendar.Identifier

  /// The time zone whose clock is shown.
  public var timeZone: TimeZone

  /// The languages that are read there, as BCP 47 names them, the best one first.
  public var preferredLanguages: [String]

  /// Creates a culture by its identifiers.
  ///
  /// ```swift
  /// let vietnam = try Culture("Vietnam", locale: "vi_VN", timeZone: "Asia/Ho_Chi_Minh")
  /// ```
  ///
  /// - Parameters:
  ///   - name: Its name in the results of tests; the locale's identifier unless given.
  ///   - locale: The identifier of a locale, as ICU or BCP 47 write it: `de_CH`, `ja_JP@calendar=japanese`.
  ///   - calendar: The kind of calendar; the locale's unless given.
  ///   - timeZone: The name of a time zone in the IANA database: `Asia/Tokyo`.
  ///   - languages: The languages that are read there, the best one first; the locale's alone unless given.
  /// - Throws: ``CultureError`` for an identifier that is not known, and for a calendar on which the parts of Foundation do not
  ///   agree: on Linux, for example, `.dangi` and `.vietnamese`.
  public init(
    _ name: String? = nil,
    locale: String,
    calendar: Calendar.Identifier? = nil,
    timeZone: String,
    languages: [String]? = nil
  ) throws(CultureError) {
    let knownLocale = try Self.known(locale, "locale", asA: "locale", likeThis: "de_DE")
    if let reason = (calendar ?? knownLocale.calendar.identifier).disagreement {
      throw CultureError(
        calendar == nil ? "locale" : "calendar", calendar.map { "\($0)" } ?? locale, "\(reason) Use another calendar.")
    }
    guard let knownZone = TimeZone(known: timeZone) else {
      throw CultureError("timeZone", timeZone, "no such time zone is known. Write it like Asia/Tokyo.")
    }
    let knownLanguages = try languages?.map { (language) throws(CultureError) in
      try Self.known(language, "languages", asA: "language", likeThis: "pt-BR").identifier(.bcp47)
    }
    self.init(name ?? knownLocale.identifier, knownLocale, calendar, knownZone, knownLanguages)
  }

  private static func known(
    _ identifier: String, _ parameter: String, asA kind: String, likeThis example: String
  ) throws(CultureError) -> Locale {
    if let known = Locale(known: identifier) { return known }
    let complaint = Locale.complaint(about: identifier, asA: kind)
    throw CultureError(parameter, identifier, "\(complaint) Write it like \(example).")
  }

  init(
    _ name: String, _ locale: Locale, _ calendar: Calendar.Identifier?, _ timeZone: TimeZone, _ languages: [String]?
  ) {
    self.name = name
    self.locale = locale
    self.calendar = calendar ?? locale.calendar.identifier
    self.timeZone = timeZone
    preferredLanguages = languages ?? [locale.languageTag]
  }
}

extension Culture: CustomStringConvertible {
  /// The name and the identifiers: `japan (ja_JP, gregorian, Asia/Tokyo)`.
  public var description: String { "\(name) (\(locale.identifier), \(calendar), \(timeZone.identifier))" }
}

/// A culture that cannot be made, as one of its identifiers is not known.
public struct CultureError: DescribedError, Equatable {
  /// The parameter with the unknown value.
  public let parameter: String
  /// The value, or the part of it that is not known.
  public let value: String
  let reason: String

  init(_ parameter: String, _ value: String, _ reason: String) {
    self.parameter = parameter
    self.value = value
    self.reason = reason
  }

  /// The parameter, its value (80 characters at most), and what is wrong with it, on one line.
  public var description: String { "Culture(\(parameter): \(String(value.prefix(80)).debugDescription)): \(reason)" }
}
