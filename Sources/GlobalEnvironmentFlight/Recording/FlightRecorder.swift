// audit:allow-file process, clock, locale, time-zone, calendar, files – it begins before there is an environment, and
// says which program it was, and where.

public import Foundation
import GlobalEnvironment
public import GlobalEnvironmentRedaction

/// Keeps what the world told a program in its last minutes, in a file that survives the process, however that ends.
///
/// ```swift
/// Env = .live.recorded(by: FlightRecorder(at: file, lasting: .seconds(300), limit: 8_000_000))
/// ```
///
/// The file has its full size from the beginning and never grows: the newest records replace the oldest. A record of a date or
/// of chance waits for no other thread; one that may hold secrets takes a lock for a moment. Where the file cannot be made,
/// ``error`` says why, and nothing is recorded.
///
/// A flight that is there already, of a run that has crashed perhaps, is kept at ``previous``.
public final class FlightRecorder: Sendable {
  /// Why nothing is recorded; nil where it is.
  public let error: FlightError?
  /// The flight of the run before, for the app to offer to its user; nil where there is none. If that run crashed or was
  /// killed, its flight stays, until you remove it, or until another run does.
  public let previous: URL?
  let log: FlightLog?
  /// What a replay will not know; nil where there is nothing.
  let warning: String?

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - url: The file, in a folder that is there. Two recorders cannot have one file.
  ///   - duration: How far back a flight goes; what is older is not read any more.
  ///   - limit: How many bytes the file may have; 16,384 at least.
  ///   - secrets: What must not be in it, besides what never is; see `Secret`.
  ///   - personal: What is in it as a hash: equal values have equal hashes. Their key is lost when the process ends. Digits
  ///     alone become ones, as many.
  public init(
    at url: URL, lasting duration: Duration = .seconds(300), limit: Int = 8_000_000,
    hiding secrets: [Secret] = [],
    hashing personal: [Secret] = []
  ) {
    let names = HiddenNames(hiding: secrets, hashing: personal)
    do throws(FlightError) {
      let info = Self.info(hidden: names.written)
      let ring = try FlightRing(at: url, lasting: duration, limit: limit, start: Date.now, info: info)
      let hider = Hider(names)
      hider.hidePerson()
      log = FlightLog(ring, hider, url)
      let forgetsNames = names.written != "" && ring.info.texts[.hidden] == nil
      warning = forgetsNames ? Self.forgetsNames : nil
      error = nil
    } catch {
      (log, warning) = (nil, nil)
      self.error = error
    }
    let previous = FlightFile.previous(of: url)
    self.previous =
      log != nil && FileManager.default.fileExists(atPath: previous.path(percentEncoded: false)) ? previous : nil
  }

  private static let forgetsNames = """
    The head of the flight has no room for all names in hiding: and hashing:, which are hidden nevertheless. A replay does \
    not know them; there, write .flight(_:hiding:) with the same names.
    """

  private static func info(hidden: String) -> FlightInfo {
    var info = FlightInfo()
    info.texts = [
      .program: CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "") } ?? "",
      .system: ProcessInfo.processInfo.operatingSystemVersionString,
      .locale: Locale.current.identifier,
      .calendar: "\(Calendar.current.identifier)",
      .timeZone: TimeZone.current.identifier,
      .languages: Locale.preferredLanguages.prefix(10).joined(separator: ","),
      .lanes: "number",
      .hidden: hidden,
    ]
    return info
  }
}
