public import Foundation

/// Passwords, tokens and keys, by name: the keychain on Apple platforms, memory in a mock.
///
/// ```swift
/// try Env.secrets().write("s3cret", for: "token")
/// let token = try Env.secrets().readText("token")
/// ```
///
/// In the keychain, a secret is readable from the first unlock of the device on. A process without a signature, a command
/// line tool or a test without a host app for example, has no keychain, and each use throws and says so.
///
/// Linux has no keychain: there, each use of the live store throws until the program sets one of its own
/// (`Env.secrets = { store }`). All of it may be used from any thread, and works on the thread of the caller. A secret is
/// never part of an error or a description.
public protocol SecretStore: Sendable {

  /// Returns a secret; nil when there is none of that name.
  ///
  /// - Throws: ``SecretError`` when the name is empty or the store cannot be read.
  func read(_ name: String) throws -> Data?

  /// Keeps a secret, in place of another of that name.
  ///
  /// - Throws: ``SecretError`` when the name is empty or the store cannot be written to.
  func write(_ secret: Data, for name: String) throws

  /// Removes a secret; does nothing when there is none of that name.
  ///
  /// - Throws: ``SecretError`` when the name is empty or the store cannot be written to.
  func remove(_ name: String) throws
}

extension SecretStore {

  /// Returns a secret that is text in UTF-8; nil when there is none of that name.
  ///
  /// - Throws: ``SecretError`` when it is not text, else what ``read(_:)`` throws.
  public func readText(_ name: String) throws -> String? {
    guard let secret = try read(name) else { return nil }
    guard let text = String(validUTF8: secret) else {
      throw SecretError(name, "it is not UTF-8. Take its bytes with read(_:).")
    }
    return text
  }

  /// Keeps text in UTF-8, in place of another secret of that name.
  ///
  /// - Throws: As ``write(_:for:)-(Data,_)`` does.
  public func write(_ secret: String, for name: String) throws {
    try write(Data(secret.utf8), for: name)
  }
}

/// A secret that cannot be read, kept or removed.
public struct SecretError: DescribedError, Hashable, Sendable {
  /// The name of the secret.
  public let name: String
  /// What is wrong, and what to do.
  public let reason: String

  /// Creates an error, for a store of your own. Keep the secret out of the reason.
  public init(_ name: String, _ reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The name (80 characters at most) and what is wrong.
  public var description: String { "The secret \(String(name.prefix(80)).debugDescription): \(reason)" }

  /// Throws unless `name` can be the name of a secret.
  package static func check(_ name: String) throws {
    if name.isEmpty { throw SecretError(name, "a secret needs a name. Give it one that is not empty.") }
  }
}

/// Returns the live store; a test that has no environment is told of it.
func notedSecrets() -> any SecretStore {
  TestHooks.noteReach(of: "Env.secrets()")
  return liveSecrets()
}
