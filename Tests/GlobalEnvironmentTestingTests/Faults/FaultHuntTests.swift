import Foundation
import GlobalEnvironment
@testable import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironmentTesting

/// How plans are chosen and read, and what is reported about tests that cannot run under faults.
struct FaultHuntTests {

  private static let note = URL(filePath: "/home/user/Documents/note.txt")

  // MARK: ENV_FAULTS

  @Test func `the variable runs one plan alone, and its issues are recorded where they are`() async throws {
    let runs = Locked(0)
    let (report, issues) = try await hunt(.choice(.each(depth: 1)), plan: "files[write note.txt]#1=diskFull") {
      runs.withLock { $0 += 1 }
      try? Env.files().write("Milk", to: Self.note)
      #expect(Env.files().exists(Self.note))
    }
    #expect(report.message == nil)
    #expect(issues.count == 1 && issues[0].contains("Expectation failed"), "\(issues)")
    #expect(runs.withLock { $0 } == 1)
  }

  @Test func `a plan that cannot be read is an issue`() async throws {
    let (report, _) = try await hunt(.choice(.each(depth: 1)), plan: "disk full, please") {}
    #expect(report.message?.contains(#"ENV_FAULTS cannot be read: "disk full, please" is not a fault at a"#) == true)
  }

  @Test func `a plan that names a call which does not come is an issue that names those that do`() async throws {
    let (report, _) = try await hunt(.choice(.only("http[GET /posts]#2=offline"))) {
      try Env.files().write("Milk", to: Self.note)
    }
    let message = report.message ?? ""
    #expect(message.contains("The plan names a call that this test does not make: http GET /posts, 2nd."), "\(message)")
    #expect(message.contains("files[write note.txt]#1"))
  }

  @Test func `the variable names a call of one case, which others need not make`() async throws {
    let plan = "files[write note.txt]#1=diskFull"
    for name in ["other.txt", "note.txt", "third.txt"] {
      let (report, issues) = try await hunt(.choice(.each(depth: 1)), plan: plan, isOneOfMany: true) {
        try? Env.files().write("Milk", to: URL(filePath: "/tmp/\(name)"))
      }
      #expect(report.message == nil && issues.isEmpty)
    }
    // Else this process would fail at its end.
    #expect(ProcessEnd.problems.isEmpty)
  }

