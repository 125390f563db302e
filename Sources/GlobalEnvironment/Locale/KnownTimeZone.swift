package import Foundation

extension TimeZone {
  /// Creates the time zone that `identifier` names; nil for an unknown one, and for one farther from Greenwich than any that
  /// is in use.
  ///
  /// `TimeZone(identifier:)` also takes `GMT+18`, which is the time of no place.
  package init?(known identifier: String) {
    guard let zone = TimeZone(identifier: identifier), zone.fixedOffset.magnitude <= 14 * 3600 else { return nil }
    self = zone
  }

  /// Whether a `DateFormatter` shows the clock of this zone, as all else of Foundation does.
  ///
  /// It ends the process for a zone that is too far from Greenwich, and on Linux for one that has no file there. Seconds of a
  /// fixed offset it leaves out. On Linux it takes the names of some zones, such as EST and EET, for those of others.
  var isOfDateFormatter: Bool {
    if identifier.hasPrefix("GMT") { return fixedOffset.magnitude < 15 * 3600 && fixedOffset % 60 == 0 }
    #if canImport(Darwin)
      return true
    #else
      // audit:allow files – a `DateFormatter` reads this file, too.
      let file = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(identifier)")
      return Self.abbreviationDictionary[identifier] == nil && file?.starts(with: "TZif".utf8) == true
    #endif
  }

  /// What distinguishes this zone, once it is resolved, from another.
  var key: Key {
    let identifier = identifier
    // The first letter of `GMT+0530` will do, and takes less time: the offset of others is the same each time.
    return Key(identifier: identifier, fixedOffset: identifier.utf8.first == UInt8(ascii: "G") ? fixedOffset : 0)
  }

  struct Key: Equatable, Sendable {
    fileprivate let identifier: String
    // Fixed offsets that are seconds apart have the same identifier.
    fileprivate let fixedOffset: Int
  }

  /// The seconds from Greenwich at one date, and so at all dates if its offset is fixed, as that of `GMT+0530`.
  private var fixedOffset: Int { secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: 0)) }
}
