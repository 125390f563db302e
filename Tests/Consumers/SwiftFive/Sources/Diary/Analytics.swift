import GlobalEnvironment

/// An endpoint of this module's own.
extension Endpoints {
  /// Tells those who count what people do.
  public var analytics: Endpoint<@Sendable (String) -> Void> {
    Endpoint(live: { print($0) }, mock: { _ in })
  }
}

/// Tells that `event` has happened.
public func track(_ event: String) {
  Env.analytics(event)
}
