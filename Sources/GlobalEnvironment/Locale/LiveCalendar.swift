// audit:allow-file calendar – this is the live calendar.

public import Foundation

/// Returns the user's calendar as `Env.locale()` and `Env.timeZone()` say at the time of the call.
@usableFromInline func liveCalendar() -> Calendar {
  // Where neither of them is replaced, the user's own calendar is the same, and exists already.
  EnvironmentScope.reading { UsersPlace.isTaken(in: $0) } ? .current : .localized(.user)
}

/// The live endpoints from which the live calendar follows.
private enum UsersPlace {
  private static let offsets = ["locale", "timeZone"].compactMap(Environment.offset)
  // `nonisolated(unsafe)` holds because nothing changes the snapshot, and it is never freed.
  nonisolated(unsafe) private static let live = {
    let live = UnsafeMutablePointer<Environment>.allocate(capacity: 1)
    live.initialize(to: Environment())
    return UnsafePointer(live)
  }()

  /// Whether the locale and the time zone of `environment` are the live ones.
  static func isTaken(in environment: UnsafePointer<Environment>) -> Bool {
    let live = live
    return offsets.allSatisfy { FunctionFields.isSame(at: $0, environment, live) }
  }
}

extension Calendar.Identifier {
  /// The kind of calendar that the user has chosen.
  #if canImport(Darwin)
    fileprivate static var user: Calendar.Identifier { Calendar.autoupdatingCurrent.identifier }
  #else
    // It cannot change while a program runs, and asking takes a while.
    fileprivate static let user = Calendar.autoupdatingCurrent.identifier
  #endif
}

extension Calendar {
  /// Returns the calendar of that kind as `Env.locale()` and `Env.timeZone()` say at the time of the call.
  package static func localized(_ identifier: Identifier) -> Calendar {
    let locale = Env.locale()
    let timeZone = Env.timeZone()
    let last = KeptCalendar.last.withLock { $0 }
    // First as they are: most do not follow the settings, and asking each takes a while.
    if let last,
      last.isFor(identifier, locale, timeZone) || last.isFor(identifier, locale.resolved, timeZone.resolved)
    {
      return last.calendar
    }
    let new = KeptCalendar(identifier, locale.resolved, timeZone.resolved)
    KeptCalendar.last.withLock { $0 = new }
    return new.calendar
  }
}

/// The calendar that was needed last: making one takes as long as all else that a date formatter asks.
private final class KeptCalendar: Sendable {
  static let last = Locked<KeptCalendar?>(nil)

  let calendar: Calendar
  private let identifier: Calendar.Identifier
  private let locale: Locale.Key
  private let timeZone: TimeZone.Key

  init(_ identifier: Calendar.Identifier, _ locale: Locale, _ timeZone: TimeZone) {
    self.identifier = identifier
    self.locale = locale.key
    self.timeZone = timeZone.key
    var calendar = Calendar(identifier: identifier)
    calendar.locale = locale
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  func isFor(_ identifier: Calendar.Identifier, _ locale: Locale, _ timeZone: TimeZone) -> Bool {
    self.identifier == identifier && self.timeZone == timeZone.key && self.locale == locale.key
  }
}
