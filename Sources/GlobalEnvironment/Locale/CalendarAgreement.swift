import Foundation

extension Calendar.Identifier {
  /// Why formatters and calendars of Foundation do not agree on dates in this calendar, in words; nil where they do.
  package var disagreement: String? {
    // 12 November 2019, at noon.
    let date = Date(timeIntervalSince1970: 1_573_560_000)
    var calendar = Calendar(identifier: self)
    calendar.timeZone = .gmt
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.calendar = calendar
    formatter.dateFormat = "M-d"
    let parts = calendar.dateComponents([.month, .day], from: date)
    guard let month = parts.month, let day = parts.day, formatter.string(from: date) == "\(month)-\(day)" else {
      return "Foundation's DateFormatter and Calendar count differently in this calendar."
    }
    let countsOtherDays = ![.gregorian, .iso8601, .buddhist, .japanese, .republicOfChina].contains(self)
    return countsOtherDays && (month, day) == (11, 12) ? "Foundation counts days in it as in the Gregorian one." : nil
  }
}
