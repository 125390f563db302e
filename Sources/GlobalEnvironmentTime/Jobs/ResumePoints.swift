import GlobalEnvironment

/// Where a task that does not run continues: its innermost function first, then those that wait for it.
///
/// The runtime keeps them as a list that begins in the task: a job's function follows after six words, its flags and its
/// number, and then comes the first context; each context begins with the one around it and the function to which it returns. See `AsyncTask` and
/// `AsyncContext` in the runtime's `Task.h`.
struct ResumePoints: Sendable {
  private var addresses = SIMD16<UInt>()

  /// None.
  init() {}

  /// Reads them from a task that waits, or is ready; empty for other jobs.
  init(of job: UnownedJob) {
    self.init(at: unsafeBitCast(job, to: UnsafeRawPointer.self))
  }

  /// Those of the running task, which is about to wait.
  static var ofCurrentTask: ResumePoints { currentTask.map { ResumePoints(at: $0) } ?? ResumePoints() }

  private init(at job: UnsafeRawPointer) {
    var index = 0
    Self.read(at: job) { address in
      addresses[index] = address
      index += 1
      return index < addresses.scalarCount
    }
  }

  /// Those of the running task, which is about to wait, however many there are.
  static var allOfCurrentTask: [UInt] {
    var all: [UInt] = []
    guard let currentTask else { return all }
    read(at: currentTask) { address in
      all.append(address)
      return all.count < 256
    }
    return all
  }

  /// Calls `next` with each, until that returns false.
  @inline(__always) private static func read(at job: UnsafeRawPointer, _ next: (UInt) -> Bool) {
    // There, the pointers are signed.
    #if !_ptrauth(_arm64e)
      guard JobFlags(of: job).isTask else { return }
      let word = MemoryLayout<UInt>.size
      let function = 6 * word + 2 * MemoryLayout<UInt32>.size
      var goesOn = next(job.load(fromByteOffset: function, as: UInt.self))
      var context = job.load(fromByteOffset: function + word, as: UnsafeRawPointer?.self)
      while goesOn, let current = context {
        goesOn = next(current.load(fromByteOffset: word, as: UInt.self))
        context = current.load(as: UnsafeRawPointer?.self)
      }
    #endif
  }

  /// Whether there are none, as of a job that is no task.
  var isEmpty: Bool { addresses[0] == 0 }

  /// The innermost function of the program's own, such as `SearchModel.load()`. Finding it takes milliseconds.
  var function: String? {
    // They are the first instructions of functions, and a name is looked up for the call before an address.
    TestHooks.framework?.nameOfCaller(
      (0..<addresses.scalarCount).map { addresses[$0] }.prefix { $0 != 0 }.map { $0 + 1 })
  }
}
