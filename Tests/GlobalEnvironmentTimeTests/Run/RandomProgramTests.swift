import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// Programs that were made by chance do the same, at the same time, in each run.
@Suite(.whereYieldsShow)
struct RandomProgramTests {

  @Test(arguments: 1...40, [false, true])
  func `a random program does the same alone and many at once`(number: Int, isSeeded: Bool) async throws {
    var generator = SplitMix64(state: UInt64(number))
    let steps = Step.random(depth: 3, using: &generator)
    let seed = isSeeded ? number : nil
    let expected = try await Program().log(of: steps, seed: seed)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<6 { group.addTask { try await Program().log(of: steps, seed: seed) } }
      for try await log in group { #expect(log == expected) }
    }
    // A line begins with the time that has gone by; the process's own date would be years away.
    #expect(expected.allSatisfy { (Double($0.prefix { $0 != " " }) ?? .infinity) < 10 })
  }

  @Test(arguments: 1...40)
  func `a random program does the same at the same times beside others that use its actors`(number: Int) async throws {
    var generator = SplitMix64(state: UInt64(number))
    let steps = Step.random(depth: 3, sharesActors: true, using: &generator)
    // Sorted: beside others, what is ready at one time may run in another order.
    let expected = try await Program(isAlone: false).log(of: steps, seed: nil).sorted()
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<6 {
        group.addTask { try await Program(on: Counter.shared, isAlone: false).log(of: steps, seed: nil).sorted() }
      }
      for try await log in group { #expect(log == expected) }
    }
  }
}

/// A step of a program, with the steps of the tasks that it makes.
private enum Step: Sendable {
  case yields(Int), sleeps(Int), calls(actor: Int, yields: Int), sleepsOn(actor: Int), mainActor, concurrent
  case task([Step], isDetached: Bool), mainActorTask([Step]), immediateTask([Step]), group([[Step]]), pair(
    [Step], [Step])
  case cancelled([Step]), timeout(Int, [Step]), environment([Step]), priority(UInt8, [Step])
  case waits, wakes, stream(Int), work(Int), timer(Int), mainQueue

  /// - Parameter sharesActors: Whether other programs use the same actors. Then steps that may differ beside them are left
  ///   out.
  static func random(depth: Int, sharesActors: Bool = false, using generator: inout SplitMix64) -> [Step] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      let step = one(depth: depth, sharesActors, using: &generator)
      return sharesActors && step.mayDifferBesideOthers ? .mainQueue : step
    }
  }

  /// Whether its times depend on the order of tasks, or its task may be of an unknown test.
  private var mayDifferBesideOthers: Bool {
    switch self {
    case .waits, .wakes, .cancelled, .timeout, .immediateTask: true
    default: false
    }
  }

  private static func one(depth: Int, _ sharesActors: Bool, using generator: inout SplitMix64) -> Step {
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
    func steps() -> [Step] {
      depth > 0
        ? random(depth: depth - 1, sharesActors: sharesActors, using: &generator) : [.sleeps(number(1...5))]
    }
    return switch number(0...19) {
    case 0: .yields(number(1...40))
    case 1: .sleeps(number(0...8))
    case 2: .calls(actor: number(0...1), yields: number(0...3))
    case 3: .sleepsOn(actor: number(0...1))
    case 4: .mainActor
    case 5: .concurrent
    case 6: .task(steps(), isDetached: false)
    case 7: .task(steps(), isDetached: true)
    case 8: .mainActorTask(steps())
    case 9: .immediateTask(steps())
    case 10: .group((0...number(0...3)).map { _ in steps() })
    case 11: .pair(steps(), steps())
    case 12: .cancelled(steps())
    case 13: .timeout(number(0...6), steps())
    case 14: .environment(steps())
    case 15: .priority([9, 17, 21, 25][number(0...3)], steps())
    case 16: .waits
    case 17: .wakes
    case 18: .stream(number(0...4))
    default: number(0...1) == 0 ? .work(number(0...6)) : .timer(number(1...3))
    }
  }
}

private actor Counter {
  static let shared = [Counter(), Counter()]

  private var count = 0

  func count(_ yields: Int) async -> Int {
    count += 1
    for _ in 0..<yields { await Task.yield() }
    return count
  }

  func sleep() async -> Int {
    try? await Env.sleep(for: .milliseconds(2))
    return count
  }
}

