import Foundation

#if canImport(Security)
  import Security

  /// Returns the keychain.
  @usableFromInline func liveSecrets() -> any SecretStore {
    Keychain(service: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
  }

  /// Generic passwords in the keychain: one item for each name, of one service.
  struct Keychain: SecretStore {
    let service: String

    func read(_ name: String) throws -> Data? {
      try SecretError.check(name)
      var query = query(name)
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var result: CFTypeRef?
      switch SecItemCopyMatching(query as CFDictionary, &result) {
      case errSecSuccess: return result as? Data ?? Data()
      case errSecItemNotFound: return nil
      case let status: throw failure(name, status)
      }
    }

    func write(_ secret: Data, for name: String) throws {
      try SecretError.check(name)
      let query = query(name)
      // Otherwise it could not be read while the device is locked, in the background for example.
      let value: [CFString: Any] = [kSecValueData: secret, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
      var status = SecItemUpdate(query as CFDictionary, value as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(query.merging(value) { $1 } as CFDictionary, nil)
        // Other code has just added it.
        if status == errSecDuplicateItem { status = SecItemUpdate(query as CFDictionary, value as CFDictionary) }
      }
      guard status == errSecSuccess else { throw failure(name, status) }
    }

    func remove(_ name: String) throws {
      try SecretError.check(name)
      let status = SecItemDelete(query(name) as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(name, status) }
    }

    private func query(_ name: String) -> [CFString: Any] {
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name,
        // On macOS, the keychain that checks the app's signature; the other asks the user when the app was built again.
        kSecUseDataProtectionKeychain: true,
      ]
    }

    private func failure(_ name: String, _ status: OSStatus) -> SecretError {
      if status == errSecMissingEntitlement {
        return SecretError(
          name,
          """
          the keychain is only for signed apps, and this process has no entitlement for it (\(status)). Sign the app with a \
          team, run tests of it inside the app, or set another store: Env.secrets = { store }; in a test, Env = .mock has \
          one in memory.
          """)
      }
      let message = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "unknown error"
      return SecretError(
        name,
        """
        the keychain answers \(status) (\(message)). See that the device is unlocked and the app is signed, or set \
        another store: Env.secrets = { store }.
        """)
    }
  }
#else
  /// Returns a store whose errors say to set another.
  @usableFromInline func liveSecrets() -> any SecretStore { NoKeychain() }

  /// The store where there is no keychain.
  struct NoKeychain: SecretStore {
    func read(_ name: String) throws -> Data? { throw failure(name) }
    func write(_ secret: Data, for name: String) throws { throw failure(name) }
    func remove(_ name: String) throws { throw failure(name) }

    private func failure(_ name: String) -> SecretError {
      SecretError(
        name,
        """
        this system has no keychain. Set a store of your own when the program begins: Env.secrets = { store }, where \
        store is a SecretStore; in a test, Env = .mock has one in memory.
        """)
    }
  }
#endif
