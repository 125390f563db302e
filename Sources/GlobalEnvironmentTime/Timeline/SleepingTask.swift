/// A task that sleeps on a timeline, or waits for its ``BodyCanceller``. The code that ends its wait can cancel it.
///
/// It is not retained: a child task's memory is its parent's, and no reference may outlive it. It lives as long as it
/// waits, so ``cancel()`` may be called by the code that holds its continuation, before resuming that.
struct SleepingTask: Sendable, Hashable {
  private let bits: UInt

  /// The running task.
  static var current: SleepingTask {
    SleepingTask(bits: withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) })
  }

  /// A function of its own: when it has returned, no reference to the task is left.
  @inline(never)
  func cancel() {
    unsafeBitCast(bits, to: UnsafeCurrentTask?.self)?.cancel()
  }
}
