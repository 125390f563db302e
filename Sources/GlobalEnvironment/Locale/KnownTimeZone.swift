package import Foundation

extension TimeZone {
  /// Creates the time zone that `identifier` names; nil for an unknown one, and for one farther from Greenwich than any that
  /// is in use.
  ///
  /// `TimeZone(identifier:)` also takes `GMT+18`, which is the time of no place.
  package init?(known identifier: String) {
    guard let zone = TimeZone(identifier: identifier), zone.offset.magnitude <= 14 * 3600 else { return nil }
    self = zone
  }

  /// This time zone, or Greenwich's if it is so far from there that a `DateFormatter` with it ends the process; and by how
  /// many seconds the clock is then behind.
  var withoutTraps: (zone: TimeZone, missing: TimeInterval) {
    let offset = offset
    // A `DateFormatter` rounds to whole minutes.
    return offset.magnitude < 15 * 3600 - 30 ? (self, 0) : (.gmt, TimeInterval(offset))
  }

  /// The seconds from Greenwich, at any date: only a zone with a fixed offset is ever too far.
  private var offset: Int { secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: 0)) }
}
