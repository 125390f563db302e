public import Foundation

extension Environment {

  /// The direction in which the language of `locale()` is written.
  ///
  /// It is that of the script, as Foundation takes Azerbaijani and Kazakh in Arabic script for written from left to right.
  public var layoutDirection: Locale.LanguageDirection {
    let language = locale().language
    let isRightToLeft = language.script.map { Self.scriptsFromRight.contains($0.identifier) } ?? false
    return isRightToLeft ? .rightToLeft : language.characterDirection
  }

  /// The scripts in use that are written from right to left.
  private static let scriptsFromRight: Set<String> = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
  ]

  /// The units that are used where `locale()` is: metric, American, or British.
  public var measurementSystem: Locale.MeasurementSystem { locale().measurementSystem }

  /// The first day of the week of `calendar()`, from 1 for Sunday to 7 for Saturday.
  public var firstWeekday: Int { calendar().firstWeekday }
}
