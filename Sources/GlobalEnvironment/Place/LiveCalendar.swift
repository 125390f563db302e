public import Foundation

/// Returns the user's calendar as `Env.locale()` and `Env.timeZone()` say at the time of the call.
@usableFromInline func liveCalendar() -> Calendar {
  Calendar.autoupdatingCurrent.following(Env)
}

extension Calendar {
  /// Returns this calendar with the locale and the time zone of `environment`.
  package func following(_ environment: Environment) -> Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.locale = environment.locale()
    calendar.timeZone = environment.timeZone()
    return calendar
  }
}
