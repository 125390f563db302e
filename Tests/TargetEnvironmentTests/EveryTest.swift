import GlobalEnvironmentTesting

enum EveryTest: TargetEnvironment {
  /// A mock that is made once, for a test of that mistake.
  @TaskLocal static var shared: Environment?

  static var environment: Environment {
    if let shared { return shared }
    var environment = Environment.mock
    environment.hostOfMaker = Env.hostName()
    return environment
  }

  static var codeOutsideTestsMayUse: [PartialKeyPath<Environment>] { [\.files, \.hostOfMaker] }
}

extension EnvironmentEndpoints {
  /// The name of the host where the environment was made.
  var hostOfMaker: EnvironmentEndpoint<String> { EnvironmentEndpoint(live: "", mock: "") }
}
