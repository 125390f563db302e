package import GlobalEnvironment
import GlobalEnvironmentTime

extension Environment {

  /// Announces each call of an endpoint, by its name, before the endpoint does what it did before.
  ///
  /// - Parameters:
  ///   - scope: The scope of the original endpoints, so that what they ask for themselves is not announced.
  ///   - announce: Called with the name as a test would write it: `Env.http`. Not called for what a spy asks for itself.
  package mutating func observeCalls(
    in scope: EnvironmentScope, _ announce: @escaping @Sendable (_ endpoint: String) -> Void
  ) {
    observeCalls(
      in: scope, announce, \.date, \.scheduler, \.backgroundScheduler, \.calendar, \.locale, \.timeZone,
      \.preferredLanguages, \.uuid, \.randomBits, \.urlSession, \.files, \.defaults, \.secrets, \.encoder, \.decoder,
      \.arguments, \.processIdentifier, \.hostName, \.uptime, \.notificationCenter)
    announceCall(in: scope, announce, \.environmentVariable)
    announceCall(in: scope, announce, \.standardOutput)
    announceCall(in: scope, announce, \.standardError)

    // Endpoints of another form.
    let (dateFormatter, numberFormatter) = (dateFormatter, numberFormatter)
    let (http, httpBytes, openURL) = (http, httpBytes, openURL)
    self.dateFormatter = { configure in
      Self.announce(\.dateFormatter, announce)
      return scope.run { dateFormatter(configure) }
    }
    self.numberFormatter = { configure in
      Self.announce(\.numberFormatter, announce)
      return scope.run { numberFormatter(configure) }
    }
    self.http = { request in
      await WaitingFunctions.known { Self.announce(\.http, announce) }
      return try await scope.run { try await http(request) }
    }
    self.httpBytes = { request, progress in
      await WaitingFunctions.known { Self.announce(\.httpBytes, announce) }
      return try await scope.run { try await httpBytes(request, progress) }
    }
    self.openURL = { url in
      await WaitingFunctions.known { Self.announce(\.openURL, announce) }
      return await scope.run { await openURL(url) }
    }
  }

  private mutating func observeCalls<each Result>(
    in scope: EnvironmentScope, _ announce: @escaping @Sendable (String) -> Void,
    _ endpoint: repeat any WritableKeyPath<Environment, @Sendable () -> each Result> & Sendable
  ) {
    func announceCall<One>(_ endpoint: any WritableKeyPath<Environment, @Sendable () -> One> & Sendable) {
      let before = self[keyPath: endpoint]
      self[keyPath: endpoint] = {
        Self.announce(endpoint, announce)
        return scope.run { before() }
      }
    }
    repeat announceCall(each endpoint)
  }

  private mutating func announceCall<Argument, Result>(
    in scope: EnvironmentScope, _ announce: @escaping @Sendable (String) -> Void,
    _ endpoint: any WritableKeyPath<Environment, @Sendable (Argument) -> Result> & Sendable
  ) {
    let before = self[keyPath: endpoint]
    self[keyPath: endpoint] = { argument in
      Self.announce(endpoint, announce)
      return scope.run { before(argument) }
    }
  }

  private static func announce<Value>(
    _ endpoint: KeyPath<Environment, Value>, _ announce: @Sendable (String) -> Void
  ) {
    // A spy that asks for the time is not the program.
    if !UnobservedRead.isUnderWay { announce(name(of: endpoint)) }
  }
}
