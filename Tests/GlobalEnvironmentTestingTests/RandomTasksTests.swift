import Dispatch
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironment

/// What tasks assign that were made by chance, in any way, is seen by their test, and by no other.
struct RandomTasksTests {
  @Test(arguments: 1...200) func `the tasks of a test without a trait`(number: Int) async { await check(number) }

  @MainActor @Test(arguments: 201...300)
  func `those of one on the main actor`(number: Int) async { await check(number) }

  @Test(.timeLimit(.minutes(10)), arguments: 301...350)
  func `those of one with a time limit`(number: Int) async { await check(number) }

  @Test(.environment(.mock), arguments: 351...400)
  func `those of one with an environment`(number: Int) async { await check(number) }

  // They wait for real queues, which on a busy machine takes long.
  @Test(.virtualTime(patience: .seconds(60)), arguments: 401...450)
  func `those of one in virtual time`(number: Int) async { await check(number) }

  @Suite(Assigning()) struct InsideSuite {
    @Test(arguments: 451...550)
    func `those of one inside an environment that a trait assigns`(number: Int) async {
      await check(number, before: -1)
    }
  }
}

private struct Assigning: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    Env.mark7 = -1
    try await function()
  }
}

/// Runs a program of its own for each number, and compares what its test sees afterwards with what it assigns.
private func check(_ number: Int, before: Int = 0) async {
  // So the case is known to be the one whose task this is, also where its first task is not shown.
  await Task {}.value
  var maker = Maker(generator: SplitMix64(state: UInt64(number)), number: number)
  let program = maker.steps(depth: 3)
  await run(program)
  var expected = (0..<8).map { $0 < maker.assigned ? 100 * number + $0 : 0 }
  if maker.assigned < 8 { expected[7] = before }
  #expect(Env.allMarks == expected)
  #expect(await Task.detached { Env.allMarks }.value == expected)
  #expect(EnvironmentScope.root.environment.allMarks == Array(repeating: 0, count: 8))
}

// MARK: Programs

private enum Step: Sendable {
  case assigns(Int, Int), assignsOnQueue(Int, Int), reads, yields(Int), waitsForQueue
  case calls(Place, [Step]), task(Making, [Step]), tasks([(Making, [Step])]), group([[Step]]), pair([Step], [Step])
  /// A body of `withEnvironment`, at whose end this mark is still seen.
  case body(Int, [Step])
  case sees(Int)
}

private enum Place: Sendable, CaseIterable { case mainActor, actor }

private enum Making: Sendable, CaseIterable {
  case plain, ofLowPriority, onMainActor, detached, immediate, onGlobalActor
}

private struct Maker {
  var generator: SplitMix64
  let number: Int
  /// How many marks the program assigns, each once.
  var assigned = 0
  /// The mark of the body of `withEnvironment` that the steps are in.
  private var body: Int?
  private var isDetached = false

  init(generator: SplitMix64, number: Int) { (self.generator, self.number) = (generator, number) }

  mutating func steps(depth: Int) -> [Step] { (0...below(3)).map { _ in step(depth: depth) } }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func step(depth: Int) -> Step {
    switch below(depth > 0 ? 14 : 5) {
    case 0: return assignment.map { .assigns($0, $1) } ?? .reads
    case 1: return assignment.map { .assignsOnQueue($0, $1) } ?? .reads
    case 2: return body.map { .sees($0) } ?? .reads
    case 3: return .yields(below(4))
    case 4: return .waitsForQueue
    case 5: return .calls(Place.allCases[below(2)], steps(depth: depth - 1))
    case 6, 7: return .group((0...below(3)).map { _ in steps(depth: depth - 1) })
    case 8: return .pair(steps(depth: depth - 1), steps(depth: depth - 1))
    case 9, 10:
      let (making, steps) = task(depth: depth)
      return .task(making, steps)
    case 11, 12: return .tasks((0...below(3)).map { _ in task(depth: depth) })
    default:
      let outer = body
      let mark = 1_000 * number + below(1_000)
      body = mark
      defer { body = outer }
      return .body(mark, steps(depth: depth - 1) + [.sees(mark)])
    }
  }

