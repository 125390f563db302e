import GlobalEnvironment

/// The scope that a task has bound or inherited, for code that does not run in that task.
enum BoundScope {
  /// The innermost scope of a task that is ready, or the outermost; nil where it has none, or that does not show.
  static func of(_ job: UnownedJob, isOutermost: Bool = false) -> EnvironmentScope? {
    guard let found = PrivateLayouts.found else { return nil }
    let key = UInt(bitPattern: EnvironmentScope.taskLocalKey)
    var scope: EnvironmentScope?
    // Plain loads: a task has written its list before it is enqueued.
    let task = unsafeBitCast(job, to: UInt.self)
    for item in LocalValues(of: task, from: found.locals, in: KnownMemory()) where item.key == key {
      scope = UnsafePointer<Unmanaged<EnvironmentScope>?>(bitPattern: item.value)?.pointee?.takeUnretainedValue()
      if !isOutermost { break }
    }
    return scope
  }

  /// The scope that the running task had when it was made; where it had none, the one that it has bound first.
  static var firstOfCurrentTask: EnvironmentScope? {
    // A task that may outlive its maker begins with a copy of the innermost values, and puts before it what it binds.
    currentTask.flatMap { of(unsafeBitCast($0, to: UnownedJob.self), isOutermost: true) }
  }

  /// The scope of the running task, also in an isolated deinit, where the runtime shows no task-local values.
  static var ofCurrentTask: EnvironmentScope? { currentTask.flatMap { of(unsafeBitCast($0, to: UnownedJob.self)) } }
}

/// The task-local values of a task, the innermost first.
///
/// A task keeps them in a list: each item has the address of the next, of its key and of its type, and then the value. Between
/// those of a task and those of its parent is a mark.
struct LocalValues<Memory: WordReader>: Sequence, IteratorProtocol {
  struct Item {
    /// The address of the key; nil for a mark.
    let key: UInt?
    /// The address of the value.
    let value: UInt
  }

  private let memory: Memory
  private let (keyWord, valueBytes, markMask): (Int, UInt, UInt)
  /// The word that leads to the next item.
  private var rest: UInt

  /// - Parameters:
  ///   - task: The address of the task.
  ///   - head: The word of the task where the list begins.
  @inline(__always) init(of task: UInt, from head: Int, _ layouts: PrivateLayouts = .assumed, in memory: Memory) {
    self.init(at: memory.word(head, of: task) ?? 0, layouts, in: memory)
  }

  /// - Parameter first: The word that leads to the first item.
  @inline(__always) init(at first: UInt, _ layouts: PrivateLayouts = .assumed, in memory: Memory) {
    (self.memory, rest, keyWord) = (memory, first, layouts.localKey)
    valueBytes = UInt(bitPattern: layouts.localValue * MemoryLayout<UInt>.size)
    markMask = 1 << UInt(clamping: layouts.markBit)
  }

  @inline(__always) mutating func next() -> Item? {
    // The lowest bits of an address say what kind of item this is.
    let item = rest & ~7
    guard item != 0, let next = memory.word(at: item) else { return nil }
    rest = next
    // What follows a mark in memory is not its own.
    let key = next & markMask != 0 ? nil : memory.word(keyWord, of: item) ?? 0
    return Item(key: key, value: item &+ valueBytes)
  }
}
