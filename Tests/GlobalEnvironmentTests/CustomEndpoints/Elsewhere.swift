import GlobalEnvironment

/// Another endpoint of a name that is used elsewhere, too.
enum Elsewhere {
  static var greeting: String { Env.greeting }
}

extension EnvironmentEndpoints {
  fileprivate var greeting: EnvironmentEndpoint<String> { EnvironmentEndpoint(live: "theirs", mock: "theirs") }
}
