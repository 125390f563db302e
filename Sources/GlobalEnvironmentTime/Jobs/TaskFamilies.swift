package import GlobalEnvironment

/// Remembers, by the identity of each task, the family in which it was made.
///
/// The code that makes a task also enqueues it for the first time: there it is noted. A task that begins on an actor is not
/// shown then; it is noted when it leaves the actor.
///
/// A task without a note belongs to the process; see ``TaskNotes``.
package enum TaskFamilies {
  private static let state = Locked(TaskNotes())

  /// What is noted of a task.
  enum Note {
    /// It was made in this family; if by a test outside of bound scopes, that may have a scope of its own by now.
    case family(ScopeFamily, TestTask?)
    /// It is detached, began on an actor, and left that in a turn of this family. Another may have made it, where tests share
    /// the actor.
    case guest(ScopeFamily)
    /// It was made by the task of a test, or in it, and has no scope.
    case test(TestTask)
    /// It was made in the process's own scope on purpose, by a test that has that scope to itself.
    case process
    /// It belongs to none of these.
    case nothing

    var family: ScopeFamily? {
      switch self {
      case .family(let family, _), .guest(let family): family
      case .test, .process, .nothing: nil
      }
    }
    /// Whether a run that wakes the task may run it.
    var isUncertain: Bool { if case .process = self { false } else { true } }

    var test: TestTask? {
      switch self {
      case .test(let test), .family(_, let test?): test
      case .family(_, nil), .guest, .process, .nothing: nil
      }
    }
  }

  /// Makes detached tasks see the scope of their family, and an isolated deinit that of the task which runs it.
  static func prepare() {
    TestHooks.installTaskScope { access in
      if let scope = BoundScope.ofCurrentTask { return scope }
      return switch noted {
      case .family(let family, let test?):
        // That of a test with cases is not the case's: what the case writes, or keeps, is its own.
        if let own = test.family { own.scope } else if access == .write || access == .hold { nil } else { family.scope }
      case .family(let family, nil): family.scope
      case .process: .root
      case .guest, .test, .nothing: nil
      case nil: noteUnseen()?.scope
      }
    }
  }

  /// Notes all tasks that are made from now on.
  static func begin() {
    // Made outside of the lock: where the task is enqueued, it is shown, and its family looked for.
    let newest = taskID(of: .detached {})
    state.withLock { $0.begin(with: newest) }
  }

  /// How many tasks have been made and not shown. An immediate task is not shown when it begins: its first part runs in the job
  /// that makes it. The number also changes now and then while other threads make tasks.
  static var unshown: UInt64 {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return 0 }
    let newest = taskID(of: .immediateDetached {})
    // The one that was made here is not shown either.
    return state.withLock { state in
      state.shown += 1
      return newest &- state.shown
    }
  }

  /// Returns the family in which the task of a job was made. A task that is not known is being made here, or began on an actor:
  /// then another task may have woken it, and its own scope, which it inherits where it is made, says more than the code here.
  static func family(of job: UnownedJob, _ id: UInt64) -> ScopeFamily? { note(of: job, id).family }

  /// Returns, and keeps, what is noted of the task of a job, as above.
  static func note(of job: UnownedJob, _ id: UInt64) -> Note {
    if let known = state.withLock({ $0.note(of: id) }) { return known }
    let isChild = PrivateLayouts.found != nil && JobFlags(of: job).isChild
    // Outside of the lock: both ask the test framework. That runs each test in a child task; others that are made around a
    // test are those of a user's trait.
    let test = isChild && !EnvironmentScope.isBound ? tests.value?.begin(job) : nil
    let note =
      test.map { Note.test($0) } ?? BoundScope.of(job).flatMap { Self.note(of: $0) } ?? noteOnLeaving ?? noteHere
    keep(note, of: id, isShown: true)
    return note
  }

  /// Keeps the note of the task with that number, and removes old pages.
  private static func keep(_ note: Note, of id: UInt64, isShown: Bool = false) {
    let old = state.withLock { state in
      if isShown { state.shown += 1 }
      return state.note(note, of: id)
    }
    // Pages are looked at, and released, outside of the lock: a deinit may make tasks.
    for page in old where !page.isInUse {
      withExtendedLifetime(page) { state.withLock { $0.remove(page.number) } }
    }
  }

  /// Notes, and returns, the family of the running task, which was never enqueued, as an immediate task is not: the
  /// family of the code that has made it on this thread. Outside of tasks, as in work whose scope has ended, it is the
  /// family for which this thread runs a job. Nil where it is not known.
  private static func noteUnseen() -> ScopeFamily? {
    guard let here = Jobs.ownerHere else { return nil }
    guard let id = currentTaskID else { return here.family }
    if here.isUncertain { return nil }
    keep(.family(here.family, nil), of: id)
    return here.family
  }

  /// What is noted of a task without a scope that leaves the actor on which it began, or of an immediate task that suspends
  /// for the first time; nil where code makes a task.
  private static var noteOnLeaving: Note? {
    guard currentTaskID == nil, !EnvironmentScope.isBound else { return nil }
    return Jobs.ownerHere.map { $0.isUncertain ? .guest($0.family) : .family($0.family, nil) }
  }

  /// What is noted of a task that the running code makes.
  private static var noteHere: Note {
    let test = EnvironmentScope.isBound ? nil : TestTask.current
    return EnvironmentScope.bound(for: .makeTask).flatMap { note(of: $0, test) } ?? test.map { .test($0) } ?? .nothing
  }

  /// What is noted of a task whose scope is `scope`; nil for a scope of no family.
  private static func note(of scope: EnvironmentScope, _ test: TestTask? = nil) -> Note? {
    scope === EnvironmentScope.root ? .process : scope.family.map { .family($0, test) }
  }

  /// The family in which the running task was made; nil where that was in no family, and outside of tasks.
  package static var ofCurrentTask: ScopeFamily? { noted?.family }

  /// Whether the task was shown when it was made.
  static func isKnown(_ task: Task<Void, Never>) -> Bool {
    let id = taskID(of: task)
    return state.withLock { $0.note(of: id) } != nil
  }

  /// The family of the scope in which the running task was made, where the task began on an actor and has not left that: no
  /// family is noted for it. Nil for other tasks.
  package static var ofCurrentTaskOnActor: ScopeFamily? {
    noted == nil ? BoundScope.firstOfCurrentTask?.family : nil
  }

  /// Whether the running task was made outside of all families: by a test without an environment, or by the program.
  package static var isCurrentTaskOfNone: Bool {
    switch noted {
    case .nothing, .test: true
    case .family, .guest, .process, nil: false
    }
  }

  // MARK: Tests

  private static let tests = WriteOnce<
    (begin: @Sendable (UnownedJob) -> TestTask?, find: @Sendable () -> TestTask?)
  >()

  /// Puts in place, for good, what asks the test framework.
  ///
  /// - Parameters:
  ///   - begin: Gets the first job of each child task that is made outside of bound scopes; returns the task of a test where
  ///     the framework will run one in it.
  ///   - find: Finds the test that the asking code belongs to.
  package static func install(
    beginTest begin: @escaping @Sendable (UnownedJob) -> TestTask?, findTest find: @escaping @Sendable () -> TestTask?
  ) {
    tests.set((begin, find))
  }

  /// The test's task that is noted of the running task, or else the one that the test framework knows: nothing is noted of
  /// an immediate task, nor of one that began on an actor, while it stays there.
  static var testOfCurrentTask: TestTask? {
    let noted = noted
    if let test = noted?.test { return test }
    let found = tests.value?.find()
    // It takes long to find. The same would have been noted where the task was made, had that been shown.
    if noted == nil, !EnvironmentScope.isBound, let found, let id = currentTaskID { keep(.test(found), of: id) }
    return found
  }

  static var noted: Note? {
    currentTaskID.flatMap { id in state.withLock { $0.note(of: id) } }
  }
}
