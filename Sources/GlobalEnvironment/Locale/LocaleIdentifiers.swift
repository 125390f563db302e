package import Foundation

extension Locale {
  /// Creates the locale that `identifier` names (`de_DE`, `de-DE`); nil when a part of it is unknown.
  ///
  /// That is its language, and its script, region, variants and keywords (calendar, digits, currency, …) if it names any.
  ///
  /// `Locale(identifier:)` takes any text.
  package init?(known identifier: String) {
    guard Self.unknownPart(of: identifier) == nil else { return nil }
    self = Locale(identifier: Self.icuIdentifier(from: identifier))
  }

  /// The language that people with this locale read, as BCP 47 names it; without its calendar and the like.
  package var languageTag: String {
    Locale(languageComponents: Components(locale: self).languageComponents).identifier(.bcp47)
  }

  /// This locale, or only its language where its identifier is longer than ICU takes.
  ///
  /// ICU writes beyond the end of its memory when it writes an amount by such a locale.
  private var fitting: Locale {
    if identifier.utf8.count < Self.capacity { return self }
    return Locale(identifier: String(identifier.prefix { $0.isASCII && $0.isLetter }.prefix(8)))
  }

  /// Whether ICU keeps all of the identifier.
  static func fits(_ identifier: String) -> Bool { identifier.utf8.count < capacity }

  /// How many bytes ICU keeps for an identifier and a null byte: its `ULOC_FULLNAME_CAPACITY`.
  private static let capacity = 157

  /// This locale without digits that are not known, keywords that cannot be read, letters that no identifier has, and what
  /// makes it too long.
  ///
  /// Foundation ends the process when it writes a date by such a locale, or writes numbers by no conventions at all.
  var crashSafe: Locale {
    let identifier = identifier
    if Self.isPlain(identifier) { return self }
    guard identifier.utf8.count < Self.capacity else { return fitting.crashSafe }
    guard identifier.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Locale(identifier: identifier.filter(\.isASCII)).crashSafe
    }
    // ICU reads more spellings than Foundation, which asks it in the end.
    let name = Locale.identifier(.icu, from: identifier)
    var components = Components(identifier: name)
    // Made again only if needed: on Apple's systems the user's own settings would be lost.
    let isSame = Self.hasExtension(identifier) ? name == identifier : name.keywords == identifier.keywords
    if isSame, Self.hasReadableKeywords(name), components.hasKnownDigits { return self }
    components.numberingSystem = components.numberingSystem?.known
    return Locale(components: components)
  }

  /// Whether an identifier, as most, has nothing in which a trap could be: one pass, since each format asks this.
  private static func isPlain(_ identifier: String) -> Bool {
    var identifier = identifier
    return identifier.withUTF8 { bytes in
      var length = 0
      for byte in bytes {
        if byte >= 0x80 || byte == UInt8(ascii: "@") { return false }
        if byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
          length += 1
        } else if length == 1 {
          return false
        } else {
          length = 0
        }
      }
      return bytes.count < capacity
    }
  }

  /// Whether one part of an identifier is a single letter, as in `de-DE-u-nu-latn`.
  private static func hasExtension(_ identifier: String) -> Bool {
    var length = 0
    for byte in identifier.utf8 {
      if byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
        length += 1
      } else if length == 1 {
        return true
      } else {
        length = 0
      }
    }
    return false
  }

  /// Language, script, region and variants, as ICU or BCP 47 write them, and perhaps an encoding, behind which nothing counts.
  static var form: Regex<Substring> {
    #/[A-Za-z0-9]+(?:[_-]+[A-Za-z0-9]+)*(?:\.(?!.*-[A-Za-z]-)[A-Za-z0-9-]+)?/#
  }

  /// Whether an identifier has no keywords, or all of them in the form of ICU.
  static func hasReadableKeywords(_ identifier: String) -> Bool {
    identifier.firstIndex(of: "@").map { identifier[$0...].wholeMatch(of: keywords) != nil } ?? true
  }

  private static var keywords: Regex<Substring> { #/@[A-Za-z]+=[A-Za-z0-9+\/_-]+(?:;[A-Za-z]+=[A-Za-z0-9+\/_-]+)*/# }
}

extension String {
  /// The part of a locale's name that begins with `@`. Apple's systems write what is in front of it with `-` and `_`.
  fileprivate var keywords: Substring { drop { $0 != "@" } }
}

extension Locale.Components {
  /// Whether its digits are known, as they are written here: ICU does not know `ARAB`, which is equal to `arab`.
  var hasKnownDigits: Bool { numberingSystem.map { $0.known?.identifier == $0.identifier } ?? true }
}

extension Locale.NumberingSystem {
  /// The digits that are meant, by the name that ICU knows; nil for unknown ones.
  fileprivate var known: Self? {
    // Digits of the language, which Foundation does not list.
    if ["native", "traditional", "finance"].contains(identifier) { return self }
    return Self.availableNumberingSystems.first { $0 == self }
  }
}
