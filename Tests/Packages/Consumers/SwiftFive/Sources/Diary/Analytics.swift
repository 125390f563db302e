import GlobalEnvironment

/// An endpoint of this module's own.
extension EnvironmentEndpoints {
  /// Tells those who count what people do.
  public var analytics: EnvironmentEndpoint<@Sendable (String) -> Void> {
    EnvironmentEndpoint(live: { print($0) }, mock: { _ in })
  }
}

/// Tells that `event` has happened.
public func track(_ event: String) {
  Env.analytics(event)
}
