import Foundation
import GlobalEnvironment

/// Secrets whose calls a run may let fail.
struct FaultySecrets: SecretStore {
  let base: any SecretStore
  let run: FaultRun

  func read(_ name: String) throws -> Data? {
    try call(.secret, "read", name) { try base.read(name) }
  }

  func write(_ secret: Data, for name: String) throws {
    try call(.secret, "write", name) { try base.write(secret, for: name) }
  }

  func remove(_ name: String) throws {
    try call(.secret, "remove", name) { try base.remove(name) }
  }

  private func call<Result>(
    _ kind: FaultyCall, _ verb: String, _ name: String, _ body: () throws -> Result
  ) throws -> Result {
    switch run.strike(kind, "\(verb) \(name)") {
    // errSecInteractionNotAllowed and errSecMissingEntitlement of Apple's Security framework.
    case .locked:
      throw SecretError(
        name, "the keychain answers -25308 (User interaction is not allowed). See that the device is unlocked.")
    case .missingEntitlement:
      throw SecretError(
        name, "the keychain is only for signed apps, and this process has no entitlement for it (-34018).")
    case .killed: throw CancellationError()
    default: return try run.inside(body)
    }
  }
}

/// Defaults whose values a run may let another process change.
struct FaultyDefaults: DefaultsStore {
  let base: any DefaultsStore
  let run: FaultRun

  func value(for name: String) -> PropertyListValue? {
    if run.strike(.readDefault, "read \(name)") == .removedElsewhere { remove(name) }
    return run.inside { base.value(for: name) }
  }

  func set(_ value: PropertyListValue?, for name: String) {
    switch run.strike(.setDefault, "set \(name)") {
    case .killed: return
    case .removedElsewhere: remove(name)
    default: break
    }
    // Not inside: its observers belong to the program.
    base.set(value, for: name)
  }

  /// Does what another process does. Not inside, either.
  private func remove(_ name: String) { base.set(nil, for: name) }

  func register(_ values: [String: PropertyListValue]) {
    if !run.isKilled { base.register(values) }
  }

  func suite(_ name: String) throws(DefaultsError) -> any DefaultsStore {
    FaultyDefaults(base: try base.suite(name), run: run)
  }

  func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> EnvironmentCancellation {
    run.isKilled ? EnvironmentCancellation {} : base.observe(name, onChange)
  }
}
