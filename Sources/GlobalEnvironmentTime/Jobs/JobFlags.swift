/// The flags that the runtime keeps in a job.
struct JobFlags {
  /// What sort of job it is.
  let kind: Int
  /// Whether it is a turn of an actor: the runtime has three kinds.
  let isTurnOfActor: Bool
  /// Whether it is a child task: of a group or by `async let`.
  let isChild: Bool
  /// Whether it is a task of `async let`. Such a task is a part of its parent's memory, and has no reference counts.
  let isOfAsyncLet: Bool

  /// Whether it is a task, of kind zero.
  var isTask: Bool { kind == 0 }

  /// Reads the flags of a job or of a task.
  init(of address: UnsafeRawPointer, _ layouts: PrivateLayouts = .assumed) {
    // A plain load: the runtime writes them before it shows the job.
    let bits = address.load(fromByteOffset: layouts.flags * MemoryLayout<UInt>.size, as: UInt32.self)
    kind = Int(bits & 0xff)
    isTurnOfActor = layouts.turns..<layouts.turns + 3 ~= kind
    // A shift by more bits than there are gives zero.
    isChild = kind == 0 && bits >> layouts.childBit & 1 != 0
    isOfAsyncLet = kind == 0 && bits >> layouts.asyncLetBit & 1 != 0
  }

  init(of job: UnownedJob, _ layouts: PrivateLayouts = .assumed) {
    self.init(of: unsafeBitCast(job, to: UnsafeRawPointer.self), layouts)
  }

  /// Whether the running task is a child. False outside of tasks.
  static var isCurrentTaskChild: Bool {
    PrivateLayouts.found != nil && currentTask.map { JobFlags(of: $0).isChild } ?? false
  }
}
