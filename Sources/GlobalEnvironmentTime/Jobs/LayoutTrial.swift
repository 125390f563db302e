import GlobalEnvironment
import GlobalEnvironmentAtomics

/// Tries on tasks of its own whether the runtime keeps what ``PrivateLayouts`` says where it says.
///
/// Their jobs run on the thread of the caller, one after another: the seam shows each here. What may not be memory is read as
/// ``ReadableMemory``, so a trial that fails ends with what has not shown, and not the process.
final class LayoutTrial: Sendable {
  private let layouts: PrivateLayouts
  private let state = Locked(State())

  private struct State {
    var waiting: [UnownedJob] = []
    var first: WeakTask?
    /// One that ends before the trial does.
    var later: Task<Void, Never>?
    /// Whether the first task was awake in each of its states that have been looked at.
    var awake: [Bool] = []
    /// What has not shown, or not yet.
    var missing = Part.allCases
    var locals: Int?
  }

  private enum Part: String, CaseIterable {
    case tasks = "tasks"
    case children = "child tasks"
    case turns = "turns of actors"
    case locals = "task-local values"
    /// For messages alone.
    case functions = "functions"
    /// Without it, time may move while a task of a run is ready where no run sees it.
    case status = "states of tasks"

    var isRequired: Bool { self != .functions && self != .status }
  }

  init(of layouts: PrivateLayouts) { self.layouts = layouts }

  /// The trial that runs on this thread.
  static var running: LayoutTrial? {
    ThreadLocalSlot.layoutTrial.value.map { Unmanaged<LayoutTrial>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a job of this thread, which is one of the trial.
  func take(_ job: UnownedJob) { state.withLock { $0.waiting.append(job) } }

  /// What shows, or what does not; nil where the seam shows no job.
  var outcome: Result<PrivateLayouts.Findings, LayoutError>? {
    ThreadLocalSlot.layoutTrial.set(to: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())) {
      begin()
      while let job = next() { Jobs.seam.run(job, at: .elsewhere) }
    }
    let state = state.withLock(\.self)
    guard let first = state.first else { return nil }
    let missing = first.hasEnded ? state.missing.first(where: \.isRequired) : .tasks
    guard missing == nil, let locals = state.locals else {
      return .failure(LayoutError(part: (missing ?? .locals).rawValue))
    }
    return .success(
      .init(
        locals: locals, areFunctionsShown: !state.missing.contains(.functions),
        isStatusShown: !state.missing.contains(.status) && hasEnded(state.later)))
  }

  private func begin() {
    let (task, job) = enqueued { Task.detached { await self.tryAll() } }
    guard let job else { return }
    let first = WeakTask(task)
    state.withLock { $0.first = first }
    let (flags, address) = (JobFlags(of: job, layouts), unsafeBitCast(job, to: UInt.self))
    note(.tasks, address == first.id && !first.hasEnded && flags.isTask && !flags.isChild && !flags.isOfAsyncLet)
    lookAtStatus()
  }

  private func next() -> UnownedJob? { state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() } }

  /// Calls `body`, and returns the job that it has enqueued last.
  private func enqueued<Result>(_ body: () -> Result) -> (Result, UnownedJob?) {
    let count = state.withLock(\.waiting.count)
    let result = body()
    return (result, state.withLock { $0.waiting.count > count ? $0.waiting.last : nil })
  }

  private func note(_ part: Part, _ isShown: Bool = true) {
    state.withLock { state in
      state.missing.removeAll { $0 == part }
      if !isShown { state.missing.append(part) }
    }
  }

  /// Notes whether the first task is awake.
  private func lookAtStatus() {
    // It has not ended, as it is enqueued, runs, or waits for the caller.
    guard let task = state.withLock(\.first).flatMap({ UnsafeRawPointer(bitPattern: $0.id) }) else { return }
    let status = TaskStatus(of: task, layouts)
    state.withLock { $0.awake.append(status.isAwake && !status.hasEnded) }
  }

  private func hasEnded(_ task: Task<Void, Never>?) -> Bool {
    guard let task else { return false }
    return withExtendedLifetime(task) {
      let status = TaskStatus(of: unsafeBitCast(task, to: UnsafeRawPointer.self), layouts)
      return status.hasEnded && !status.isAwake
    }
  }

  // MARK: In a task

  private func tryAll() async {
    tryIdentity()
    await tryLocalsAndChildren()
    tryTurns()
    await tryFunctions()
  }

