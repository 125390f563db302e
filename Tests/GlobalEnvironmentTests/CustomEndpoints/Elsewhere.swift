import GlobalEnvironment

/// Another endpoint of a name that is used elsewhere, too.
enum Elsewhere {
  static var greeting: String { Env.greeting }
}

extension Endpoints {
  fileprivate var greeting: Endpoint<String> { Endpoint(live: "theirs", mock: "theirs") }
}
