/// One way in which a call of an endpoint fails, with the error that the system throws for it.
///
/// ```swift
/// Env.fail(\.http, "PUT /notes/1", call: 2, with: .connectionLost)
/// ```
///
/// Some end with the call. Others last, as they do on a device: each case says so.
public enum EnvironmentFault: String, CaseIterable, Sendable {

  // MARK: Network

  /// There is no network from this request on: `URLError.notConnectedToInternet`.
  case offline
  /// The server does not answer within the time limit of the request, which passes: `URLError.timedOut`.
  case timedOut
  /// The name of the server is not found: `URLError.cannotFindHost`.
  case unknownHost
  /// The certificate of the server is not trusted: `URLError.serverCertificateUntrusted`.
  case untrustedServer
  /// The server has done what was asked, and the connection is lost in the middle of the answer:
  /// `URLError.networkConnectionLost`.
  case connectionLost
  /// The server refuses with status 429 and asks to come back in two seconds, by `Retry-After`.
  case tooManyRequests
  /// The server answers with status 500, this once.
  case serverError
  /// The server answers with status 503 from this request on.
  case unavailable
  /// The server redirects without end: `URLError.httpTooManyRedirects`.
  case redirectLoop
  /// The answer comes without its body.
  case emptyBody
  /// The answer comes with the first half of its body only.
  case brokenBody
  /// The answer has JSON of another shape: an object in place of a list, an empty list in place of anything else.
  case otherJSON
  /// The answer takes 30 seconds, or half of the request's time limit if that is less.
  case slow

  // MARK: Files

  /// The disk is full from this call on: `CocoaError.fileWriteOutOfSpace`.
  case diskFull
  /// The disk is full when half of the bytes have been appended, and stays full: `CocoaError.fileWriteOutOfSpace`.
  case diskFullMidway
  /// The file may not be touched, this once: `CocoaError.fileReadNoPermission` or `.fileWriteNoPermission`.
  case noPermission
  /// Another process has removed the file or folder just before.
  case gone
  /// The disk cannot read or write, this once: `CocoaError` with `POSIXError.EIO`.
  case inputOutputError

  // MARK: Secrets and defaults

  /// The keychain is locked from this call on, as on a device that was not unlocked: `SecretError`.
  case locked
  /// The process has no entitlement for the keychain, in this call and all later ones: `SecretError`.
  case missingEntitlement
  /// Another process has removed the value of this name from the defaults just before.
  case removedElsewhere

  // MARK: Time and place

  /// The wall clock is set back by an hour just before this call.
  case clockBack
  /// The wall clock is set forward by a day just before this call.
  case clockForward
  /// The wall clock passes the next change of summer time just before this call, where the time zone has one.
  case summerTime
  /// The user travels: from this call on, the time zone is another one, that of Kathmandu.
  case otherTimeZone
  /// The user chooses Egyptian Arabic: from this call on, the locale is `ar_EG`.
  case otherLocale
  /// Work that is scheduled with this call, or a task that sleeps by it, is five seconds late.
  case late
  /// The notification center does not post this event of the system, as to an app that was suspended.
  case notPosted

  // MARK: Any call

  /// An endpoint of your own fails, as its declaration says with `failing:`.
  case fails
  /// The task that calls is cancelled at this call.
  case cancelled
  /// The process is killed at this call, and started again: in a test with `.faults` only.
  ///
  /// From this call on, nothing that the first life does reaches the network, files, defaults or secrets. The first life is
  /// cancelled, and the body of the test begins again, with the files, defaults and secrets that are there.
  case killed
}

extension EnvironmentFault {

  /// The effect, as the end of a sentence.
  package var words: String {
    switch self {
    case .offline: "there is no network from then on"
    case .timedOut: "no answer comes within the time limit"
    case .unknownHost: "the name of the server is not found"
    case .untrustedServer: "the server is not trusted"
    case .connectionLost: "the server does what was asked, and the connection is lost in the middle of the answer"
    case .tooManyRequests: "the server answers with status 429"
    case .serverError: "the server answers with status 500"
    case .unavailable: "the server answers with status 503 from then on"
    case .redirectLoop: "the server redirects without end"
    case .emptyBody: "the answer has no body"
    case .brokenBody: "the answer has half of its body"
    case .otherJSON: "the answer is JSON of another shape"
    case .slow: "the answer is slow"
    case .diskFull: "the disk is full from then on"
    case .diskFullMidway: "the disk is full when half of the bytes are written"
    case .noPermission: "there is no permission"
    case .gone: "the file has gone"
    case .inputOutputError: "the disk fails"
    case .locked: "the keychain is locked from then on"
    case .missingEntitlement: "the process may not use the keychain"
    case .removedElsewhere: "another process has removed the value"
    case .clockBack: "the clock is set back by an hour"
    case .clockForward: "the clock is set forward by a day"
    case .summerTime: "the clock goes over a change of summer time"
    case .otherTimeZone: "the time zone is another one from then on"
    case .otherLocale: "the locale is another one from then on"
    case .late: "what is scheduled is five seconds late"
    case .notPosted: "it is not posted"
    case .fails: "it fails as its declaration says"
    case .cancelled: "the task is cancelled"
    case .killed: "the process is killed, and started again"
    }
  }

  /// The probability with which it strikes a call that it fits, when faults are drawn.
  package var usualRate: Double {
    switch self {
    case .diskFull, .diskFullMidway, .noPermission, .gone, .inputOutputError, .locked, .missingEntitlement,
      .removedElsewhere, .slow, .late, .notPosted:
      0.03
    case .fails: 0.1
    // Many of these fit one call.
    default: 0.01
    }
  }

  /// Whether the server gets the request, and another answer comes than the server's, or none.
  var reachesServer: Bool {
    [.timedOut, .tooManyRequests, .serverError, .unavailable, .redirectLoop].contains(self)
  }

  /// Whether later calls of the same endpoint fail in the same way.
  package var lasts: Bool {
    switch self {
    case .offline, .unavailable, .diskFull, .diskFullMidway, .locked, .missingEntitlement: true
    default: false
    }
  }
}
