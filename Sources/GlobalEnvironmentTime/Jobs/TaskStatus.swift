import GlobalEnvironment

/// What the runtime says of a task: whether it can do something.
struct TaskStatus {
  /// Whether the task is ready on some executor, or runs.
  let isAwake: Bool
  let hasEnded: Bool

  /// Bits 11 and 12 of the status say that a task runs and that it is enqueued; see `ActiveTaskStatus` in the runtime's
  /// `TaskPrivate.h`. Where tasks can be given a higher priority while they run, the thread of one that runs is in the upper half.
  private static let awakeBits = UInt(truncatingIfNeeded: 0xffff_ffff_0000_1800 as UInt64)

  /// Reads the status of a task that has not been released.
  init(of task: UnsafeRawPointer, _ layouts: PrivateLayouts = .assumed) {
    let word = AtomicWord.load(task.assumingMemoryBound(to: UInt.self) + layouts.status)
    isAwake = word & Self.awakeBits != 0
    // A shift by more bits than there are gives zero.
    hasEnded = word >> layouts.endBit & 1 != 0
  }
}
