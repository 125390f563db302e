import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// The tests of Swift Testing that run, with an environment of their own or without: each is known by the task in which it runs.
///
/// The end of a test is not reported. But its task ends then, and each test that begins looks which tasks have ended.
enum TestTasks {
  /// Tests that run, and some that have ended. A few are looked at each time that a test begins or gets an environment.
  private struct Some {
    private(set) var tasks: [TestTask] = []
    private var next = 0

    mutating func add(_ task: TestTask) { tasks.append(task) }

    /// Returns the newest, which end first where hundreds wait, and two others: the next ones each time.
    mutating func few() -> [(place: Int, task: TestTask)] {
      let newest = max(tasks.count - 6, 0)
      var few = (newest..<tasks.count).map { ($0, tasks[$0]) }
      for _ in 0..<min(2, newest) {
        next = next + 1 < newest ? next + 1 : 0
        few.append((next, tasks[next]))
      }
      return few
    }

    /// Removes a test that stands there, unless others have been moved meanwhile.
    mutating func remove(_ task: TestTask, at place: Int) -> TestTask? {
      guard place < tasks.count, tasks[place] === task else { return nil }
      tasks.swapAt(place, tasks.count - 1)
      return tasks.removeLast()
    }
  }

  private struct State {
    var all = Some()
    /// Those that have an environment.
    var assigning = Some()
    /// Those that had an environment and have ended: what they left running belongs to them.
    var ended: [Test.ID: [TestTask]] = [:]
    /// Tests that only an unknown task has asked for.
    var strays: [TestTask] = []
    /// The scopes of suites, and of tests outside of their cases: a user's trait has assigned `Env` there.
    var around: [Test.ID: EnvironmentScope] = [:]
  }

  private static let state = Locked(State())

  // MARK: Beginning and end

  /// Returns the task of a test, where Swift Testing makes one here in which it will run a test; nil for all others.
  static func begin(_ job: UnownedJob) -> TestTask? {
    guard let test = Test.current, Test.Case.current == nil else { return nil }
    let plain = PlainTest(test)
    guard let task = TestTask(job, of: plain) else { return nil }
    if test.isSuite { return task }
    // What the test starts on queues and threads may ask before the test does, and does not reach the live world either.
    if TargetEnvironments.hasEnvironment(module: plain.id.moduleName), test.traits(EnvironmentScoping.self).isEmpty {
      watch(task, ScopeFamily())
    }
    state.withLock { $0.all.add(task) }
    removeEnded(from: \.all)
    removeEnded(from: \.assigning)
    return task
  }

  private static func removeEnded(from some: WritableKeyPath<State, Some>) {
    var ended: [(place: Int, task: TestTask)]
    // As long as it finds any, so that few that have ended are left.
    repeat {
      // Outside of the lock: to look at a task may release it.
      ended = state.withLock { $0[keyPath: some].few() }.filter { $0.task.hasEnded }
      // From the last place on, as the last one moves to the place of a removed one.
      for (place, task) in ended.sorted(by: { $0.place > $1.place }) {
        if state.withLock({ $0[keyPath: some].remove(task, at: place) }) != nil { end(task) }
      }
    } while !ended.isEmpty
  }

  /// Lets code on queues and threads be watched until the test ends, as its environment is of `family`.
  private static func watch(_ task: TestTask, _ family: ScopeFamily) {
    task.plain.watch(family)
    removeEnded(from: \.assigning)
    state.withLock { $0.assigning.add(task) }
  }

  private static func end(_ task: TestTask) {
    let plain = task.plain
    let running = plain.takeRunning()
    if running.isEmpty { return }
    if plain.hasScope, let family = task.family {
      state.withLock { $0.ended[plain.id, default: []].append(task) }
      TestEnd(name: plain.test.name, location: plain.test.sourceLocation).end(family) { plain.releaseScope() }
    }
    running.flatMap(OutsideWatch.shared.testEnded).forEach { record($0, in: plain.test) }
  }

  // MARK: The environments

  /// Returns the scope of a test, if it has made one, or a trait has; when the test has ended, one that reports each use.
  static func scope(of task: TestTask) -> EnvironmentScope? {
    guard let family = task.family else { return nil }
    if task.hasEnded { end(task) }
    return family.scope
  }

