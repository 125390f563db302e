import GlobalEnvironment

/// A layer of any endpoint.
protocol AnySpyLayer: Sendable {
  /// Puts back what the endpoint at `path` did before, if the spy was removed.
  func takeOut(of environment: inout Environment, at path: PartialKeyPath<Environment>)
}

/// What a spy calls: the endpoint that it replaced; where that was a spy that is removed now, what that one replaced.
final class SpyLayer<Endpoint: Sendable>: AnySpyLayer {
  private let below: Locked<(original: Endpoint, layer: SpyLayer?)>
  private let isRemoved: @Sendable () -> Bool

  /// Makes a layer over an endpoint, which is `layer` itself if it is known to be one. `isRemoved` is asked about the spy of
  /// the new layer.
  init(over endpoint: Endpoint, _ layer: SpyLayer?, isRemoved: @escaping @Sendable () -> Bool) {
    below = Locked((endpoint, layer))
    self.isRemoved = isRemoved
    var open: SpyLayer? = self
    while let next = open {
      next.skipRemoved()
      open = next.below.withLock { $0.layer }
    }
  }

  /// What the endpoint did before.
  var original: Endpoint { below.withLock { $0.original } }

  func takeOut(of environment: inout Environment, at path: PartialKeyPath<Environment>) {
    guard isRemoved(), let path = path as? WritableKeyPath<Environment, Endpoint> else { return }
    skipRemoved()
    environment[keyPath: path] = original
  }

  private func skipRemoved() {
    var next = below.withLock { $0 }
    while let layer = next.layer, layer.isRemoved() { next = layer.below.withLock { $0 } }
    below.replace(with: next)
  }
}
