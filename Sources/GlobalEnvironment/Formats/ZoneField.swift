import Foundation

/// A field of a pattern that names the time zone, as Unicode Technical Standard 35 has it: `zzzz`, `XXX`.
struct ZoneField: Sendable {
  private let letter: Character
  private let count: Int

  /// Texts that stand for the fields of a pattern, one for each: letters of no language, which are written as they are.
  static var marks: [String] { (0xE000..<0xE100).compactMap(Unicode.Scalar.init).map { String($0) } }

  /// Returns `pattern` with marks in place of its fields of this kind, and these fields.
  static func marked(in pattern: String) -> (pattern: String, fields: [ZoneField]) {
    var result = ""
    var fields: [ZoneField] = []
    var isQuoted = false
    var rest = pattern[...]
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      if letter == "'", !run.count.isMultiple(of: 2) { isQuoted.toggle() }
      if !isQuoted, fields.count < marks.count, let field = ZoneField(letter, run.count) {
        result += marks[fields.count]
        fields.append(field)
      } else {
        result += String(run)
      }
    }
    return (result, fields)
  }

  /// Creates the field of so many equal letters; nil for one that is none, and one that the standard does not have.
  private init?(_ letter: Character, _ count: Int) {
    let counts: [Character: Set<Int>] = [
      "Z": [1, 2, 3, 4, 5], "O": [1, 4], "v": [1, 4], "V": [1, 2, 3, 4], "X": [1, 2, 3, 4, 5], "x": [1, 2, 3, 4, 5],
    ]
    guard letter == "z" || counts[letter]?.contains(count) == true else { return nil }
    self.letter = letter
    self.count = count
  }

  /// Returns the text of this field.
  func text(of zone: TimeZone, at date: Date, _ locale: Locale) -> String {
    let isLong = count >= 4
    let format: Date.FormatString? =
      switch (letter, count) {
      case ("z", _): "\(timeZone: .specificName(isLong ? .long : .short))"
      case ("O", _), ("Z", 4): "\(timeZone: .localizedGMT(isLong ? .long : .short))"
      case ("v", _): "\(timeZone: .genericName(isLong ? .long : .short))"
      case ("V", 1): "\(timeZone: .identifier(.short))"
      case ("V", 2): "\(timeZone: .identifier(.long))"
      case ("V", 3): "\(timeZone: .exemplarLocation)"
      case ("V", _): "\(timeZone: .genericLocation)"
      default: nil
      }
    guard let format else { return isoText(zone.secondsFromGMT(for: date)) }
    // audit:allow time-zone – the style has one of its own.
    let calendar = Calendar(identifier: .gregorian)
    return date.formatted(
      Date.VerbatimFormatStyle(format: format, locale: locale, timeZone: zone, calendar: calendar))
  }

  /// Returns the offset in one of the forms of ISO 8601.
  private func isoText(_ offset: Int) -> String {
    // Z is xxxx, and ZZZZZ is XXXXX.
    let form = letter == "Z" && count < 4 ? 4 : count
    let seconds = form > 3 ? offset.magnitude % 60 : 0
    let minutes = offset.magnitude / 60 % 60
    let hours = offset.magnitude / 3600
    if hours + minutes + seconds == 0, letter == "X" || letter == "Z" && count == 5 { return "Z" }
    var parts = [hours]
    if form > 1 || minutes > 0 { parts.append(minutes) }
    if seconds > 0 { parts.append(seconds) }
    let isNegative = offset < 0 && parts.contains { $0 > 0 }
    let text = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (isNegative ? "-" : "+") + text.joined(separator: [3, 5].contains(form) ? ":" : "")
  }
}
