import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentRedaction

/// Defaults that are found as they were in a flight, and change as the program changes them.
struct ReplayedDefaults: DefaultsStore {
  let base: any DefaultsStore
  let replay: FlightReplay
  var suite = ""

  func value(for name: String) -> PropertyListValue? {
    let key = key(.readDefault, name)
    guard case .setting(_, _, let body)? = replay.next(key)?.content else {
      let isKnown = replay.knows(key) || replay.knows(self.key(.setDefault, name))
      if !isKnown { replay.differs("reads the default \(name.debugDescription)", "defaults") }
      return base.value(for: name)
    }
    if let body, body.isCut {
      replay.reportCut(body, "the default \(name.debugDescription)")
      return base.value(for: name)
    }
    let value = body.flatMap { PropertyListValue(flight: $0) }
    let own = base.value(for: name)
    // What the program has set itself is the real value; the flight may have a placeholder.
    if let own, replay.hider.setting(own, named: name).comparable == value?.comparable { return own }
    // Something else may have changed it meanwhile. Its observers are called now.
    if value != own { base.set(value, for: name) }
    return value
  }

  func set(_ value: PropertyListValue?, for name: String) {
    // First, as the name may hold a secret that the value tells.
    let shown = value.flatMap { $0.isTooDeep ? nil : replay.hider.setting($0, named: name) }
    if case .setting(_, _, let body)? = replay.next(key(.setDefault, name))?.content {
      let then = body.flatMap { PropertyListValue(flight: $0) }
      // What was too long for the flight cannot be compared.
      if body?.isCut != true, then?.comparable != shown?.comparable {
        replay.differs("sets the default \(name.debugDescription) to another value than then", "defaults")
      }
    } else {
      replay.differs("sets the default \(name.debugDescription)", "defaults")
    }
    base.set(value, for: name)
  }

  func register(_ values: [String: PropertyListValue]) { base.register(values) }

  func suite(_ name: String) throws(DefaultsError) -> any DefaultsStore {
    ReplayedDefaults(base: try base.suite(name), replay: replay, suite: name)
  }

  func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> EnvironmentCancellation {
    base.observe(name, onChange)
  }

  /// A name may hold a secret: that of an account, for instance.
  private func key(_ kind: FlightKind, _ name: String) -> ReplayKey {
    .setting(kind, suite: replay.hider.hidden(suite), replay.hider.hidden(name))
  }
}

/// The secret store of a replay. A flight has only the names; each value is a placeholder, or JSON of them.
struct ReplayedSecrets: SecretStore {
  let base: any SecretStore
  let replay: FlightReplay

  func read(_ name: String) throws -> Data? {
    guard let event = try take("read", name), case .secret(_, _, let shown, _) = event.content else {
      return try base.read(name)
    }
    // What the program has written itself is the real value.
    if let written = try base.read(name), shown != nil { return written }
    return shown.map { Data($0.utf8) }
  }

  func write(_ secret: Data, for name: String) throws {
    // The flight has its placeholder in all that comes later.
    replay.hider.learn(secret: secret)
    _ = try take("write", name)
    try base.write(secret, for: name)
  }

  func remove(_ name: String) throws {
    _ = try take("remove", name)
    try base.remove(name)
  }

  private func take(_ verb: String, _ name: String) throws -> FlightEvent? {
    let event = replay.next(.secret(verb, replay.hider.hidden(name)))
    if case .secret(_, _, _, let failure?)? = event?.content {
      // The text begins as the description of the error does.
      let beginning = replay.hider.hidden(SecretError(name, "").description)
      let isDescription = failure.text.hasPrefix(beginning)
      throw SecretError(name, isDescription ? String(failure.text.dropFirst(beginning.count)) : failure.text)
    }
    return event
  }
}
