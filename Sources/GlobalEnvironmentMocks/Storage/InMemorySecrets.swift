public import Foundation
public import GlobalEnvironment

/// Secrets in memory, which nothing prints.
public final class InMemorySecrets: SecretStore, CustomStringConvertible, CustomReflectable {
  private let secrets = Locked<[String: Data]>([:])

  /// Creates a store that holds nothing.
  public init() {}

  /// Returns a secret; nil when there is none with this name.
  ///
  /// - Throws: `SecretError` when the name is empty.
  public func read(_ name: String) throws -> Data? {
    try SecretError.check(name)
    return secrets.withLock { $0[name] }
  }

  /// Keeps a secret, in place of another with this name.
  ///
  /// - Throws: `SecretError` when the name is empty.
  public func write(_ secret: Data, for name: String) throws {
    try SecretError.check(name)
    secrets.withLock { $0[name] = secret.fromZero }
  }

  /// Removes a secret; does nothing when there is none with this name.
  ///
  /// - Throws: `SecretError` when the name is empty.
  public func remove(_ name: String) throws {
    try SecretError.check(name)
    secrets.withLock { $0[name] = nil }
  }

  /// The names of the secrets, in order.
  public var names: [String] { secrets.withLock { $0.keys.sorted() } }

  /// The names of the secrets, and no more.
  public var description: String { "InMemorySecrets(\(names))" }

  /// The names of the secrets, for `dump`, debuggers and failing expectations.
  public var customMirror: Mirror { Mirror(self, children: ["names": names]) }
}
