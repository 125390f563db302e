/// How far an upload or a download has come.
public struct EnvironmentProgress: Hashable, Sendable {
  /// How many bytes have been sent or written so far.
  public var completed: Int64
  /// How many bytes there are in all; nil where that is not known.
  public var total: Int64?

  /// Is called with each step. It must not block.
  public typealias Handler = @Sendable (EnvironmentProgress) -> Void

  /// Creates a state of progress, for tests and for endpoints of your own.
  public init(completed: Int64, total: Int64?) {
    (self.completed, self.total) = (completed, total)
  }
}
