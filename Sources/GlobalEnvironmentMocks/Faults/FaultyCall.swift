/// What a call does, which decides the ways in which it can fail.
package struct FaultyCall: Sendable {
  /// The name of the endpoint.
  package let endpoint: String
  /// The faults that fit it.
  package let faults: [EnvironmentFault]

  static let http = FaultyCall(
    endpoint: "http",
    faults: [
      .offline, .timedOut, .unknownHost, .untrustedServer, .connectionLost, .tooManyRequests, .serverError,
      .unavailable, .redirectLoop, .emptyBody, .brokenBody, .otherJSON, .slow, .cancelled, .killed,
    ])
  static let readFile = file(.noPermission, .gone, .inputOutputError)
  static let listFolder = readFile
  static let moveFile = readFile
  static let removeFile = readFile
  static let writeFile = file(.diskFull, .noPermission, .inputOutputError)
  static let createFolder = writeFile
  static let appendToFile = file(.diskFull, .diskFullMidway, .noPermission, .gone, .inputOutputError)
  static let copyFile = file(.diskFull, .noPermission, .gone, .inputOutputError)
  static let secret = FaultyCall(endpoint: "secrets", faults: [.locked, .missingEntitlement, .cancelled, .killed])
  static let readDefault = FaultyCall(endpoint: "defaults", faults: [.removedElsewhere])
  static let setDefault = FaultyCall(endpoint: "defaults", faults: [.removedElsewhere, .cancelled, .killed])
  static let date = FaultyCall(endpoint: "date", faults: [.clockBack, .clockForward, .summerTime])
  static let timeZone = FaultyCall(endpoint: "timeZone", faults: [.otherTimeZone])
  static let locale = FaultyCall(endpoint: "locale", faults: [.otherLocale])
  static let calendar = FaultyCall(endpoint: "calendar", faults: [.otherTimeZone, .otherLocale])
  static let dateFormatter = FaultyCall(endpoint: "dateFormatter", faults: [.otherTimeZone, .otherLocale])
  static let numberFormatter = FaultyCall(endpoint: "numberFormatter", faults: [.otherLocale])
  static let scheduler = FaultyCall(endpoint: "scheduler", faults: [.late, .cancelled])
  static let backgroundScheduler = FaultyCall(endpoint: "backgroundScheduler", faults: [.late, .cancelled])
  /// What the notification center of a mock posts as the system would.
  static let systemEvent = FaultyCall(endpoint: "notificationCenter", faults: [.notPosted])
  static let openURL = FaultyCall(endpoint: "openURL", faults: [.cancelled, .killed])

  /// A read of an endpoint that is declared in `EnvironmentEndpoints`, of that name.
  static func own(_ name: String) -> FaultyCall { FaultyCall(endpoint: name, faults: [.fails, .cancelled, .killed]) }

  private static func file(_ faults: EnvironmentFault...) -> FaultyCall {
    FaultyCall(endpoint: "files", faults: faults + [.cancelled, .killed])
  }

  /// The names of the endpoints that can fail, except those that are declared in `EnvironmentEndpoints`.
  static let endpoints = [
    "http", "files", "secrets", "defaults", "date", "timeZone", "locale", "calendar", "dateFormatter",
    "numberFormatter", "scheduler", "backgroundScheduler", "notificationCenter", "openURL",
  ]

  /// Whether a process may be killed at this call, which then has no effect.
  var canBeKilled: Bool { faults.contains(.killed) }

  /// Returns what strikes this call where `fault`, which lasts, began before it; nil where the call continues as usual.
  func aftermath(of fault: EnvironmentFault) -> EnvironmentFault? {
    let later = fault == .diskFullMidway ? .diskFull : fault
    return faults.contains(later) ? later : nil
  }
}
