import Foundation
import GlobalEnvironment

/// Secrets in environment variables, for systems without a keychain: `news.token` is `NEWS_TOKEN`. They can only be read.
public struct VariableSecrets: SecretStore {
  /// Creates the store, which asks `Env` for the variables.
  public init() {}

  /// Returns what the variable holds; nil when it is not set.
  public func read(_ name: String) throws -> Data? {
    Env.environmentVariable(variable(name)).map { Data($0.utf8) }
  }

  /// Throws, and says which variable to set.
  public func write(_ secret: Data, for name: String) throws {
    throw SecretError(name, "this system has no keychain. Set the environment variable \(variable(name)).")
  }

  /// Throws, and says which variable to unset; does nothing when it is not set.
  public func remove(_ name: String) throws {
    guard try read(name) != nil else { return }
    throw SecretError(name, "this system has no keychain. Unset the environment variable \(variable(name)).")
  }

  private func variable(_ name: String) -> String {
    name.uppercased().replacing(".", with: "_")
  }
}
