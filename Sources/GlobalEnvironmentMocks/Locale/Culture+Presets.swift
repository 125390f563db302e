import Foundation

// In alphabetical order, each with what it breaks in code that was written for one country.
extension Culture {

  /// Midnight did not exist on a day of each spring until 2018; the currency sign goes before, with a space.
  public static let brazil = preset("brazil", "pt_BR", "America/Sao_Paulo")

  /// 13 hours and 45 minutes ahead of Greenwich in summer: no whole hour, and past half a day.
  public static let chathamIslands = preset("chathamIslands", "en_NZ", "Pacific/Chatham")

  /// Midnight does not exist on a day of each September, and pesos have no cents.
  public static let chile = preset("chile", "es_CL", "America/Santiago")

  /// Dates with 年, 月 and 日 behind the numbers, and no spaces.
  public static let china = preset("china", "zh_CN", "Asia/Shanghai")

  /// Years of a cycle of sixty, by the moon, some of them with a leap month of the same number as the one before.
  public static let chineseCalendar = preset("chineseCalendar", "zh_CN@calendar=chinese", "Asia/Shanghai")

  /// Midnight does not exist on a day of each March.
  public static let cuba = preset("cuba", "es_CU", "America/Havana")

  /// Written from right to left, with digits of its own; weeks from Saturday, and a day without midnight each April.
  public static let egypt = preset("egypt", "ar_EG", "Africa/Cairo")

  /// A thirteenth month of five or six days, and a year that is seven or eight behind.
  public static let ethiopia = preset("ethiopia", "am_ET@calendar=ethiopic", "Africa/Addis_Ababa")

  /// Points between hours and minutes, a space before the per cent sign, two languages.
  public static let finland = preset("finland", "fi_FI", "Europe/Helsinki", ["fi-FI", "sv-FI"])

  /// Thousands apart by a narrow no-break space, which is neither a space nor the usual no-break space.
  public static let france = preset("france", "fr_FR", "Europe/Paris")

  /// The comma and the point the other way round, and the currency behind.
  public static let germany = preset("germany", "de_DE", "Europe/Berlin")

  /// Years of twelve or thirteen months; written from right to left.
  public static let hebrewCalendar = preset("hebrewCalendar", "he_IL@calendar=hebrew", "Asia/Jerusalem")

  /// Lakhs and crores, 12,34,567, in Hindi, at half an hour from the whole hour.
  public static let india = preset("india", "hi_IN", "Asia/Kolkata", ["hi-IN", "en-IN"])

  /// Lakhs and crores, 12,34,567, where all the rest looks like English.
  public static let indiaInEnglish = preset("indiaInEnglish", "en_IN", "Asia/Kolkata")

  /// Another calendar, other digits, right to left, weeks from Saturday, half an hour from the whole hour.
  public static let iran = preset("iran", "fa_IR", "Asia/Tehran")

  /// Right to left, but with the digits of English, which run from left to right.
  public static let israel = preset("israel", "he_IL", "Asia/Jerusalem")

  /// The year first, no spaces between words, no summer time, and a currency without fractions.
  public static let japan = preset("japan", "ja_JP", "Asia/Tokyo")

  /// Years of an emperor's era: 1 again in 2019.
  public static let japaneseEras = preset("japaneseEras", "ja_JP@calendar=japanese", "Asia/Tokyo")

  /// Morning and afternoon go before the hour.
  public static let korea = preset("korea", "ko_KR", "Asia/Seoul")

  /// Midnight does not exist on a day of each March; Arabic, and weeks from Monday.
  public static let lebanon = preset("lebanon", "ar_LB", "Asia/Beirut", ["ar-LB", "fr-LB"])

  /// 14 hours ahead of Greenwich: the first to see a day, and a day apart from Hawaii at the same hour.
  public static let lineIslands = preset("lineIslands", "en_KI", "Pacific/Kiritimati")

  /// Summer time is half an hour, not one.
  public static let lordHoweIsland = preset("lordHoweIsland", "en_AU", "Australia/Lord_Howe")

  /// Weeks from Friday.
  public static let maldives = preset("maldives", "en_MV", "Indian/Maldives")

  /// Arabic with the digits of English, and a clock that goes back for Ramadan.
  public static let morocco = preset("morocco", "ar_MA", "Africa/Casablanca", ["ar-MA", "fr-MA"])

  /// Digits of its own, in lines without spaces, at half an hour from the whole hour.
  public static let myanmar = preset("myanmar", "my_MM", "Asia/Yangon")

