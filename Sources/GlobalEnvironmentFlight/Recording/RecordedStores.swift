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

  func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> DefaultsObservation {
    base.observe(name, onChange)
  }

  private func write(_ kind: FlightKind, _ name: String, _ value: PropertyListValue?) {
    let shown = value.map { value -> FlightBody in
      var payload = PayloadWriter()
      let bytes = if case .string(let text) = value { Array(text.utf8) } else { Array("\(value)".utf8) }
      if let placeholder = log.hider.placeholder(for: bytes, named: name, in: .setting) {
        PropertyListValue.string(placeholder).write(to: &payload) { $0 }
      } else {
        value.write(to: &payload, log.hider.hidden)
      }
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

/// Secrets of which a flight has the names, and no more. What they hold is hidden wherever else it occurs.
struct RecordedSecrets: SecretStore {
  let base: any SecretStore
  let log: FlightLog

  func read(_ name: String) throws -> Data? {
    try call("read", name) {
      let secret = try base.read(name)
      if let secret { log.hider.learn(secret: secret, named: name) }
      return secret
    } found: {
      $0 != nil
    }
  }

  func write(_ secret: Data, for name: String) throws {
    log.hider.learn(secret: secret, named: name)
    try call("write", name) {
      try base.write(secret, for: name)
    } found: { _ in
      true
    }
  }

  func remove(_ name: String) throws {
    try call("remove", name) {
      try base.remove(name)
    } found: { _ in
      true
    }
  }

  private func call<Result>(
    _ verb: String, _ name: String, _ body: () throws -> Result, found: (Result) -> Bool
  ) throws -> Result {
    func write(_ outcome: UInt8, _ failure: FlightFailure? = nil) {
      log.write(.secret) {
        $0.add(verb)
        $0.add(log.short(name))
        $0.add(outcome)
        if let failure { $0.add(failure) }
      }
    }
    do {
      let result = try body()
      write(found(result) ? 1 : 0)
      return result
    } catch {
      write(2, log.failure(error))
      throw error
    }
  }
}
