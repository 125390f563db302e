extension RuleSet {
  /// The rules of this package: the files in `Kinds`.
  ///
  /// - Throws: ``CannotAudit`` when a file is wrong; a test makes sure that none is.
  package static func builtIn() throws -> RuleSet {
    var rules = RuleSet()
    for (name, bytes) in files {
      try rules.add(String(decoding: bytes, as: UTF8.self), name: name, areOwn: false)
    }
    return rules
  }

  /// The rules for libraries of others, by the name for `--rules`: the files in `Libraries`.
  package static let libraries: [String: String] = [
    "async-http-client": PackageResources.async_http_client_rules,
    "crypto": PackageResources.crypto_rules,
    "nio": PackageResources.nio_rules,
    "system": PackageResources.system_rules,
  ].mapValues { String(decoding: $0, as: UTF8.self) }

  private static let files: [(String, [UInt8])] = [
    ("clock", PackageResources.clock_rules),
    ("time-zone", PackageResources.time_zone_rules),
    ("locale", PackageResources.locale_rules),
    ("calendar", PackageResources.calendar_rules),
    ("formatter", PackageResources.formatter_rules),
    ("identity", PackageResources.identity_rules),
    ("chance", PackageResources.chance_rules),
    ("scheduling", PackageResources.scheduling_rules),
    ("network", PackageResources.network_rules),
    ("files", PackageResources.files_rules),
    ("descriptors", PackageResources.descriptors_rules),
    ("defaults", PackageResources.defaults_rules),
    ("secrets", PackageResources.secrets_rules),
    ("process", PackageResources.process_rules),
    ("output", PackageResources.output_rules),
    ("notifications", PackageResources.notifications_rules),
  ]
}
