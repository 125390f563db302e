import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentMocks
import GlobalEnvironmentRedaction
import GlobalEnvironmentTime

extension FlightReplay {

  /// Returns the world of the flight, except for the date, which ``begin()`` sets.
  func environment() -> Environment {
    var environment = base
    environment.unmatched(
      UnmatchedRequests(
        isReported: reportsDifferences, isNew: { [self] in isFirst() && !isQuiet },
        answering: { [self] in try await answer($0, $1) },
        nearest: { [self] _ in ["\(moment). \(hasNext("http"))"] },
        hiding: { [hider] message, _ in hider.text(message) }))
    replayPlace(&environment)
    replayRandomValues(&environment)
    replayProcess(&environment)
    let (files, defaults, secrets) = (base.files(), base.defaults(), base.secrets())
    environment.files = { ReplayedFiles(base: files, replay: self) }
    environment.defaults = { ReplayedDefaults(base: defaults, replay: self) }
    environment.secrets = { ReplayedSecrets(base: secrets, replay: self) }
    environment.substituteValuesOfOwnEndpoints { [self] name, value in
      guard case .own(_, let json)? = content(.own(name)) else { return nil }
      if json.isCut { reportCut(json, "the own endpoint \(name)") }
      return value.decoded(from: json.bytes)
    }
    environment.replayHider = hider
    return environment
  }

  /// Begins to answer in the time of the run, which brings a date of its own; called where the test runs.
  func begin() {
    Env.date = { [self, before = Env.date] in
      // The mock's files and stubs ask, too. The program did not ask for them in the flight.
      if UnobservedRead.isUnderWay { return before() }
      if case .date(let date)? = next(.kind(.date))?.content { return date }
      guard case .date(let last)? = last(.kind(.date))?.content else { return before() }
      // The program's clock need not have been the recorder's.
      return last + sinceLast(.kind(.date)) / .seconds(1)
    }
    ReplayedFiles(base: base.files(), replay: self).seed(flight.events)
  }

  // MARK: Endpoint by endpoint

  private func replayPlace(_ environment: inout Environment) {
    @Sendable func text(_ kind: FlightKind) -> String? {
      guard case .text(let text)? = content(.kind(kind)) else { return nil }
      return text
    }
    environment.locale = { [before = environment.locale] in text(.locale).map { Locale(identifier: $0) } ?? before() }
    environment.timeZone = { [before = environment.timeZone] in
      text(.timeZone).flatMap { TimeZone(identifier: $0) } ?? before()
    }
    environment.calendar = { [before = environment.calendar] in
      text(.calendar).flatMap { Calendar.Identifier(recorded: $0) }.map { .localized($0) } ?? before()
    }
    environment.preferredLanguages = { [self, before = environment.preferredLanguages] in
      if case .texts(let texts)? = content(.kind(.languages)) { return texts }
      return flight.info.texts[.languages].map { $0.split(separator: ",").map(String.init) } ?? before()
    }
  }

  private func replayRandomValues(_ environment: inout Environment) {
    environment.uuid = { [self, before = environment.uuid] in
      if case .uuid(let uuid)? = next(.kind(.uuid))?.content { return uuid }
      differs("asks for one more UUID", "uuid")
      return before()
    }
    environment.randomBits = { [self, before = environment.randomBits] in
      if case .bits(let bits)? = next(.kind(.randomBits))?.content { return bits }
      differs("asks for more random bits", "randomBits")
      return before()
    }
  }

  private func replayProcess(_ environment: inout Environment) {
    environment.arguments = { [self, before = environment.arguments] in
      if case .texts(let texts)? = content(.kind(.arguments)) { texts } else { before() }
    }
    environment.environmentVariable = { [self, before = environment.environmentVariable] name in
      if case .variable(_, let value)? = content(.variable(name)) { value } else { before(name) }
    }
    environment.processIdentifier = { [self, before = environment.processIdentifier] in
      if case .number(let number)? = content(.kind(.processIdentifier)) { Int32(clamping: number) } else { before() }
    }
    environment.hostName = { [self, before = environment.hostName] in
      if case .text(let text)? = content(.kind(.hostName)) { text } else { before() }
    }
    environment.uptime = { [self, before = environment.uptime] in
      let next = next(.kind(.uptime))
      guard case .real(let seconds)? = (next ?? last(.kind(.uptime)))?.content, seconds.isFinite,
        seconds.magnitude < 1e12
      else { return before() }
      // After its last record, the uptime moves as time does, since code may wait for it.
      return .seconds(seconds) + (next == nil ? sinceLast(.kind(.uptime)) : .zero)
    }
    environment.standardOutput = { [self, before = environment.standardOutput] text in
      write(text, .output)
      before(text)
    }
    environment.standardError = { [self, before = environment.standardError] text in
      write(text, .errorOutput)
      before(text)
    }
    environment.openURL = { [self, before = environment.openURL] url in
      let shown = hider.hidden(hider.url(url.absoluteString))
      let answered = await before(url)
      if case .opened(_, let isOpen)? = next(.opened(Hider.anonymized(shown)))?.content { return isOpen }
      differs("opens \(shown)", "openURL")
      return answered
    }
  }

  private func write(_ text: String, _ kind: FlightKind) {
    let shown = hider.text(text)
    guard case .text(let then)? = next(.kind(kind))?.content else {
      return differs("writes \(shown.debugDescription)", kind.endpoint)
    }
    // Of a long text, a flight has the beginning.
    let isCut = then.utf8.count > flight.bodyLimit - 4 && shown.utf8.starts(with: then.utf8.dropLast(4))
    if !isCut, Hider.anonymized(then) != Hider.anonymized(shown) {
      differs("writes \(shown.debugDescription) in place of \(then.debugDescription)", kind.endpoint)
    }
  }
}

extension Decodable {
  /// Returns another value of the same type, from JSON that has it in an array.
  fileprivate func decoded(from json: Data) -> Self? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? decoder.decode([Self].self, from: json))?.first
  }
}
