/// The flags that the runtime keeps in a job.
struct JobFlags {
  private let bits: UInt32
  private let layouts: PrivateLayouts

  /// Reads the flags of a job or of a task.
  init(of address: UnsafeRawPointer, _ layouts: PrivateLayouts = .assumed) {
    bits = address.load(fromByteOffset: layouts.flags * MemoryLayout<UInt>.size, as: UInt32.self)
    self.layouts = layouts
  }

  init(of job: UnownedJob, _ layouts: PrivateLayouts = .assumed) {
    self.init(of: unsafeBitCast(job, to: UnsafeRawPointer.self), layouts)
  }

  /// What sort of job it is.
  var kind: Int { Int(bits & 0xff) }

  /// Whether it is a task, of kind zero.
  var isTask: Bool { kind == 0 }

  /// Whether it is a task of `async let`. Such a task is a part of its parent's memory, and has no reference counts.
  var isOfAsyncLet: Bool { isTask && has(layouts.asyncLetBit) }

  /// Whether it is a turn of an actor: the runtime has three kinds.
  var isTurnOfActor: Bool { layouts.turns..<layouts.turns + 3 ~= kind }

  /// Whether it is a child task: of a group or by `async let`.
  var isChild: Bool { isTask && has(layouts.childBit) }

  private func has(_ bit: Int) -> Bool { 0..<32 ~= bit && bits & 1 << UInt32(bit) != 0 }

  /// Whether the running task is a child. False outside of tasks.
  static var isCurrentTaskChild: Bool {
    PrivateLayouts.found != nil && currentTask.map { JobFlags(of: $0).isChild } ?? false
  }
}
