import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// Tests that run at once may use one actor. While another test's code runs there, time does not move over what waits for it.
@Suite(.environment(.mock))
struct SharedActorTests {
  @Test func `time does not move over calls of an actor that other tests use`() async throws {
    try await testsAtOnce { _ in
      for _ in 0..<300 {
        await Shared.instance.work()
        await MainActor.run {}
      }
    }
  }

  @Test func `time does not move over tasks that begin on an actor that other tests use`() async throws {
    try await testsAtOnce { _ in
      for _ in 0..<300 { await Task { @Side in await MainActor.run {} }.value }
    }
  }

  @Test func `time does not move over waits within an actor that other tests use`() async throws {
    try await testsAtOnce { test in
      for index in 0..<100 {
        await withTaskGroup { group in
          for _ in 0..<3 { group.addTask { _ = await Shared.instance.value("\(test) \(index)") } }
        }
      }
    }
  }

  /// Runs `body`, which takes no time, in several runs, each with a time limit.
  private func testsAtOnce(_ body: @escaping @Sendable (_ test: Int) async -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for test in 0..<6 {
        group.addTask {
          try await withVirtualTime {
            let sleeper = Task { try await Env.sleep(for: .seconds(60)) }
            try await Env.timeout(after: .seconds(1)) { await body(test) }
            sleeper.cancel()
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

@globalActor private actor Side {
  static let shared = Side()
}

private actor Shared {
  static let instance = Shared()

  private var inFlight: [String: Task<Int, Never>] = [:]

  func work() {}

  /// Makes each value once, as a cache does.
  func value(_ name: String) async -> Int {
    if let task = inFlight[name] { return await task.value }
    let task = Task {
      await MainActor.run {}
      return name.count
    }
    inFlight[name] = task
    return await task.value
  }
}