  /// That the running task is the one whose job came, and that tasks are numbered one after another.
  private func tryIdentity() {
    let first = state.withLock(\.first)?.id
    let (later, job) = enqueued { Task.detached {} }
    let number = job.map(taskID(of:)) ?? 0
    let own = global_environment_current_task()
    state.withLock { $0.later = later }
    lookAtStatus()
    // Other threads may make some meanwhile.
    let isNext = number > own && number - own < 1 << 20 && number == taskID(of: later)
    if currentTask.map({ UInt(bitPattern: $0) }) != first || !isNext || own != currentTaskID { note(.tasks, false) }
  }

  @TaskLocal private static var local = 0

  private func tryLocalsAndChildren() async {
    // The status of a task begins at the first of them.
    let places = 12..<20
    let memory = ReadableMemory()
    let words = { [task = UInt(bitPattern: currentTask)] in places.map { memory.word($0, of: task) ?? 0 } }
    await Self.$local.withValue(1) {
      let one = words()
      await Self.$local.withValue(2) {
        // Another word that has changed is an address, too: that of the memory which the task has to itself.
        let heads = zip(places, zip(one, words())).filter { _, words in
          words.0 != words.1 && values(from: words.1).map(\.?.self) == [2, 1]
        }
        if heads.count == 1 { state.withLock { $0.locals = heads[0].0 } }
        await tryChildren()
      }
    }
  }

  private func tryChildren() async {
    var flags: [JobFlags] = []
    await withTaskGroup(of: Void.self) { group in
      let (_, job) = enqueued { group.addTask { Self.$local.withValue(3) { self.tryLocalsOfChild() } } }
      flags += job.map { [JobFlags(of: $0, layouts)] } ?? []
    }
    let count = state.withLock(\.waiting.count)
    async let part: Void = {}()
    let job = state.withLock { $0.waiting.count > count ? $0.waiting.last : nil }
    flags += job.map { [JobFlags(of: $0, layouts)] } ?? []
    await part
    note(.children, flags.map(\.isChild) == [true, true] && flags.map(\.isOfAsyncLet) == [false, true])
  }

  /// That a child sees its own value, a mark, and those of its parent.
  private func tryLocalsOfChild() {
    // The parent waits.
    lookAtStatus()
    note(.status, state.withLock(\.awake) == [true, true, false])
    guard let task = currentTask, let head = state.withLock(\.locals) else { return }
    let first = ReadableMemory().word(head, of: UInt(bitPattern: task)) ?? 0
    // A higher bit than these is one of an address, which may be set by chance.
    note(.locals, 0..<3 ~= layouts.markBit && values(from: first) == [3, nil, 2, 1])
  }

  /// The values of our key in the list that begins with a word; nil for each mark.
  private func values(from first: UInt) -> [UInt?] {
    let memory = ReadableMemory()
    let key = UInt(bitPattern: Unmanaged.passUnretained(Self.$local).toOpaque())
    return LocalValues(at: first, layouts, in: memory).prefix(8).map { item in
      item.key == nil ? nil : item.key == key ? memory.word(at: item.value) ?? 0 : 0
    }
  }

  private func tryTurns() {
    let (_, job) = enqueued { Task.detached { @TrialActor in } }
    // The runtime makes the second kind, but where a task of high priority waits.
    note(.turns, job.map { JobFlags(of: $0, layouts).kind } == layouts.turns + 1)
  }

  /// That each call that waits adds one function to the list.
  private func tryFunctions() async {
    let (few, many) = (await points(below: 3), await points(below: 7))
    // The one that calls itself occurs most.
    let calls = Dictionary(grouping: many, by: \.self).max { $0.value.count < $1.value.count }
    guard let calls, calls.value.count >= 7, many.count == few.count + 4, many.count < 64 else { return }
    note(.functions, few.count { $0 == calls.key } + 4 == calls.value.count && few.last == many.last)
  }

  private func points(below depth: Int) async -> [UInt] {
    if depth > 0 {
      let points = await points(below: depth - 1)
      return points
    }
    return await withUnsafeContinuation { continuation in
      // The task has noted by now where it continues.
      let task = UInt(bitPattern: currentTask)
      continuation.resume(returning: ResumePoints.of(task, layouts, in: ReadableMemory(), atMost: 64))
    }
  }
}

/// An actor that has nothing to do.
@globalActor private actor TrialActor {
  static let shared = TrialActor()
}
