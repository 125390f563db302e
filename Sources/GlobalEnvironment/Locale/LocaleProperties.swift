public import Foundation

extension Environment {

  /// The direction in which the language of `locale()` is written.
  public var layoutDirection: Locale.LanguageDirection {
    locale().language.characterDirection
  }

  /// The units that are used where `locale()` is: metric, American, or British.
  public var measurementSystem: Locale.MeasurementSystem { locale().measurementSystem }

  /// The first day of the week of `calendar()`, from 1 for Sunday to 7 for Saturday.
  public var firstWeekday: Int { calendar().firstWeekday }
}