  /// The next mark, and its value. Inside a body: any mark, and a value that code outside of the body must not see.
  private var assignment: (Int, Int)? {
    mutating get {
      if let body { return (below(8), -body) }
      guard assigned < 8 else { return nil }
      assigned += 1
      return (assigned - 1, 100 * number + assigned - 1)
    }
  }

  private mutating func task(depth: Int) -> (Making, [Step]) {
    let outer = isDetached
    defer { isDetached = outer }
    var making = Making.allCases[below(6)]
    // The article names these limits: such a task does not know its test, or it does not see the body it is made in.
    if isDetached, making == .immediate || making == .onGlobalActor { making = .plain }
    if body != nil, making == .detached { making = .plain }
    if making == .detached { isDetached = true }
    return (making, steps(depth: depth - 1))
  }
}

// MARK: Running them

@globalActor private actor Elsewhere {
  static let shared = Elsewhere()
  func run(_ steps: [Step]) async { for step in steps { await GlobalEnvironmentTestingTests.run(step) } }
}

@MainActor private func runOnMainActor(_ steps: [Step]) async { for step in steps { await run(step) } }

private func run(_ steps: [Step]) async { for step in steps { await run(step) } }

private func run(_ step: Step) async {
  switch step {
  case .assigns(let mark, let value): Env[keyPath: marks[mark]] = value
  case .assignsOnQueue(let mark, let value):
    let scope = EnvironmentScope.current
    await onQueue { scope.run { Env[keyPath: marks[mark]] = value } }
  case .reads: _ = Env.allMarks
  case .yields(let count): for _ in 0..<count { await Task.yield() }
  case .waitsForQueue: await onQueue {}
  case .calls(.mainActor, let steps): await runOnMainActor(steps)
  case .calls(.actor, let steps): await Elsewhere.shared.run(steps)
  case .task(let making, let steps): await task(making, steps).value
  case .tasks(let all): for task in all.map({ task($0, $1) }) { await task.value }
  case .group(let all): await withTaskGroup { group in for steps in all { group.addTask { await run(steps) } } }
  case .pair(let first, let second):
    async let one: Void = run(first)
    async let other: Void = run(second)
    _ = await (one, other)
  case .body(let mark, let steps):
    await withEnvironment {
      $0.markOfBody = mark
    } perform: {
      await run(steps)
    }
  case .sees(let mark): #expect(Env.markOfBody == mark)
  }
}

private func task(_ making: Making, _ steps: [Step]) -> Task<Void, Never> {
  switch making {
  case .plain: return Task { await run(steps) }
  case .ofLowPriority: return Task(priority: .low) { await run(steps) }
  case .onMainActor: return Task { @MainActor in for step in steps { await run(step) } }
  case .detached: return Task.detached { await run(steps) }
  case .onGlobalActor: return Task { @Elsewhere in for step in steps { await run(step) } }
  case .immediate:
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate { await run(steps) } }
    return Task { await run(steps) }
  }
}

private func onQueue(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      body()
      continuation.resume()
    }
  }
}

// MARK: What they assign

extension EnvironmentEndpoints {
  fileprivate var mark0: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var mark1: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var mark2: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var mark3: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var mark4: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var mark5: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var mark6: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var mark7: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
  fileprivate var markOfBody: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 0, mock: 0) }
}

private let marks: [any WritableKeyPath<Environment, Int> & Sendable] = [
  \.mark0, \.mark1, \.mark2, \.mark3, \.mark4, \.mark5, \.mark6, \.mark7,
]

extension Environment {
  fileprivate var allMarks: [Int] { marks.map { self[keyPath: $0] } }
}
