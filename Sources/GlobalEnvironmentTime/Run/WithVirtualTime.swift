import GlobalEnvironment

/// Runs `body` in a virtual time that moves by itself to the next deadline whenever nothing can run.
///
/// ```swift
/// try await withVirtualTime {
///   model.type("s")                            // starts a task that sleeps for 300 ms, then searches
///   try await Env.sleep(for: .milliseconds(301))
///   #expect(model.results == ["swift"])
/// }
/// ```
///
/// Of things that are due at the same moment, the one that began to wait first continues first. After 300 ms, that would be
/// `body` itself.
///
/// No real time passes, and all that `body` starts runs one at a time, in the order in which it became ready: child tasks,
/// `Task {}`, `Task.detached`, actors, the main actor, blocks of schedulers. Code of the main actor and blocks of
/// `Env.scheduler()` run on the main queue, all other code on another thread. Blocks that are put on the main queue run
/// before time moves. It does not see, and so does not wait for, what the environment does not know: other queues, threads,
/// `Task.sleep`, real input and output, and custom executors. Put waiting for those into `Env.time.standingStill { … }`.
///
/// `body` runs on the actor of the code that writes it, as that of a `Task` does.
///
/// `body` runs in a copy of the current environment with a time of its own; in a test that has no environment, in a mock. It
/// begins where a mock's time stands, else on 12 November 2019, 02:45:00 in Chicago. What still waits when `body` ends is cancelled; what continues nevertheless fails
/// the running test. Inside a body in virtual time it is a part of that: it gets no copy, cancels nothing, and `patience`
/// and `limit` have no effect.
///
/// - Parameters:
///   - seed: Chooses the order in which ready jobs run; nil for first come, first served. A failure names it. The trait
///     `.virtualTime(seeds:)` tries many.
///   - patience: Real time after which `body` is given up when nothing can run and nothing is due; 3 seconds unless given.
///   - limit: How many jobs may run, or timers and loops fire, while nothing else happens, before that counts as endless;
///     1,000,000 unless given, and never less than 1,024. Loops and timers outside of the body and its child tasks have a fifth;
///     work that comes back while time stands still has a tenth, and 100,000 at least.
///   - fileID: The module and the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: What runs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; ``StuckError`` when `body` is given up; `CancellationError` if the task is cancelled already,
///   but not inside a body in virtual time; an error that names the runtime where this package does not know it.
public func withVirtualTime<Result: Sendable>(
  seed: Int? = nil, patience: Duration = .seconds(3), limit: Int = 1_000_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @_inheritActorContext _ body: @escaping @isolated(any) @Sendable () async throws -> Result
) async throws -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let limits = VirtualTimeLimits(patience: patience, rounds: limit)
  guard let environment = TestHooks.framework?.environmentForVirtualTime else {
    return try await run(seed, limits, place, body)
  }
  // What the body does is its own: nothing of it reaches the live world by accident.
  return try await withEnvironment(environment) { try await run(seed, limits, place, body) }
}

private func run<Result: Sendable>(
  _ seed: Int?, _ limits: VirtualTimeLimits, _ place: SourcePlace,
  _ body: @escaping @isolated(any) @Sendable () async throws -> Result
) async throws -> Result {
  // Time moves by itself here already.
  if VirtualTimeRun.isUnderWay {
    if seed != nil { TestHooks.report(nestedSeed, at: place) }
    return try await body()
  }
  // Here, as the task below is not cancelled before it begins.
  try Task.checkCancellation()
  let run = VirtualTimeRun(
    order: RunOrder(seed: seed), limits: limits, place: place)
  // In a task of its own, so that a body that can never end can be left behind.
  let end = Outcome<(result: Swift.Result<Result, any Error>, hasIssues: Bool)>()
  let task = Task {
    let result = Locked<Swift.Result<Result, any Error>>(.failure(CancellationError()))
    let hasIssues = await TestHooks.hasIssues(watched: seed != nil) {
      do {
        let value = try await run.perform(onHopeless: { end.settle((.failure($0), false)) }) { try await body() }
        result.replace(with: .success(value))
      } catch {
        result.replace(with: .failure(error))
      }
    }
    end.settle((result.withLock { $0 }, hasIssues))
  }
  let (result, hasIssues) = await withTaskCancellationHandler {
    await end.value
  } onCancel: {
    run.call(task.cancel)
  }
  let hasFailed = if case .failure(let error) = result { !(error is CancellationError) } else { false }
  if let seed, hasIssues || hasFailed { TestHooks.framework?.warn("This failed with seed \(seed).", at: place) }
  return try result.get()
}

private let nestedSeed = """
  A seed has no effect inside a body that runs in virtual time already. Give it to the outermost, or take it away here.
  """