  /// Returns the scope of a test, made from `environment` unless there is one. It ends with the test.
  static func made(for task: TestTask, _ environment: () -> Environment) -> EnvironmentScope {
    let test = task.plain.test
    PreTestScopes.end(for: test)
    DuplicateModules.check
    // Of a family of its own, so that detached tasks find it.
    let family = ScopeFamily()
    family.setTest(test)
    let scope = EnvironmentScope(environment(), in: family)
    let first = task.plain.keep(scope)
    guard first === scope else { return first }
    task.family = family
    watch(task, family)
    return scope
  }

  /// Returns the scope of the code around a test or around those of a suite, made from `environment` unless there is one.
  static func made(around test: Test, _ environment: () -> Environment) -> EnvironmentScope {
    if let known = state.withLock({ $0.around[test.id] }) { return known }
    PreTestScopes.end(for: test)
    DuplicateModules.check
    let family = ScopeFamily()
    family.setTest(test)
    let new = EnvironmentScope(environment(), in: family)
    let scope = state.withLock { state in
      let scope = state.around[test.id] ?? new
      state.around[test.id] = scope
      return scope
    }
    KnownReads.change()
    if scope === new { _ = OutsideWatch.shared.testBegan(test.name, family: family, reportsAtEnd: false) }
    return scope
  }

  /// Returns the scope of the code around a test, or of the innermost suite that has one: a user's trait may have assigned
  /// `Env` there.
  static func around(_ test: Test) -> EnvironmentScope? {
    let scopes = state.withLock { $0.around }
    if scopes.isEmpty { return nil }
    var id: Test.ID? = test.id
    while let outer = id {
      if let scope = scopes[outer] { return scope }
      id = outer.parent
    }
    return nil
  }

  // MARK: Unknown tasks

  /// The test, or the case, that the asking code belongs to, as Swift Testing tells it: nothing is noted of an immediate task,
  /// nor of one that began on an actor, while it stays there. Nil where no code of it has asked before.
  static var ofCode: TestTask? {
    guard let test = Test.current, let testCase = Test.Case.current else { return nil }
    let id = test.id
    let (running, others) = state.withLock { ($0.all.tasks, ($0.ended[id] ?? []) + $0.strays) }
    let known = running.filter { $0.plain.id == id && !$0.hasEnded } + others.filter { $0.plain.id == id }
    let caseID = testCase.isParameterized ? PlainTest.caseID(of: testCase) : nil
    let isShared = testCase.isParameterized && caseID == nil
    let own = known.filter { $0.plain.caseID == caseID && $0.plain.isShared == isShared }
    // The test may run once more.
    return own.max { $0.plain.began < $1.plain.began }
  }

  /// Returns a new one for the case that the asking code belongs to, and that is not known.
  static func stray(of test: Test, _ testCase: Test.Case) -> TestTask {
    let isShared = testCase.isParameterized && PlainTest.caseID(of: testCase) == nil
    let task = TestTask(of: PlainTest(test, testCase, isShared: isShared))
    state.withLock { $0.strays.append(task) }
    return task
  }

  /// Gives the test's own task the environment that a stray has made, if one has. Returns the scope.
  static func adopt(for task: TestTask, _ testCase: Test.Case) -> EnvironmentScope? {
    let strays = state.withLock { $0.strays }
    if strays.isEmpty { return nil }
    task.plain.note(testCase)
    let id = task.plain.caseID
    let mine = strays.first { $0.plain.id == task.plain.id && $0.plain.caseID == id && !$0.plain.isShared }
    guard let stray = mine, stray !== task else { return nil }
    state.withLock { state in state.strays.removeAll { $0 === stray } }
    task.plain.takeOver(from: stray.plain)
    task.family = stray.family
    return stray.family?.scope
  }

  // MARK: Which tests run

  /// Whether a test that has made an environment runs.
  static var areAssigning: Bool {
    state.withLock { $0.assigning.tasks }.contains { !$0.hasEnded && $0.plain.hasScope }
  }

  /// The tests whose tasks have not ended.
  static var testsUnderWay: Set<Test.ID> { Set(underWay.map(\.plain.id)) }

  /// The test whose code made the running task; nil where that is unknown, and when it has ended.
  static var testOfTask: Test? { ofTask?.plain.test }

  /// The task of that test.
  static var ofTask: TestTask? { TestTask.current.flatMap { $0.plain.test.isSuite || $0.hasEnded ? nil : $0 } }

  /// That test; elsewhere, those that are under way.
  static var testsOfCode: [Test] { testOfTask.map { [$0] } ?? underWay.map(\.plain.test) }

  private static var underWay: [TestTask] { state.withLock { $0.all.tasks }.filter { !$0.hasEnded } }
}