/// One run of a program.
private final class Program: Sendable {
  private let lines = Locked<[String]>([])
  private let tasks = Locked<[Task<Void, Never>]>([])
  private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
  private let actors: [Counter]
  /// Whether no other program uses its actors.
  private let isAlone: Bool

  init(on actors: [Counter] = [Counter(), Counter()], isAlone: Bool = true) {
    (self.actors, self.isAlone) = (actors, isAlone)
  }

  func log(of steps: [Step], seed: Int?) async throws -> [String] {
    try await withVirtualTime(seed: seed) { [self] in
      let start = Env.date()
      await perform(steps, "") { Env.date().timeIntervalSince(start) }
      while case let left = tasks.replace(with: []), !left.isEmpty { for task in left { await task.value } }
      try await Env.sleep(for: .milliseconds(50))
    }
    return lines.withLock { $0 }
  }

  private func perform(_ steps: [Step], _ name: String, _ elapsed: @escaping @Sendable () -> TimeInterval) async {
    for (index, step) in steps.enumerated() { await perform(step, "\(name).\(index)", elapsed) }
  }

  private func perform(_ step: Step, _ name: String, _ elapsed: @escaping @Sendable () -> TimeInterval) async {
    let note: @Sendable (String) -> Void = { [self] what in
      let line = "\(elapsed()) \(name) \(what)"
      lines.withLock { $0.append(line) }
    }
    let run: @Sendable ([Step], String) async -> Void = { [self] in await perform($0, name + $1, elapsed) }
    switch step {
    case .yields(let count): for _ in 0..<count { await Task.yield() }
    case .sleeps(let delay):
      do { try await Env.sleep(for: .milliseconds(delay)) } catch { note("is cancelled") }
    case .calls(let actor, let yields):
      let count = await actors[actor].count(yields)
      if isAlone { note("counts \(count)") }
    case .sleepsOn(let actor):
      let count = await actors[actor].sleep()
      if isAlone { note("counts \(count)") }
    case .mainQueue:
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    case .mainActor: await MainActor.run { note("is on the main actor") }
    case .concurrent: await concurrently { note("is elsewhere") }
    case .task(let steps, let isDetached):
      let task = isDetached ? Task.detached { await run(steps, "d") } : Task { await run(steps, "t") }
      tasks.withLock { $0.append(task) }
    case .mainActorTask(let steps):
      let task = Task { @MainActor in await run(steps, "m") }
      tasks.withLock { $0.append(task) }
    case .immediateTask(let steps):
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
      let task = Task.immediate { await run(steps, "i") }
      tasks.withLock { $0.append(task) }
    case .group(let all):
      await withTaskGroup(of: Int.self) { group in
        for (number, steps) in all.enumerated() {
          group.addTask {
            await run(steps, "g\(number)")
            return number
          }
        }
        for await number in group { note("gets \(number)") }
      }
    case .pair(let first, let second):
      async let one: Void = run(first, "a")
      async let other: Void = run(second, "b")
      _ = await (one, other)
    case .cancelled(let steps):
      let task = Task { await run(steps, "c") }
      await Task.yield()
      task.cancel()
      await task.value
    case .timeout(let limit, let steps):
      let isInTime: Void? = try? await Env.timeout(after: .milliseconds(limit)) { await run(steps, "o") }
      note(isInTime == nil ? "is late" : "is in time")
    case .environment(let steps):
      await withEnvironment {
        $0.hostName = { name }
      } perform: {
        await run(steps, "e")
      }
    case .priority(let priority, let steps):
      await Task(priority: TaskPriority(rawValue: priority)) { await run(steps, "p") }.value
    case .waits:
      let canceller = Task { [self] in
        try? await Env.sleep(for: .milliseconds(20))
        wakeAll()
      }
      await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
      canceller.cancel()
    case .wakes: wakeAll()
    case .stream(let count):
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task.detached {
        for number in 0..<count {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      }
      for await number in stream { note("takes \(number)") }
    case .work(let delay): Env.scheduler().schedule(after: .milliseconds(delay)) { note("works") }
    case .timer(let count):
      var left = count
      for await _ in Env.timer(every: .milliseconds(2)) {
        left -= 1
        if left == 0 { break }
      }
    }
    note("is done")
  }

  private func wakeAll() {
    for continuation in waiting.replace(with: []) { continuation.resume() }
  }
}

@concurrent private func concurrently(_ body: @Sendable () async -> Void) async { await body() }
