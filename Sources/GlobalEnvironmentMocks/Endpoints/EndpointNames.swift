package import GlobalEnvironment

extension Environment {

  /// Every endpoint of the package by its name, since a key path to a closure does not have it.
  static var endpointNames: [(name: String, path: PartialKeyPath<Environment>)] {
    [
      ("date", \.date),
      ("scheduler", \.scheduler),
      ("backgroundScheduler", \.backgroundScheduler),
      ("calendar", \.calendar),
      ("locale", \.locale),
      ("timeZone", \.timeZone),
      ("preferredLanguages", \.preferredLanguages),
      ("dateFormatter", \.dateFormatter),
      ("numberFormatter", \.numberFormatter),
      ("uuid", \.uuid),
      ("randomBits", \.randomBits),
      ("http", \.http),
      ("httpBytes", \.httpBytes),
      ("urlSession", \.urlSession),
      ("files", \.files),
      ("defaults", \.defaults),
      ("secrets", \.secrets),
      ("encoder", \.encoder),
      ("decoder", \.decoder),
      ("arguments", \.arguments),
      ("environmentVariable", \.environmentVariable),
      ("processIdentifier", \.processIdentifier),
      ("hostName", \.hostName),
      ("uptime", \.uptime),
      ("standardOutput", \.standardOutput),
      ("standardError", \.standardError),
      ("notificationCenter", \.notificationCenter),
      ("openURL", \.openURL),
    ]
  }

  /// The name of the endpoint at `path`, as a test would write it: `Env.http`; the type of one of the user's own.
  package static func name(of path: PartialKeyPath<Environment>) -> String {
    knownName(of: path) ?? "the endpoint \(type(of: path).valueType)"
  }

  private static func knownName(of path: PartialKeyPath<Environment>) -> String? {
    endpointNames.first { $0.path == path }.map { "Env.\($0.name)" }
  }

  /// The name of the endpoint at `path`, as a test would write it: `Env.http`, `Env.analytics.track`. What is there has been
  /// assigned since `base`.
  func name<Value>(of path: KeyPath<Environment, Value>, assignedSince base: Environment) -> String {
    if let name = Self.knownName(of: path) { return name }
    let own = Locked<String?>(nil)
    var reading = self
    reading.announceReadsOfOwnEndpoints { name, _ in own.replace(with: String(name.endpointName)) }
    reading.withoutFailingReads { _ = $0[keyPath: path] }
    guard let name = own.withLock({ $0 }) else { return Self.name(of: path) }
    guard let member = nameOfOwnFunction(changedSince: base) else { return "a member of \(name)" }
    return member.isEmpty ? name : "\(name).\(member)"
  }
}

extension String {
  /// The name of an endpoint that was announced, without the place where one of the user's own is declared.
  package var endpointName: Substring { prefix { $0 != "," } }
}
