import Foundation
public import GlobalEnvironment
import GlobalEnvironmentRedaction

extension Environment {

  /// Returns this environment, whose calls `recorder` keeps.
  ///
  /// ```swift
  /// Env = .live.recorded(by: FlightRecorder(at: file))
  /// ```
  ///
  /// Assign endpoints of your own before: what is assigned afterwards is not recorded. If the recorder could not begin, that
  /// is one line on the standard error, and this returns the environment as it is.
  ///
  /// A body that is read as it comes, with `Env.httpBytes`, is recorded when it has ended, and without its bytes if these
  /// are more than a megabyte.
  ///
  /// It does not record the requests of `Env.urlSession()`, schedulers, what other code posts to the notification center,
  /// and own endpoints whose values are not `Codable`, such as closures.
  public func recorded(by recorder: FlightRecorder) -> Environment {
    guard let log = recorder.log else {
      if let error = recorder.error { standardError("\(error)\n") }
      return self
    }
    if let warning = recorder.warning { standardError("\(warning)\n") }
    var environment = self
    environment.recordTime(log)
    environment.recordPlace(log)
    environment.recordStores(log)
    environment.recordProcess(log)
    environment.http = { [before = http] in try await log.http($0, before) }
    environment.httpBytes = { [before = httpBytes] request, progress in
      try await log.httpBytes(request) { try await before($0, progress) }
    }
    environment.urlSession = { [before = urlSession] in
      log.write(.session) { _ in }
      return before()
    }
    environment.substituteValuesOfOwnEndpoints { name, value in
      log.write(own: value, named: name)
      return nil
    }
    environment.flightLog = log
    return environment
  }

  private mutating func recordTime(_ log: FlightLog) {
    let ring = log.ring
    date = { [before = date] in
      let date = before()
      // A mock's files and stubs ask, too, and those of a replay are not answered by the flight.
      if !ThreadLocalSlot.unobservedRead.isSet { ring.append(.date, date.timeIntervalSinceReferenceDate.bitPattern) }
      return date
    }
    randomBits = { [before = randomBits] in
      let bits = before()
      ring.append(.randomBits, bits)
      return bits
    }
    uuid = { [before = uuid] in
      let uuid = before()
      withUnsafeBytes(of: uuid.uuid) { ring.append(.uuid, bytes: $0) }
      return uuid
    }
  }

  /// Its names are no secrets, though they may be equal to one, as the language in a cookie.
  private mutating func recordPlace(_ log: FlightLog) {
    record(\.locale) { locale in log.write(.locale) { $0.add(locale.identifier) } }
    record(\.timeZone) { timeZone in log.write(.timeZone) { $0.add(timeZone.identifier) } }
    record(\.calendar) { calendar in log.write(.calendar) { $0.add("\(calendar.identifier)") } }
    record(\.preferredLanguages) { languages in log.write(.languages) { $0.add(languages) } }
  }

  private mutating func recordStores(_ log: FlightLog) {
    files = { [before = files] in RecordedFiles(base: before(), log: log) }
    defaults = { [before = defaults] in RecordedDefaults(base: before(), log: log) }
    secrets = { [before = secrets] in RecordedSecrets(base: before(), log: log) }
  }

  private mutating func recordProcess(_ log: FlightLog) {
    record(\.arguments) { log.write(.arguments, texts: $0) }
    environmentVariable = { [before = environmentVariable] name in
      let value = before(name)
      log.write(variable: name, value)
      return value
    }
    record(\.processIdentifier) { identifier in log.write(.processIdentifier) { $0.add(Int64(identifier)) } }
    record(\.hostName) {
      log.hider.hide(host: $0)
      log.write(.hostName, text: $0)
    }
    record(\.uptime) { uptime in log.write(.uptime) { $0.add(uptime / .seconds(1)) } }
    standardOutput = { [before = standardOutput] text in
      log.write(.output, text: text)
      before(text)
    }
    standardError = { [before = standardError] text in
      log.write(.errorOutput, text: text)
      before(text)
    }
    openURL = { [before = openURL] url in
      let isOpen = await before(url)
      log.write(.opened) {
        $0.add(log.short(log.hider.url(url.absoluteString)))
        $0.add(isOpen ? UInt8(1) : 0)
      }
      return isOpen
    }
  }

  /// Writes each value that an endpoint returns.
  private mutating func record<Value>(
    _ endpoint: WritableKeyPath<Environment, @Sendable () -> Value>, _ write: @escaping @Sendable (Value) -> Void
  ) {
    self[keyPath: endpoint] = { [before = self[keyPath: endpoint]] in
      let value = before()
      write(value)
      return value
    }
  }
}

extension FlightLog {

  fileprivate func write(variable name: String, _ value: String?) {
    if let value { hider.hide(person: value, ofVariable: name) }
    let shown = value.map {
      hider.placeholder(for: Array($0.utf8), named: name, in: .variable) ?? short(hider.text($0))
    }
    write(.variable) {
      $0.add(short(name))
      $0.add(shown)
    }
  }

  /// Writes a value in JSON. Of one that JSON cannot hold there is an empty record, so that the next ones keep their order.
  fileprivate func write(own value: any Codable, named name: String) {
    // In an array, as the outermost value of JSON must be a container on older systems.
    let body = body((try? json(of: value)).map { hider.value($0, named: name) } ?? [])
    write(.own) {
      $0.add(name)
      $0.add(body)
    }
  }

  private func json(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // In base64, no names of secrets are found.
    encoder.dataEncodingStrategy = .custom { [hider] data, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Data(hider.body(data, type: "")).base64EncodedString())
    }
    return try encoder.encode([value])
  }
}
