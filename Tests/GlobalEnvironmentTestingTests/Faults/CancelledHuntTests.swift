import Foundation
import GlobalEnvironment
@testable import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironmentTesting

/// Tests that fail under a fault, and are cancelled then or later.
struct CancelledHuntTests {
  private static let note = URL(filePath: "/home/user/Documents/note.txt")

  @Test func `a failure under one fault stays one when the test cancels itself under the next`() async throws {
    let runs = Locked(0)
    let report = try await hunt(.choice(.each(depth: 0))) { run in
      let isSaved = Self.save(in: run)
      let number = Self.next(runs)
      // Two runs have no fault.
      if number == 4 { Self.cancel() }
      return Self.trial(of: run, hasFailed: !isSaved && number == 3)
    }
    let message = report.message ?? ""
    #expect(message.contains("With one fault, this test fails:"), "\(message)")
    #expect(!message.contains("did something else"), "\(message)")
    #expect(runs.withLock { $0 } == 4)
  }

  @Test func `a run that fails and is cancelled then is a failure, and the last`() async throws {
    let runs = Locked(0)
    let report = try await hunt(.seeds(0..<9, [.diskFull: 1])) { run in
      let isSaved = Self.save(in: run)
      _ = Self.next(runs)
      if !isSaved { Self.cancel() }
      return Self.trial(of: run, hasFailed: !isSaved)
    }
    let message = report.message ?? ""
    #expect(message.hasPrefix("Seed 0. With one fault, this test fails:"), "\(message)")
    #expect(!message.contains("did something else"), "\(message)")
    #expect(runs.withLock { $0 } == 2)
  }

  @Test func `a run without faults that is cancelled does not take the blame from a fault`() async throws {
    let runs = Locked(0)
    let report = try await hunt(.seeds(0..<9, [.diskFull: 1])) { run in
      let isSaved = Self.save(in: run)
      let number = Self.next(runs)
      // The fourth looks whether the test fails by its order.
      if number == 4 { Self.cancel() }
      return Self.trial(of: run, hasFailed: !isSaved || number == 4)
    }
    let message = report.message ?? ""
    #expect(message.hasPrefix("Seed 0. With one fault, this test fails:"), "\(message)")
    #expect(runs.withLock { $0 } == 4)
  }

  /// Hunts in a task of its own, which may be cancelled.
  private func hunt(
    _ source: FaultScoping.Source, _ test: @escaping @Sendable (FaultRun) -> FaultTrial
  ) async throws -> FaultReport {
    try await Task {
      let hunt = FaultHunt(source: source, orders: nil, variables: .init(), command: "swift test")
      return try await hunt.run { _, run, _ in test(run) }
    }.value
  }

  private static func save(in run: FaultRun) -> Bool {
    var environment = Environment.mock
    environment.adapt(to: run)
    return (try? environment.files().write("Milk", to: note)) != nil
  }

  private static func next(_ runs: Locked<Int>) -> Int {
    runs.withLock { runs in
      runs += 1
      return runs
    }
  }

  private static func cancel() { withUnsafeCurrentTask { $0?.cancel() } }

  private static func trial(of run: FaultRun, hasFailed: Bool) -> FaultTrial {
    let failures = hasFailed ? [FaultTrial.Failure(text: "not saved", location: nil)] : []
    return FaultTrial(of: run, in: VirtualTime(startingAt: .distantPast), failures: failures)
  }
}
