import GlobalEnvironment

/// Remembers by their identity in which family tasks were made.
///
/// A task's first way to an executor leads through the code that made it: there it is noted. The runtime numbers tasks one after
/// another, so notes are kept in pages of neighbours. When all families of an old page have gone, it goes as well: what nothing
/// is known of belongs to the process.
enum TaskFamilies {
  private static let pageSize: UInt64 = 1_024
  /// Pages that stay at least, for tasks that outlive their test.
  private static let pagesKept = 64

  private static let state = Locked(State())
  /// Stands for a task that belongs to no family: noted, unlike one that has not been seen.
  private static let none = ScopeFamily()
  /// Stands for a task that was made in the process's own scope on purpose, by a test that has that to itself.
  private static let process = ScopeFamily()

  /// Stands for a task in which a test runs that has no scope bound.
  private static let test = ScopeFamily()

  /// Makes detached tasks see the scope of their family.
  static func prepare() {
    TestHooks.installTaskScope {
      let noted = noted
      return noted === process ? .root : noted?.scope
    }
  }

  /// Notes all tasks that are made from now on.
  static func begin() {
    let newest = Task.detached {}
    state.withLock { $0.begin(with: taskID(of: newest)) }
  }

  /// Returns the family in which a task was made that has been seen before.
  static func family(ofSeenTask id: UInt64) -> ScopeFamily? {
    state.withLock { $0.family(of: id) }.flatMap { isFamily($0) ? $0 : nil }
  }

  /// Returns the family in which the task of a job was made; where that is not known, it is being made here.
  static func family(of job: UnownedJob, _ id: UInt64) -> ScopeFamily? {
    if let known = state.withLock({ $0.family(of: id) }) { return isFamily(known) ? known : nil }
    // Outside of the lock: both ask the test framework.
    let isOfTest = TestHooks.beginsTest(job) && !EnvironmentScope.isBound
    let scope = EnvironmentScope.bound(for: .look)
    let noted = isOfTest ? test : scope === EnvironmentScope.root ? process : scope?.family ?? none
    state.withLock { $0.note(noted, of: id) }
    return isFamily(noted) ? noted : nil
  }

  private static func isFamily(_ noted: ScopeFamily) -> Bool {
    noted !== none && noted !== process && noted !== test
  }

  /// The family in which the running task was made; nil for one of none, and outside of tasks.
  static var ofCurrentTask: ScopeFamily? { currentTaskID.flatMap { family(ofSeenTask: $0) } }

  /// Whether the running task was made outside of all families.
  static var isCurrentTaskOfNone: Bool {
    let noted = noted
    return noted === none || noted === test
  }

  /// Whether the running task is one in which a test framework runs a test.
  static var isCurrentTaskOfTest: Bool { noted === test }

  private static var noted: ScopeFamily? {
    currentTaskID.flatMap { id in state.withLock { $0.family(of: id) } }
  }

  private struct State {
    private var pages: [UInt64: [ScopeFamily?]] = [:]
    /// The numbers of the pages, the next to be looked at first.
    private var order: [UInt64] = []
    /// The number of the page that is made next.
    private var next = UInt64.max
    /// Tasks that were made before belong to none.
    private var first = UInt64.max

    mutating func begin(with id: UInt64) {
      (first, next) = (id, id / pageSize)
    }

    /// Returns the noted family; nil for a task that has not been seen.
    func family(of id: UInt64) -> ScopeFamily? {
      let number = id / pageSize
      guard id >= first, number < next else { return id >= first ? nil : none }
      return pages[number].map { $0[Int(id % pageSize)] } ?? none
    }

    mutating func note(_ family: ScopeFamily, of id: UInt64) {
      let number = id / pageSize
      while next <= number { addPage() }
      pages[number]?[Int(id % pageSize)] = family
    }

    private mutating func addPage() {
      pages[next] = Array(repeating: nil, count: Int(pageSize))
      order.append(next)
      next += 1
      guard order.count > pagesKept else { return }
      // Look at one page for each that is made: that costs as much for each task, however many there are.
      let oldest = order.removeFirst()
      let isInUse = pages[oldest]?.contains { $0?.isAlive == true } ?? false
      if isInUse { order.append(oldest) } else { pages[oldest] = nil }
    }
  }
}
