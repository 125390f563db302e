import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

/// What the system posts when a day begins, or when its clock, its time zone or its locale is set: in a mock.
///
/// It does so from when code first asks for the notification center.
final class SystemEvents: Sendable {
  /// A day, and the time in which it ends.
  private struct Day: Equatable {
    let number: Int
    let time: ObjectIdentifier?
  }

  /// What the system knows of the place and the clock.
  private struct Settings {
    let timeZone = UnobservedRead.of { Env.timeZone() }
    let locale = UnobservedRead.of { Env.locale() }
    /// How far the clock is ahead of virtual time, in seconds; nil without one.
    let shift = UnobservedRead.virtualTime.map { UnobservedRead.date.timeIntervalSince($0.date) }

    /// What `change` has set to something else: not what a spy or a fault has put itself in front of.
    func difference(to new: Settings, _ change: PlaceChange) -> PlaceChange {
      var change = change
      if shift == new.shift, shift != nil { change.remove(.date) }
      if locale == new.locale { change.remove(.locale) }
      // Zones with the same name may be seconds apart.
      let (date, next) = (UnobservedRead.date, new.timeZone)
      if timeZone == next, timeZone.secondsFromGMT(for: date) == next.secondsFromGMT(for: date) {
        change.remove(.timeZone)
      }
      return change
    }
  }

  private let center = OrderedNotificationCenter()
  /// The present day; nil as long as nobody can observe it.
  private let day = Locked<Day?>(nil)
  /// The settings when the day was last looked at, or code changed them.
  private let settings = Locked<Settings?>(nil)

  /// The center, for code that may observe it.
  var observedCenter: NotificationCenter {
    if !UnobservedRead.isUnderWay {
      // A run of virtual time has another time than the mock that is its environment.
      let time = VirtualTime.identity.map { ObjectIdentifier($0) }
      if day.withLock({ $0 == nil || $0?.time != time }) {
        settings.replace(with: Settings())
        beginDay()
      }
    }
    return center
  }

  /// Whether anybody can observe them.
  var areObserved: Bool { day.withLock { $0 != nil } }

  /// Posts what follows from a change of the place or of the clock.
  func post(_ change: PlaceChange) {
    let new = Settings()
    let change = settings.replace(with: new)?.difference(to: new, change) ?? change
    if change.contains(.date) {
      post("NSSystemClockDidChange", Notification.Name("NSSystemClockDidChangeNotification"))
    }
    if change.contains(.timeZone) { post("NSSystemTimeZoneDidChange", .NSSystemTimeZoneDidChange) }
    if change.contains(.locale) { post("currentLocaleDidChange", NSLocale.currentLocaleDidChangeNotification) }
    if !change.isDisjoint(with: [.date, .timeZone]) { beginDay() }
  }

  /// Posts an event, which faults know by `key`, as its name is another one on each platform.
  private func post(_ key: String, _ name: Notification.Name) {
    if FaultRun.current?.strike(.systemEvent, key) == .notPosted { return }
    UnobservedRead.of { Env.notificationCenter() }.post(name: name, object: nil)
  }

  /// Posts that a day has begun, if it is another one than before, and waits for the next.
  private func beginDay() {
    let zone = UnobservedRead.of { Env.timeZone() }
    let time = UnobservedRead.virtualTime
    let today = Day(number: zone.day(at: UnobservedRead.date), time: VirtualTime.identity.map { ObjectIdentifier($0) })
    // Before others are called, which may move time.
    if let time, let midnight = zone.nextMidnight(after: time.date) {
      time.whenPassing(midnight) { [weak self] in self?.beginDay() }
    }
    let last = day.replace(with: today)
    if let last, last.time == today.time, last.number != today.number {
      post("NSCalendarDayChanged", .NSCalendarDayChanged)
    }
  }
}

extension TimeZone {
  /// The number of the day that calendars here show at `date`; zero for a date that no calendar has.
  fileprivate func day(at date: Date) -> Int {
    guard date.timeIntervalSince1970.magnitude < 1e13 else { return 0 }
    return Int(((date.timeIntervalSince1970 + TimeInterval(secondsFromGMT(for: date))) / 86_400).rounded(.down))
  }

  /// Returns the moment at which the day after that of `date` begins here: where clocks skip midnight, when they do so.
  fileprivate func nextMidnight(after date: Date) -> Date? {
    guard date.timeIntervalSince1970.magnitude < 1e13 else { return nil }
    let midnight = Date(timeIntervalSince1970: 86_400 * TimeInterval(day(at: date) + 1))
    let first = midnight - TimeInterval(secondsFromGMT(for: date))
    let offset = TimeInterval(secondsFromGMT(for: first))
    let second = midnight - offset
    return TimeInterval(secondsFromGMT(for: second)) == offset ? second : first
  }
}
