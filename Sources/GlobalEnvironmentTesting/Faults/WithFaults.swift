import GlobalEnvironment
public import GlobalEnvironmentMocks
import Testing

/// Runs `body` many times, in virtual time, with one fault of the world in each run: `.faults(_:)` for XCTest.
///
/// ```swift
/// func testKeepsTheNote() async throws {
///   try await withFaults(.each) {
///     Env.stub(.put("/notes/1"), .status(204))
///     let model = NoteModel()
///     await model.save("Milk")
///     let isShownAsSaved = await model.isShownAsSaved
///     XCTAssertEqual(isShownAsSaved, Env.files().exists(model.file))
///   }
/// }
/// ```
///
/// Each run begins with a new environment: that of the ``EnvironmentTestCase`` or of the ``TargetEnvironment``, or a mock.
/// Outside of an ``EnvironmentTestCase``, failures cannot be taken back: there, the first run that fails is the last. In a
/// test of Swift Testing, this does what the trait does.
///
/// - Parameters:
///   - choice: Which faults.
///   - patience: Real time after which a run is given up when nothing can run and nothing is due.
///   - limit: How many jobs may run, or timers and loops fire, while nothing else happens, before that counts as endless.
///   - fileID: The module and the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: What runs.
/// - Throws: What `body` throws without faults; an error when `ENV_SEED` cannot be read.
public func withFaults(
  _ choice: FaultChoice, patience: Duration = .seconds(3), limit: Int = 5_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @_inheritActorContext _ body: @escaping @isolated(any) @Sendable () async throws -> Void
) async throws {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let limits = VirtualTimeLimits(patience: patience, rounds: limit)
  try await run(FaultScoping(source: .choice(choice.kind), limits: limits), at: place) { try await body() }
}

/// Runs `body` once for each seed, in virtual time, with the faults that the seed draws: `.faults(seeds:)` for XCTest.
///
/// - Parameters:
///   - seeds: The seeds.
///   - rates: The chance with which a fault strikes a call that it fits, where it is not the usual one.
///   - patience: Real time after which a run is given up when nothing can run and nothing is due.
///   - limit: How many jobs may run, or timers and loops fire, while nothing else happens, before that counts as endless.
///   - fileID: The module and the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: What runs.
/// - Throws: What `body` throws without faults; an error when `ENV_SEED` cannot be read.
public func withFaults(
  seeds: Range<Int>, rates: [EnvironmentFault: Double] = [:], patience: Duration = .seconds(3), limit: Int = 5_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @_inheritActorContext _ body: @escaping @isolated(any) @Sendable () async throws -> Void
) async throws {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let limits = VirtualTimeLimits(patience: patience, rounds: limit)
  try await run(FaultScoping(source: .seeds(seeds, rates), limits: limits), at: place) { try await body() }
}

private func run(
  _ scoping: FaultScoping, at place: SourcePlace, _ body: @concurrent @Sendable () async throws -> Void
) async throws {
  if VirtualTimeRun.isUnderWay {
    report(
      "Faults bring a virtual time of their own. Take the one around them away: withVirtualTime, .virtualTime or isInVirtualTime.",
      at: place)
    return try await body()
  }
  if let test = Test.current {
    return try await scoping.run(test, Test.Case.current, body)
  }
  let trials = XCTestTrials(limits: scoping.limits, place: place)
  let hunt = FaultHunt(
    source: scoping.source, orders: nil, variables: .init(of: .live),
    command: "swift test --filter \(XCTestFailures.filter)", hasAttachments: false)
  let found = try await hunt.run { seed, run, isQuiet in
    await trials.run(run, seed: seed, isQuiet: isQuiet, body)
  }
  if let message = found.message { XCTestFailures.record(message, at: place) }
  if let error = found.error { throw error }
}
