// audit:allow-file locale, time-zone – this finds out what the live ones are at the moment.

import Foundation

extension Locale {
  /// This locale as it is now, if it follows the settings: one that is kept must not change later.
  var resolved: Locale { self == .autoupdatingCurrent ? .current : self }

  /// What distinguishes the conventions of this locale, once it is resolved, from those of another.
  #if canImport(Darwin)
    var key: Locale { self }
    typealias Key = Locale
  #else
    // There are no settings beyond the identifier here, and comparing locales takes 15 times as long.
    var key: String { identifier }
    typealias Key = String
  #endif
}

extension TimeZone {
  /// This time zone as it is now, if it follows the settings.
  var resolved: TimeZone { self == .autoupdatingCurrent ? .current : self }
}

extension Calendar {
  /// What matters about a calendar besides its locale and its time zone.
  struct Counting: Equatable, Sendable {
    let identifier: Identifier
    let firstWeekday: Int
    let minimumDaysInFirstWeek: Int
  }

  /// How this calendar counts years and weeks.
  var counting: Counting {
    Counting(identifier: identifier, firstWeekday: firstWeekday, minimumDaysInFirstWeek: minimumDaysInFirstWeek)
  }

  /// Returns whether this calendar and `other` are one and the same; false for some that are equal, too.
  func isIdentical(to other: Calendar) -> Bool {
    // Values whose bytes are the same are copies of each other, whatever the bytes mean.
    withUnsafePointer(to: self) { own in
      withUnsafePointer(to: other) { memcmp(own, $0, MemoryLayout<Calendar>.size) == 0 }
    }
  }
}
