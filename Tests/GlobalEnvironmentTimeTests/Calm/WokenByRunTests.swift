import GlobalEnvironmentTesting
import Testing

/// A task of no run that a run wakes goes on in the run's turn, and is no part of it.
@Suite struct WokenByRunTests {
  @Test func `a test that a run wakes may begin a run of its own`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    async let run: Void = withEnvironment(.mock) {
      try await withVirtualTime {
        try await Env.sleep(for: .seconds(1))
        continuation.finish()
        try await Env.sleep(for: .seconds(1))
      }
    }
    for await _ in stream {}
    let inner = try await withEnvironment(.mock) {
      try await withVirtualTime {
        try await Env.sleep(for: .seconds(5))
        return milliseconds
      }
    }
    #expect(inner == 5_000)
    try await run
  }
}
