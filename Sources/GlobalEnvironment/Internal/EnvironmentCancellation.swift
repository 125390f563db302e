/// A way to end what was begun: scheduled work, or a watch. Releasing it ends nothing.
public struct EnvironmentCancellation: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a token.
  ///
  /// - Parameter onCancel: Called at each ``cancel()``, on the thread of the caller; the second call must do nothing.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends it. Work that has begun is not stopped. A second call does nothing.
  public func cancel() {
    onCancel()
  }
}
