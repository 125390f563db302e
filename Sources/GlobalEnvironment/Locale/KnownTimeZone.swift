package import Foundation

extension TimeZone {
  /// Creates the time zone that `identifier` names; nil for none that is known, and for one farther from Greenwich than any is.
  ///
  /// `TimeZone(identifier:)` also takes `GMT+18`, which is the time of no place.
  package init?(known identifier: String) {
    guard let zone = TimeZone(identifier: identifier), zone.offset.magnitude <= 14 * 3600 else { return nil }
    self = zone
  }

  /// This time zone, or Greenwich's if it is so far from there that a `DateFormatter` with it ends the process; and how many
  /// seconds the clock then shows too little.
  var withoutTraps: (zone: TimeZone, missing: TimeInterval) {
    let offset = offset
    return offset.magnitude < 15 * 3600 ? (self, 0) : (.gmt, TimeInterval(offset))
  }

  /// Seconds from Greenwich, for a zone that stays as far from there: no other is ever far.
  private var offset: Int { secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: 0)) }
}
