/// What a call does, which decides the ways in which it can fail.
package enum FaultyCall: Sendable {
  case http
  case readFile, listFolder, writeFile, appendToFile, createFolder, moveFile, copyFile, removeFile
  case readSecret, changeSecret
  case readDefault, setDefault
  case date, timeZone, locale, calendar, dateFormatter, numberFormatter
  case scheduler, backgroundScheduler
  case openURL
  /// A read of an endpoint that is declared in `EnvironmentEndpoints`, of that name.
  case own(String)

  /// The name of the endpoint.
  package var endpoint: String {
    switch self {
    case .readFile, .listFolder, .writeFile, .appendToFile, .createFolder, .moveFile, .copyFile, .removeFile: "files"
    case .readSecret, .changeSecret: "secrets"
    case .readDefault, .setDefault: "defaults"
    case .http: "http"
    case .date: "date"
    case .timeZone: "timeZone"
    case .locale: "locale"
    case .calendar: "calendar"
    case .dateFormatter: "dateFormatter"
    case .numberFormatter: "numberFormatter"
    case .scheduler: "scheduler"
    case .backgroundScheduler: "backgroundScheduler"
    case .openURL: "openURL"
    case .own(let name): name
    }
  }

  /// The names of the endpoints that can fail, except those that are declared in `EnvironmentEndpoints`.
  static let endpoints = [
    "http", "files", "secrets", "defaults", "date", "timeZone", "locale", "calendar", "dateFormatter",
    "numberFormatter", "scheduler", "backgroundScheduler", "openURL",
  ]

  /// The faults that fit it.
  package var faults: [EnvironmentFault] {
    switch self {
    case .http:
      [
        .offline, .timedOut, .unknownHost, .untrustedServer, .connectionLost, .tooManyRequests, .serverError,
        .unavailable,
        .redirectLoop, .emptyBody, .brokenBody, .otherJSON, .slow, .cancelled, .killed,
      ]
    case .readFile, .listFolder, .moveFile, .removeFile:
      [.noPermission, .gone, .inputOutputError, .cancelled, .killed]
    case .writeFile, .createFolder: [.diskFull, .noPermission, .inputOutputError, .cancelled, .killed]
    case .appendToFile: [.diskFull, .diskFullMidway, .noPermission, .gone, .inputOutputError, .cancelled, .killed]
    case .copyFile: [.diskFull, .noPermission, .gone, .inputOutputError, .cancelled, .killed]
    case .readSecret, .changeSecret: [.locked, .missingEntitlement, .cancelled, .killed]
    case .readDefault: [.removedElsewhere]
    case .setDefault: [.removedElsewhere, .cancelled, .killed]
    case .date: [.clockBack, .clockForward, .summerTime]
    case .timeZone: [.otherTimeZone]
    case .locale, .numberFormatter: [.otherLocale]
    case .calendar, .dateFormatter: [.otherTimeZone, .otherLocale]
    case .scheduler, .backgroundScheduler: [.late, .cancelled]
    case .openURL: [.cancelled, .killed]
    case .own: [.fails, .cancelled, .killed]
    }
  }

  /// Whether a process may be killed at this call, which then has no effect.
  var canBeKilled: Bool { faults.contains(.killed) }

  /// Returns what strikes this call where `fault`, which lasts, began before it; nil where the call continues as usual.
  func aftermath(of fault: EnvironmentFault) -> EnvironmentFault? {
    let later = fault == .diskFullMidway ? .diskFull : fault
    return faults.contains(later) ? later : nil
  }
}