  #if os(Linux) || os(macOS)
    @Test func `a call that no case makes fails the process when that ends`() async {
      await #expect(processExitsWith: .failure) {
        Env = .mock
        let hunt = FaultHunt(
          source: .choice(.each(depth: 1)), orders: nil, variables: .init(plan: "files[write a]#1=diskFull", seed: nil),
          command: "swift test", isOneOfMany: true)
        let time = Env.time
        let report = try await hunt.run { _, run, _ in FaultTrial(of: run, in: time, failures: []) }
        try #require(report.message == nil)
      }
      await #expect(processExitsWith: .success) {
        Env = .mock
        let hunt = FaultHunt(
          source: .choice(.each(depth: 1)), orders: nil, variables: .init(plan: "files[write a]#1=diskFull", seed: nil),
          command: "swift test")
        let time = Env.time
        let report = try await hunt.run { _, run, _ in FaultTrial(of: run, in: time, failures: []) }
        try #require(report.message?.contains("that this test does not make") == true)
      }
    }
  #endif

  @Test func `a plan for an own endpoint that does not say how it fails is an issue that says what is missing`()
    async throws
  {
    let (report, _) = try await hunt(.choice(.only("kept#1=fails"))) { #expect(Env.kept == 2) }
    let message = report.message ?? ""
    #expect(message.contains("only if that is declared with failing:. It makes these:\n  none"), "\(message)")
  }

  @Test func `a fault that does not fit its call is an issue`() async throws {
    let (report, _) = try await hunt(.choice(.only("files[write note.txt]#1=offline"))) {
      try Env.files().write("Milk", to: Self.note)
    }
    #expect(report.message?.contains("offline does not fit files write note.txt, 1st.") == true)
  }

  // MARK: Tests that cannot be run

  @Test(arguments: [(nil, nil), (0..<3, nil), (0..<3, "7")] as [(Range<Int>?, String?)])
  func `a test that fails without faults is told as ever, and runs once`(orders: Range<Int>?, seed: String?)
    async throws
  {
    let runs = Locked(0)
    let (report, issues) = try await hunt(.choice(.each(depth: 1)), orders: orders, seed: seed) {
      runs.withLock { $0 += 1 }
      _ = Env.date()
      Issue.record("fails")
    }
    #expect(report.message == nil)
    #expect(issues.count == 1)
    #expect(runs.withLock { $0 } == 1)
  }

  @Test func `calls that differ from run to run without faults are an issue that shows where`() async throws {
    let runs = Locked(0)
    let (report, _) = try await hunt(.choice(.each(depth: 1))) {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      try? Env.files().write("Milk", to: Self.note)
      _ = try? Env.files().read(URL(filePath: "/\(run)"))
    }
    let message = report.message ?? ""
    #expect(
      message.contains("at call 2, files read 2, 1st in one, and files read 3, 1st in the next."), "\(message)")
  }

  @Test func `a call that is made once for the process is none that differs`() async throws {
    let isFirst = Locked(true)
    let (report, _) = try await hunt(.choice(.each(depth: .max))) {
      if isFirst.replace(with: false) { _ = Env.locale() }
      try? Env.files().write("Milk", to: Self.note)
    }
    #expect(report.message == nil)
  }

  @Test func `a plan that does not do the same again is told`() async throws {
    let runs = Locked(0)
    let (report, _) = try await hunt(.choice(.each(depth: 0))) {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      let isSaved = (try? Env.files().write("Milk", to: Self.note)) != nil
      if !isSaved { for _ in 0..<run { _ = Env.date() } }
      #expect(isSaved)
    }
    #expect(report.message?.contains("the same plan did something else") == true, "\(report.message ?? "")")
  }

  @Test func `where failures cannot be taken back, the first run that fails is the last`() async {
    var plans: [String] = []
    let result = await FaultSearch.each(depth: 1) { run, _ in
      let trial = Self.recorded(run)
      plans.append(FaultPlan(run.struck).text)
      return trial
    }
    #expect(plans == ["", "", "files[write note.txt]#1=diskFull"])
    guard case .failed(let finding) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(finding.plan.text == plans.last)
  }

  @Test func `where failures cannot be taken back, the run of a seed that fails is the last`() async throws {
    var plans: [String] = []
    let hunt = FaultHunt(source: .seeds(0..<9, [.diskFull: 1]), orders: nil, variables: .init(), command: "swift test")
    let report = try await hunt.run { _, run, _ in
      let trial = Self.recorded(run)
      plans.append(FaultPlan(run.struck).text)
      return trial
    }
    #expect(plans == ["", "files[write note.txt]#1=diskFull"])
    #expect(report.message?.hasPrefix("Seed 0. With one fault") == true, "\(report.message ?? "")")
  }

  /// Runs a test whose failure is recorded at once.
  private static func recorded(_ run: FaultRun) -> FaultTrial {
    var environment = Environment.mock
    environment.adapt(to: run)
    let isSaved = (try? environment.files().write("Milk", to: note)) != nil
    let failures = isSaved ? [] : [FaultTrial.Failure(text: "not saved", location: nil)]
    var trial = FaultTrial(of: run, in: VirtualTime(startingAt: .distantPast), failures: failures)
    trial.isRecorded = !isSaved
    return trial
  }

  // MARK: Cancelled

  @Test(arguments: [.choice(.each(depth: 1)), .seeds(0..<9, [.diskFull: 1])] as [FaultScoping.Source])
  func `a test that cancels itself under a fault is cancelled, and does not fail`(source: FaultScoping.Source)
    async throws
  {
    struct NotToday: Error {}
    let runs = Locked(0)
    let cancel = Locked<@Sendable () -> Void>({})
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let hunting = Task {
      for await _ in begins {}
      return try await hunt(source) {
        runs.withLock { $0 += 1 }
        guard (try? Env.files().write("Milk", to: Self.note)) == nil else { return }
        cancel.withLock { $0 }()
        throw NotToday()
      }
    }
    cancel.replace(with: { hunting.cancel() })
    begin.finish()
    let (report, issues) = try await hunting.value
    #expect(report.message == nil && report.error is NotToday, "\(report)")
    #expect(report.attachments.isEmpty && issues.isEmpty)
    let before = if case .seeds = source { 1 } else { 2 }
    #expect(runs.withLock { $0 } == before + 1)
  }

  // MARK: Seeds

  @Test func `no seed at all is an issue`() async throws {
    let (report, _) = try await hunt(.seeds(0..<0, [:])) {}
    #expect(report.message?.contains("no seed") == true)
  }

  @Test(arguments: [-0.1, 1.5, .nan, .infinity]) func `a rate that is no chance is an issue`(rate: Double) async throws
  {
    let (report, _) = try await hunt(.seeds(0..<1, [.offline: rate])) {}
    #expect(report.message?.contains("A rate is a chance") == true)
  }

  @Test func `a seed draws the same faults in each process`() {
    let faults = RandomFaults(seed: 17, rates: [:])
    let drawn = (1...200).compactMap { number in
      faults.fault(at: FaultCall(endpoint: "http", key: "GET /", number: number), of: .http).map { "\(number) \($0)" }
    }
    #expect(drawn.prefix(3) == ["4 brokenBody", "15 slow", "16 slow"])
    #expect(drawn.count > 10 && drawn.count < 60, "\(drawn)")
  }

  @Test func `several faults that a seed has drawn are shrunk to those that are needed`() async throws {
    let other = URL(filePath: "/home/user/Documents/other.txt")
    let (report, _) = try await hunt(.seeds(0..<500, [.diskFull: 0, .noPermission: 0.2, .otherTimeZone: 0.5])) {
      for _ in 0..<5 { _ = Env.timeZone() }
      let isFirst = (try? Env.files().write("Milk", to: Self.note)) != nil
      let isSecond = (try? Env.files().write("Milk", to: other)) != nil
      #expect(isFirst || isSecond)
    }
    let message = report.message ?? ""
    #expect(message.hasPrefix("Seed "), "\(message)")
    #expect(message.contains("With 2 faults"), "\(message)")
    #expect(message.contains("files write note.txt, 1st") && message.contains("files write other.txt, 1st"))
  }

  @Test func `with seeds of virtual time, one seed chooses order and faults, and both variables name it`() async throws
  {
    let (report, _) = try await hunt(.seeds(0..<1, [:]), orders: 0..<100) {
      let isSaved = (try? Env.files().write("Milk", to: Self.note)) != nil
      #expect(isSaved)
    }
    #expect(report.message?.contains("ENV_SEED=") == true && report.message?.contains("ENV_FAULTS=") == true)
  }

  /// A test that fails where its tasks run in another order than in the first run.
  private func huntForAnOrder(_ source: FaultScoping.Source) async throws -> FaultReport {
    let first = Locked<[Int]?>(nil)
    return try await hunt(source, orders: 0..<50) {
      _ = Env.timeZone()
      let order = await withTaskGroup(of: Int.self) { group in
        for task in 0..<3 { group.addTask { task } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let expected = first.withLock { first in
        if first == nil { first = order }
        return first
      }
      #expect(order == expected)
    }.0
  }

  @Test(arguments: [0, 1]) func `a test that fails by the order of a seed is not told to fail by a fault`(rate: Double)
    async throws
  {
    let message = try await huntForAnOrder(.seeds(0..<1, [.otherTimeZone: rate])).message ?? ""
    #expect(message.contains(#/^Seed [0-9]+ fails by its order, without any fault:\n/#), "\(message)")
    #expect(message.contains(#/\nAlone:\n  ENV_SEED=[0-9]+ swift test$/#), "\(message)")
  }

  @Test func `a test that fails by the order of a seed says so where each fault is tried`() async throws {
    let message = try await huntForAnOrder(.choice(.each(depth: 0))).message ?? ""
    #expect(message.contains("fails by its order, without any fault:"), "\(message)")
  }

  @Test func `a test that fails without a fault in some runs only says so`() async throws {
    let runs = Locked(0)
    let (report, _) = try await hunt(.seeds(0..<1, [.otherTimeZone: 0])) {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      #expect(run == 1)
    }
    #expect(report.message?.hasPrefix("Without any fault, this test fails, but not in each run:") == true)
  }

  @Test func `an ENV_FAULTS without a text is not set`() {
    var world = Environment.mock
    world.environmentVariable = { _ in "" }
    #expect(FaultHunt.Variables(of: world).plan == nil)
  }

  @Test(.virtualTime(seeds: 0..<3), .faults(seeds: 0..<1))
  func `the traits stand beside each other`() async throws {
    try? await Env.sleep(for: .seconds(1))
    #expect(VirtualTimeRun.isUnderWay)
  }

  /// Runs `body` as a test with faults.
  ///
  /// - Returns: What is told at the end, and the issues that were recorded before.
  private func hunt(
    _ source: FaultScoping.Source, orders: Range<Int>? = nil, plan: String? = nil, seed: String? = nil,
    isOneOfMany: Bool = false,
    _ body: @concurrent @Sendable () async throws -> Void
  ) async throws -> (FaultReport, issues: [String]) {
    let test = try #require(Test.current)
    let messages = Locked<[String]>([])
    let report = Locked(FaultReport())
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
      // Issues of no test are handed to every test.
      if Test.current != nil { messages.withLock { $0.append("\(issue)") } }
      return nil
    }
    try await collecting.provideScope(for: test, testCase: nil) {
      let hunt = FaultHunt(
        source: source, orders: orders, variables: .init(plan: plan, seed: seed), command: "swift test",
        isOneOfMany: isOneOfMany)
      let told = try await hunt.run { seed, run, isQuiet in
        await TestTrials(test: test, testCase: nil, seed: seed, limits: .standard).run(run, isQuiet: isQuiet, body)
      }
      report.replace(with: told)
    }
    return (report.withLock { $0 }, messages.withLock { $0 })
  }
}

extension EnvironmentEndpoints {
  fileprivate var kept: EnvironmentEndpoint<Int> { EnvironmentEndpoint(live: 1, mock: 2) }
}
