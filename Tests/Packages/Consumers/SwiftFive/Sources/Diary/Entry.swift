import Foundation
import GlobalEnvironment

struct Entry {
  let text: String
  let written = Env.date()

  var heading: String {
    let formatter = DateFormatter()
    formatter.calendar = Env.calendar()
    formatter.locale = Env.locale()
    formatter.timeZone = Env.timeZone()
    formatter.dateFormat = "d MMMM y"
    return formatter.string(from: written)
  }
}
