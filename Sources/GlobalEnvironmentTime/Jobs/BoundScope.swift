import GlobalEnvironment

/// The scope that a task has bound or inherited, for code that does not run in that task.
///
/// A task keeps its task-local values in a list: each has the address of the next, of its key and of its type, and then the
/// value. Between those of a task and those of its parent is a mark. See the runtime's `TaskLocal.h`. Which word of a task is
/// the head of that list shows once, in a task of our own.
enum BoundScope {
  @TaskLocal private static var trial = 0

  /// The number of the head among the words of a task, where that has shown.
  private static let head = Permanent<Int>()

  /// Looks for the head of the list. Call it in a task.
  static func prepare() {
    guard let task = currentTask else { return }
    let key = UnsafeRawPointer(Unmanaged.passUnretained($trial).toOpaque())
    // The status of a task begins at the first of them.
    let words = 12..<20
    func values() -> [UInt] { words.map { task.loadWord($0) } }
    let places = $trial.withValue(1) {
      let one = values()
      return $trial.withValue(2) {
        zip(words, zip(one, values())).filter { _, values in
          // Another word that has changed is an address, too: that of the memory which the task has to itself.
          guard values.0 != values.1, let item = Item(values.1) else { return false }
          return item.next == values.0 && item.key == key && item.value.load(as: Int.self) == 2
        }
      }
    }
    if places.count == 1 { head.set(places[0].0) }
  }

  /// The innermost scope of a task that is ready, or the outermost; nil where it has none, or that does not show.
  static func of(_ job: UnownedJob, isOutermost: Bool = false) -> EnvironmentScope? {
    guard let head = head.value else { return nil }
    var found: EnvironmentScope?
    var next = unsafeBitCast(job, to: UnsafeRawPointer.self).loadWord(head)
    while let item = Item(next) {
      if !item.isMark, item.key == EnvironmentScope.taskLocalKey {
        found = item.value.load(as: Unmanaged<EnvironmentScope>?.self)?.takeUnretainedValue()
        if !isOutermost { break }
      }
      next = item.next
    }
    return found
  }

  /// The scope that the running task had when it was made; where it had none, the one that it has bound first.
  static var firstOfCurrentTask: EnvironmentScope? {
    // A task that may outlive its maker begins with a copy of the innermost values, and puts before it what it binds.
    currentTask.flatMap { of(unsafeBitCast($0, to: UnownedJob.self), isOutermost: true) }
  }

  /// The scope of the running task, also in an isolated deinit, where the runtime shows no task-local values.
  static var ofCurrentTask: EnvironmentScope? { currentTask.flatMap { of(unsafeBitCast($0, to: UnownedJob.self)) } }

  /// One value of the list, or a mark.
  private struct Item {
    private let address: UnsafeRawPointer

    /// Nil at the end of the list. The lowest bits of an address say what kind of item this is.
    init?(_ word: UInt) {
      guard let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
      self.address = address
    }

    var next: UInt { address.loadWord(0) }
    /// Whether it has no value. Since Swift 6.1, a mark is this one word alone: what follows in memory is not its own. Before, it
    /// was as long as a value, without this bit, and with a key of zero.
    var isMark: Bool { next & UInt(MemoryLayout<UInt>.size / 2) != 0 }
    var key: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address.loadWord(1)) }
    var value: UnsafeRawPointer { address + 3 * MemoryLayout<UInt>.size }
  }
}

extension UnsafeRawPointer {
  fileprivate func loadWord(_ index: Int) -> UInt {
    load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
  }
}