  /// 5 hours and 45 minutes ahead of Greenwich, and digits of its own.
  public static let nepal = preset("nepal", "ne_NP", "Asia/Kathmandu")

  /// 3 hours and 30 minutes behind Greenwich: an offset whose hours and minutes are both negative.
  public static let newfoundland = preset("newfoundland", "en_CA", "America/St_Johns", ["en-CA", "fr-CA"])

  /// Midnight did not exist on a day of each October until 2024; guaraníes have no cents.
  public static let paraguay = preset("paraguay", "es_PY", "America/Asuncion", ["es-PY", "gn-PY"])

  /// Four digits are not grouped, five are, and months have another form in a date than alone.
  public static let poland = preset("poland", "pl_PL", "Europe/Warsaw")

  /// The conventions of programs, which group no digits, by the clock of Greenwich.
  public static let posix = preset("posix", "en_US_POSIX", "GMT")

  /// Weekdays and months in small letters, and a week that begins on Monday in a country with eleven time zones.
  public static let russia = preset("russia", "ru_RU", "Europe/Moscow")

  /// 30 December 2011 does not exist: the island crossed the date line.
  public static let samoa = preset("samoa", "en_WS", "Pacific/Apia")

  /// Months by the moon, a year that is eleven days shorter, right to left, with digits of its own.
  public static let saudiArabia = preset("saudiArabia", "ar_SA", "Asia/Riyadh", calendar: .islamicUmmAlQura)

  /// Half an hour from the whole hour, and summer time at Christmas.
  public static let southAustralia = preset("southAustralia", "en_AU", "Australia/Adelaide")

  /// A minus sign that is not a hyphen, and days written as 2019-11-12.
  public static let sweden = preset("sweden", "sv_SE", "Europe/Stockholm")

  /// Thousands apart by an apostrophe that is not the ASCII one, and four languages.
  public static let switzerland = preset(
    "switzerland", "de_CH", "Europe/Zurich", ["de-CH", "fr-CH", "it-CH", "rm-CH"])

  /// Years counted from 1912, and a language that differs from China's by its script.
  public static let taiwan = preset("taiwan", "zh_Hant_TW@calendar=roc", "Asia/Taipei")

  /// Buddhist years, 543 ahead, and no spaces between words.
  public static let thailand = preset("thailand", "th_TH", "Asia/Bangkok")

  /// A dotless ı: `"title".uppercased(with: Env.locale())` is TİTLE. And the per cent sign goes first.
  public static let turkey = preset("turkey", "tr_TR", "Europe/Istanbul")

  /// The clock of Greenwich in winter, which hides a forgotten time zone until March; the day before the month.
  public static let unitedKingdom = preset("unitedKingdom", "en_GB", "Europe/London")

  /// The month before the day, twelve hours, weeks from Sunday, miles.
  public static let unitedStates = preset("unitedStates", "en_US", "America/New_York", ["en-US", "es-US"])

  /// Every culture above.
  public static let all = [
    brazil, chathamIslands, chile, china, chineseCalendar, cuba, egypt, ethiopia, finland, france, germany,
    hebrewCalendar, india, indiaInEnglish, iran, israel, japan, japaneseEras, korea, lebanon, lineIslands,
    lordHoweIsland, maldives, morocco, myanmar, nepal, newfoundland, paraguay, poland, posix, russia, samoa,
    saudiArabia, southAustralia, sweden, switzerland, taiwan, thailand, turkey, unitedKingdom, unitedStates,
  ]

  /// A few that break most of what all of them break, for everyday runs.
  ///
  /// | culture | for its |
  /// |---|---|
  /// | ``egypt`` | right-to-left text, weeks from Saturday, days without midnight |
  /// | ``iran`` | calendar with other months and years, and digits |
  /// | ``japaneseEras`` | years that begin again, and the year before the month |
  /// | ``indiaInEnglish`` | groups of two digits, in a language that raises no suspicion |
  /// | ``france`` | decimal comma, and spaces that are not the one on the keyboard |
  /// | ``turkey`` | letters whose case changes in another way |
  /// | ``chathamIslands`` | offset of quarters of an hour, on another day than most of the world |
  public static let extremes = [egypt, iran, japaneseEras, indiaInEnglish, france, turkey, chathamIslands]

  /// Makes a culture whose identifiers are known; on a machine without time zone data it is in Greenwich.
  private static func preset(
    _ name: String, _ locale: String, _ timeZone: String, _ languages: [String]? = nil,
    calendar: Calendar.Identifier? = nil
  ) -> Culture {
    Culture(name, Locale(identifier: locale), calendar, TimeZone(identifier: timeZone) ?? .gmt, languages)
  }
}
