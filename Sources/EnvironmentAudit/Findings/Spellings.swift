/// How code spells the symbols that have rules, for code that is in no index.
struct Spellings {
  /// The kinds of functions of C, and of functions of modules.
  private var functions: [String: Set<String>] = [:]
  /// The kinds of members of types, by the names of the types; an initializer is `(` and its first label.
  private var members: [String: [String: Set<String>]] = [:]

  init(_ rules: RuleSet) {
    for rule in rules.unordered where !rules.off.contains(rule.effect.kind) && !rule.symbol.isOfCxx {
      let name = rule.symbol.baseName
      let owner = rule.symbol.owner.split(separator: ".")
      if owner.count == 1 {
        functions[name, default: []].insert(rule.effect.kind)
      } else if let type = owner.last {
        let label = rule.symbol.member.dropFirst(name.utf8.count + 1).prefix { $0 != ":" && $0 != ")" }
        members[String(type), default: [:]][name == "init" ? "(" + label : name, default: []].insert(rule.effect.kind)
      }
    }
  }

  /// Returns the kinds of the symbols that have rules and that a place in code looks like a use of.
  ///
  /// - Parameter name: The place of a name, from its first byte on.
  func kinds(_ source: SourceText, name: Range<Int>) -> Set<String>? {
    let word = source.text(name)
    let bytes = source.bytes
    let isMember = name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ".")
    let next = name.upperBound < bytes.count ? bytes[name.upperBound] : 0
    if next == UInt8(ascii: "("), let kinds = functions[word] {
      return !isMember || Self.modules.contains(source.wordBefore(name.lowerBound - 1))
        ? source.wordBefore(name.lowerBound, overSpaces: true) != "func" ? kinds : nil : nil
    }
    guard let known = members[word] else { return nil }
    let start = name.upperBound + 1
    guard start < bytes.count else { return nil }
    let member = source.text(start..<source.endOfName(at: start))
    if next == UInt8(ascii: ".") { return known[member] }
    guard next == UInt8(ascii: "(") else { return nil }
    let end = start + member.utf8.count
    let isLabel = end < bytes.count && bytes[end] == UInt8(ascii: ":")
    return known["(" + (isLabel ? member : member.isEmpty && bytes[start] == UInt8(ascii: ")") ? "" : "_")]
  }

  private static let modules: Set = [
    "Android", "Bionic", "CRT", "Darwin", "Foundation", "Glibc", "Musl", "Swift", "WASILibc", "WinSDK", "ucrt",
  ]
}

extension SourceText {
  /// Returns the word that ends at `offset`, or before the spaces there.
  fileprivate func wordBefore(_ offset: Int, overSpaces: Bool = false) -> String {
    var end = offset
    while overSpaces, end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return text(startOfName(before: end)..<end)
  }
}
