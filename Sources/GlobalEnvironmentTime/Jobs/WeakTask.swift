/// A task that is not retained.
final class WeakTask: Sendable {
  // A task is an object of the runtime, with the reference counts of every object. It is never used as an `Object`.
  private final class Object: Sendable {}

  /// `nonisolated(unsafe)` holds because it is never set again; the runtime may empty it at any time.
  nonisolated(unsafe) private weak var task: Object?

  /// What distinguishes the task from others that have not ended: its address.
  let id: UInt

  /// Creates it from the address of a task, which is that of each of its jobs. Nil for a job that is no task, and for a task of
  /// `async let`: no reference may outlive that.
  init?(_ address: UnsafeRawPointer) {
    guard PrivateLayouts.found != nil else { return nil }
    let flags = JobFlags(of: address)
    guard flags.isTask, !flags.isOfAsyncLet else { return nil }
    id = UInt(bitPattern: address)
    task = unsafeBitCast(address, to: Object.self)
  }

  /// Creates it from what every `Task` holds: a reference to an object.
  init(_ task: Task<Void, Never>) {
    id = withExtendedLifetime(task) { unsafeBitCast(task, to: UInt.self) }
    self.task = unsafeBitCast(task, to: Object.self)
  }

  /// Whether the task has ended, and all others have released it.
  var hasEnded: Bool { task == nil }

  /// Whether the task is cancelled, or has ended.
  var isCancelled: Bool {
    guard let task else { return true }
    return withExtendedLifetime(task) { unsafeBitCast(task, to: UnsafeCurrentTask.self).isCancelled }
  }
}
