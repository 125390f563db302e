package import GlobalEnvironment

/// The endpoints of an environment that are spies, so that removed ones do not stay below new ones.
///
/// `@unchecked` holds because nothing in it changes, and its key paths are only compared.
struct SpyLayers: @unchecked Sendable {
  private var tops: [PartialKeyPath<Environment>: any AnySpyLayer] = [:]
  /// The environment when the latest spy was put into it; it keeps alive the objects that are compared.
  private var latest: Environment?

  /// Returns the layers whose endpoint has not been assigned since.
  func known(in environment: Environment) -> SpyLayers {
    latest.map { without(environment.endpoints(changedSince: $0), but: nil) } ?? self
  }

  /// The layer that the endpoint at `path` is; nil if it is none, or was assigned since.
  func top<Endpoint>(at path: WritableKeyPath<Environment, Endpoint>) -> SpyLayer<Endpoint>? {
    tops[path] as? SpyLayer<Endpoint>
  }

  /// Puts back what removed spies have replaced.
  func takeOutRemoved(of environment: inout Environment) {
    for (path, layer) in tops { layer.takeOut(of: &environment, at: path) }
  }

  /// Adds a layer. Others that the assignment has changed, as two paths may lead to one endpoint, are forgotten.
  mutating func add<Endpoint>(
    _ layer: SpyLayer<Endpoint>, at path: WritableKeyPath<Environment, Endpoint>,
    from before: Environment, to after: Environment
  ) {
    self = without(after.endpoints(changedSince: before), but: path)
    tops[path] = layer
    latest = after
    // It would hold all that came before.
    latest?.spyLayers = nil
    latest?.faultMark = nil
  }

  private func without(_ changed: [String], but path: PartialKeyPath<Environment>?) -> SpyLayers {
    var layers = self
    layers.tops = tops.filter { $0.key == path || !changed.contains(Environment.changeName(of: $0.key)) }
    return layers
  }
}

extension Environment {
  /// A copy in which the originals are in the place of removed spies.
  package var withoutRemovedSpies: Environment {
    var environment = self
    environment.spyLayers?.known(in: self).takeOutRemoved(of: &environment)
    return environment
  }

  /// The name of the endpoint at `path` in ``endpoints(changedSince:)``.
  fileprivate static func changeName(of path: PartialKeyPath<Environment>) -> String {
    endpointNames.first { $0.path == path }?.name ?? changeNameOfOwn
  }
}

extension EnvironmentEndpoints {
  var spyLayers: EnvironmentEndpoint<SpyLayers?> { EnvironmentEndpoint(live: nil, mock: nil) }
}
