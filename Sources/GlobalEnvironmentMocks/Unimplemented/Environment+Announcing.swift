package import GlobalEnvironment

extension Environment {

  /// Has each call of an endpoint announced, by its name, before it does what it did.
  ///
  /// - Parameters:
  ///   - world: In which it does that; the caller's unless given.
  ///   - announce: Called with the name as a test would write it: `Env.http`. Not for what a spy asks for itself.
  package mutating func announceCalls(
    in world: Environment? = nil, _ announce: @escaping @Sendable (_ endpoint: String) -> Void
  ) {
    announceCalls(
      in: world, announce, \.date, \.scheduler, \.backgroundScheduler, \.calendar, \.locale, \.timeZone,
      \.preferredLanguages, \.uuid, \.randomBits, \.urlSession, \.files, \.defaults, \.secrets, \.encoder, \.decoder,
      \.arguments, \.processIdentifier, \.hostName, \.uptime, \.notificationCenter)
    announceCall(in: world, announce, \.environmentVariable)
    announceCall(in: world, announce, \.standardOutput)
    announceCall(in: world, announce, \.standardError)

    // Those of another form.
    let (dateFormatter, http, openURL) = (dateFormatter, http, openURL)
    self.dateFormatter = { configure in
      Self.announce(\.dateFormatter, announce)
      return Self.perform(in: world) { dateFormatter(configure) }
    }
    self.http = { request in
      Self.announce(\.http, announce)
      guard let world else { return try await http(request) }
      return try await withEnvironment(world) { try await http(request) }
    }
    self.openURL = { url in
      Self.announce(\.openURL, announce)
      guard let world else { return await openURL(url) }
      return await withEnvironment(world) { await openURL(url) }
    }
  }

  private mutating func announceCalls<each Result>(
    in world: Environment?, _ announce: @escaping @Sendable (String) -> Void,
    _ endpoint: repeat any WritableKeyPath<Environment, @Sendable () -> each Result> & Sendable
  ) {
    func announceCall<One>(_ endpoint: any WritableKeyPath<Environment, @Sendable () -> One> & Sendable) {
      let before = self[keyPath: endpoint]
      self[keyPath: endpoint] = {
        Self.announce(endpoint, announce)
        return Self.perform(in: world) { before() }
      }
    }
    repeat announceCall(each endpoint)
  }

  private mutating func announceCall<Argument, Result>(
    in world: Environment?, _ announce: @escaping @Sendable (String) -> Void,
    _ endpoint: any WritableKeyPath<Environment, @Sendable (Argument) -> Result> & Sendable
  ) {
    let before = self[keyPath: endpoint]
    self[keyPath: endpoint] = { argument in
      Self.announce(endpoint, announce)
      return Self.perform(in: world) { before(argument) }
    }
  }

  private static func perform<Result>(in world: Environment?, _ body: () -> Result) -> Result {
    guard let world else { return body() }
    return withEnvironment(world, perform: body)
  }

  private static func announce<Value>(
    _ endpoint: KeyPath<Environment, Value>, _ announce: @Sendable (String) -> Void
  ) {
    // A spy that asks for the time is not the program.
    if !SpyMoment.isAsked { announce(name(of: endpoint)) }
  }
}
