/// What kind of thing a record is. The numbers are part of the format: add, but never change one.
package enum FlightKind: UInt8, CaseIterable, Sendable {
  case mark = 1
  case date = 2
  case uuid = 3
  case randomBits = 4
  case request = 5
  case answer = 6
  case noAnswer = 7
  case file = 8
  case folder = 9
  case readDefault = 10
  case setDefault = 11
  case secret = 12
  case locale = 13
  case calendar = 14
  case timeZone = 15
  case languages = 16
  case arguments = 17
  case variable = 18
  case processIdentifier = 19
  case hostName = 20
  case uptime = 21
  case output = 22
  case errorOutput = 23
  case opened = 24
  case own = 25
  case session = 26

  /// The endpoint of `Env` that it belongs to; the name of its lane.
  package var endpoint: String {
    switch self {
    case .mark: "mark"
    case .date: "date"
    case .uuid: "uuid"
    case .randomBits: "randomBits"
    case .request, .answer, .noAnswer: "http"
    case .file, .folder: "files"
    case .readDefault, .setDefault: "defaults"
    case .secret: "secrets"
    case .locale: "locale"
    case .calendar: "calendar"
    case .timeZone: "timeZone"
    case .languages: "preferredLanguages"
    case .arguments: "arguments"
    case .variable: "environmentVariable"
    case .processIdentifier: "processIdentifier"
    case .hostName: "hostName"
    case .uptime: "uptime"
    case .output: "standardOutput"
    case .errorOutput: "standardError"
    case .opened: "openURL"
    case .own: "own endpoints"
    case .session: "urlSession"
    }
  }

  /// What data such records hold, for a person who is asked to send them.
  package var words: String {
    switch self {
    case .mark: "what you did, as the app names it"
    case .date: "moments"
    case .uuid, .randomBits: "random values"
    case .request: "requests to servers: addresses, headers, bodies"
    case .answer, .noAnswer: "answers of servers: headers, bodies, errors"
    case .file: "names and contents of files"
    case .folder: "places of folders"
    case .readDefault, .setDefault: "settings"
    case .secret: "names of secrets, without their contents"
    case .locale, .calendar, .timeZone, .languages: "language, region and time zone"
    case .arguments, .variable, .processIdentifier, .hostName, .uptime:
      "how the program was started, and the machine's name"
    case .output, .errorOutput: "what the program wrote"
    case .opened: "addresses that were opened"
    case .own: "values of the app's own endpoints"
    case .session: "that a URL session was used"
    }
  }
}
