import Foundation

extension Locale {
  /// Returns an identifier as ICU writes it. Where BCP 47 allows an extended language, this is that language: `yue_HK` for
  /// `zh-yue-HK` (RFC 5646, 4.5). ICU takes it for a region.
  static func icuIdentifier(from identifier: String) -> String {
    let parts = identifier.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[1].utf8.count == 3, isExtension(parts[1].lowercased(), of: parts[0].lowercased())
    else {
      return Locale.identifier(.icu, from: identifier)
    }
    return Locale.identifier(.icu, from: parts.dropFirst().joined(separator: "-"))
  }

  private static func isExtension(_ language: String, of first: String) -> Bool {
    // There are some 150 sign languages. Each is a language by itself, too.
    if first == "sgn" { return Locale.LanguageCode.isoLanguageCodes.contains(Locale.LanguageCode(language)) }
    return extendedLanguages[first]?.contains(language) == true
  }

  /// The extended languages in IANA's registry of subtags, by the language in front; without sign languages.
  private static let extendedLanguages: [String: Set<String>] = [
    "ar": """
    aao abh abv acm acq acw acx acy adf aeb aec afb apc apd arb arq ars ary arz auz avl ayh ayl ayn ayp pga shu ssh
    """,
    "kok": "gom knn", "lv": "ltg lvs",
    "ms": """
    bjn btj bve bvu coa dup hji jak jax kvb kvr kxd lce lcf liw max meo mfa mfb min mqg msi mui orn ors pel pse tmw \
    urk vkk vkt xmm zlm zmi zsm
    """,
    "sw": "swc swh", "uz": "uzn uzs",
    "zh": "cdo cjy cmn cnp cpx csp czh czo gan hak hnm hsn lzh mnp nan wuu yue",
  ].mapValues { Set($0.split(separator: " ").map { String($0) }) }
}
