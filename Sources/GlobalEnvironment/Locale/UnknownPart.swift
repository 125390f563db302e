import Foundation

extension Locale {
  /// What is unknown in `identifier`, in words: `its region "XX"`; nil where all of it is known.
  ///
  /// Variants and private parts may be any that BCP 47 allows.
  package static func unknownPart(of identifier: String) -> String? {
    guard fits(identifier), identifier.prefix(while: { $0 != "@" }).wholeMatch(of: form) != nil,
      hasReadableKeywords(identifier)
    else { return "its form" }
    let locale = Locale(identifier: icuIdentifier(from: identifier))
    guard fits(locale.identifier), let language = locale.language.languageCode else { return "its form" }
    guard Locale.LanguageCode.isoLanguageCodes.contains(language) else {
      return "its language \(language.identifier.debugDescription)"
    }
    let components = Components(locale: locale)
    if let script = components.languageComponents.script, !script.isISOScript {
      return "its script \(script.identifier.debugDescription)"
    }
    if let region = locale.region, !Locale.Region.isoRegions.contains(region) {
      let name = region.identifier.utf8.count == 3 ? "extended language or region" : "region"
      return "its \(name) \(region.identifier.debugDescription)"
    }
    if let variant = components.unknownVariant { return "its variant \(variant.debugDescription)" }
    return locale.unknownKeyword(components)
  }

  /// What is wrong with `identifier`, of which a part is unknown, in a sentence.
  ///
  /// - Parameter kind: What it should be: a locale, or a language.
  package static func complaint(about identifier: String, asA kind: String) -> String {
    guard let part = unknownPart(of: identifier), part != "its form", kind != "language" || !part.contains(kind) else {
      return "no such \(kind) is known."
    }
    return "\(part) is not known."
  }

  /// The first keyword with an unknown name or value, in words.
  private func unknownKeyword(_ components: Components) -> String? {
    // What Foundation does not know is lost in the components.
    let known = Set(Locale(components: components).keywords)
    return keywords.first { keyword in
      switch keyword.prefix(while: { $0 != "=" }) {
      case "calendar": components.calendar == nil
      case "numbers": !components.hasKnownDigits
      case "currency": components.currency?.isISOCurrency != true
      case "collation": !(components.collation.map { Collation.availableCollations.contains($0) } ?? false)
      case let name: !known.contains(keyword) && name.utf8.count > 1 && !Self.otherKeywords.contains(String(name))
      }
    }.map { "its keyword \($0.debugDescription)" }
  }

  /// The keywords, each with its value.
  private var keywords: [String] {
    identifier(.icu).drop { $0 != "@" }.dropFirst().split(separator: ";").map { $0.lowercased() }
  }

  /// The keywords of Unicode Technical Standard 35 that Foundation does not know, by their names in ICU. Those of one letter
  /// are extensions.
  private static let otherKeywords: Set<String> = [
    "attribute", "cf", "colalternate", "colbackwards", "colcaselevel", "colcasefirst", "colhiraganaquaternary",
    "colnormalization", "colnumeric", "colreorder", "colstrength", "dx", "em", "kv", "lb", "lw", "mu", "ss",
    "variabletop", "vt",
  ]
}

extension Locale.Components {
  /// The first variant that BCP 47 does not allow: they have five to eight letters and digits, or four and begin with a digit.
  fileprivate var unknownVariant: String? {
    let variants = variant?.identifier.split { $0 == "_" || $0 == "-" } ?? []
    return variants.first { variant in
      let isLong = 5...8 ~= variant.utf8.count
      return !isLong && !(variant.utf8.count == 4 && variant.first?.isNumber == true)
    }.map { String($0) }
  }
}
