import Foundation
import GlobalEnvironment

/// Defaults whose calls are written into a flight.
struct RecordedDefaults: DefaultsStore {
  let base: any DefaultsStore
  let log: FlightLog
  var suite = ""

  func value(for name: String) -> PropertyListValue? {
    let value = base.value(for: name)
    write(.readDefault, name, value)
    return value
  }

  func set(_ value: PropertyListValue?, for name: String) {
    write(.setDefault, name, value)
    base.set(value, for: name)
  }

  func register(_ values: [String: PropertyListValue]) { base.register(values) }

  func suite(_ name: String) throws(DefaultsError) -> any DefaultsStore {
    RecordedDefaults(base: try base.suite(name), log: log, suite: name)
  }

  func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> EnvironmentCancellation {
    base.observe(name, onChange)
  }

  private func write(_ kind: FlightKind, _ name: String, _ value: PropertyListValue?) {
    let shown = value.map { value -> FlightBody in
      // No store takes it. Of what cannot be written down, a flight has nothing but that it was there.
      if value.isTooDeep { return FlightBody(Data(), count: 1) }
      var payload = PayloadWriter()
      log.hider.setting(value, named: name).write(to: &payload)
      return log.body(payload.bytes)
    }
    log.write(kind) {
      $0.add(log.short(suite))
      $0.add(log.short(name))
      $0.add(shown == nil ? UInt8(0) : 1)
      if let shown { $0.add(shown) }
    }
  }
}

/// The secret store of a flight, which keeps names only. Secret values are hidden wherever else they occur, too.
struct RecordedSecrets: SecretStore {
  let base: any SecretStore
  let log: FlightLog

  func read(_ name: String) throws -> Data? {
    try call("read", name, shown: { $0.map(log.hider.learn) }) { try base.read(name) }
  }

  func write(_ secret: Data, for name: String) throws {
    let shown = log.hider.learn(secret: secret)
    try call("write", name, shown: { _ in shown }) { try base.write(secret, for: name) }
  }

  func remove(_ name: String) throws {
    try call("remove", name, shown: { _ in nil }) { try base.remove(name) }
  }

  private func call<Result>(
    _ verb: String, _ name: String, shown: (Result) -> String?, _ body: () throws -> Result
  ) throws -> Result {
    func write(_ shown: String?, _ failure: FlightFailure? = nil) {
      log.write(.secret) {
        $0.add(verb)
        $0.add(log.short(name))
        $0.add(shown)
        $0.add(failure == nil ? UInt8(0) : 1)
        if let failure { $0.add(failure) }
      }
    }
    do {
      let result = try body()
      write(shown(result))
      return result
    } catch {
      write(nil, log.failure(error))
      throw error
    }
  }
}
