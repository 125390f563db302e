import GlobalEnvironmentTesting

enum EveryTest: TargetEnvironment { static var environment: Environment { .mock } }
