import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What has the zone, the locale or the moment of the machine, though nobody wrote that.
struct Zones {
  func zones(_ zone: TimeZone, _ date: Date) -> Any {
    let calendar = Calendar(identifier: .gregorian)
    //             ^ time-zone
    _ = NSCalendar(identifier: .gregorian)
    //  ^ time-zone
    _ = NSCalendar(calendarIdentifier: .gregorian)
    //  ^ time-zone
    _ = zone.secondsFromGMT()
    //       ^ clock
    _ = zone.isDaylightSavingTime()
    //       ^ clock
    _ = zone.abbreviation()
    //       ^ clock
    _ = zone.daylightSavingTimeOffset()
    //       ^ clock
    _ = zone.nextDaylightSavingTimeTransition
    //       ^ clock
    return calendar.startOfDay(for: date)
  }

  func words(_ text: NSString, _ cookie: [HTTPCookiePropertyKey: Any]) -> Any {
    _ = NSLocalizedString("a", comment: "b")
    //  ^ locale
    _ = Bundle(for: NSString.self).localizedString(forKey: "a", value: nil, table: nil)
    //  ^ files
    //                             ^ locale
    _ = HTTPCookie(properties: cookie)
    //  ^ clock
    return text
  }

  func exceptions(_ zone: TimeZone, _ date: Date) -> Any {
    var pinned = Calendar(identifier: .gregorian)
    pinned.timeZone = zone
    _ = zone.secondsFromGMT(for: date)
    _ = zone.isDaylightSavingTime(for: date)
    _ = zone.abbreviation(for: date)
    _ = zone.daylightSavingTimeOffset(for: date)
    _ = zone.nextDaylightSavingTimeTransition(after: date)
    return pinned
  }
}
