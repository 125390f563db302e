package import Foundation

extension Locale {
  /// Creates the locale that `identifier` names (`de_DE`, `de-DE`); nil when something of it is not known.
  ///
  /// That is its language, and its region, calendar and digits if it names any.
  ///
  /// `Locale(identifier:)` takes any text.
  package init?(known identifier: String) {
    let locale = Locale(identifier: Locale.identifier(.icu, from: identifier))
    let components = Components(locale: locale)
    guard
      let language = locale.language.languageCode,
      Locale.LanguageCode.isoLanguageCodes.contains(language),
      locale.region.map({ Locale.Region.isoRegions.contains($0) }) ?? true,
      components.hasKnownDigits,
      components.calendar != nil || !locale.identifier.contains("calendar=")
    else { return nil }
    self = locale
  }

  /// The language that people with this locale read, as BCP 47 names it; without its calendar and the like.
  package var languageTag: String {
    Locale(languageComponents: Components(locale: self).languageComponents).identifier(.bcp47)
  }

  /// This locale without digits that are not known, keywords that cannot be read, and letters that no identifier has.
  ///
  /// Writing a date by such a locale, Foundation ends the process.
  var withoutTraps: Locale {
    guard identifier.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Locale(identifier: identifier.filter(\.isASCII)).withoutTraps
    }
    guard identifier.contains("@") || identifier.contains("-u-") else { return self }
    var components = Components(locale: self)
    let isReadable =
      identifier.firstIndex(of: "@").map { identifier[$0...].wholeMatch(of: Self.keywords) != nil } ?? true
    // Made anew only if need be: on Apple's systems the user's own settings would be lost.
    if isReadable, components.hasKnownDigits { return self }
    if !components.hasKnownDigits { components.numberingSystem = nil }
    return Locale(components: components)
  }

  private static var keywords: Regex<Substring> { #/@[A-Za-z]+=[A-Za-z0-9+\/_-]+(?:;[A-Za-z]+=[A-Za-z0-9+\/_-]+)*/# }
}

extension Locale.Components {
  fileprivate var hasKnownDigits: Bool {
    numberingSystem.map { Locale.NumberingSystem.availableNumberingSystems.contains($0) } ?? true
  }
}
