public import Foundation
public import GlobalEnvironment

/// Secrets in memory, which nothing prints.
///
/// Names are compared byte by byte, as in the keychain: `é` in one scalar and in two are two names.
public final class InMemorySecrets: SecretStore, CustomStringConvertible, CustomReflectable {
  /// By the UTF-8 bytes of their names.
  private let secrets = Locked<[[UInt8]: Data]>([:])

  /// Creates a store that holds nothing.
  public init() {}

  /// Returns a secret; nil when there is none with this name.
  ///
  /// - Throws: `SecretError` when the name is empty.
  public func read(_ name: String) throws -> Data? {
    try SecretError.check(name)
    return secrets.withLock { $0[Array(name.utf8)] }
  }

  /// Keeps a secret, in place of another with this name.
  ///
  /// - Throws: `SecretError` when the name is empty.
  public func write(_ secret: Data, for name: String) throws {
    try SecretError.check(name)
    secrets.withLock { $0[Array(name.utf8)] = secret.fromZero }
  }

  /// Removes a secret; does nothing when there is none with this name.
  ///
  /// - Throws: `SecretError` when the name is empty.
  public func remove(_ name: String) throws {
    try SecretError.check(name)
    secrets.withLock { $0[Array(name.utf8)] = nil }
  }

  /// The names of the secrets, in the order of their UTF-8 bytes.
  public var names: [String] {
    secrets.withLock { Array($0.keys) }.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names of the secrets, and no more.
  public var description: String { "InMemorySecrets(\(names))" }

  /// The names of the secrets, for `dump`, debuggers and failing expectations.
  public var customMirror: Mirror { Mirror(self, children: ["names": names]) }
}
