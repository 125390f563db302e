#if os(Linux) || os(macOS)
  import Dispatch
  import Foundation
  import GlobalEnvironmentTesting
  import HidingKnownIssues
  import Testing

  @testable import GlobalEnvironmentTime

  /// A task that blocks its thread for the real world while others of its run work.
  @Suite(.environment(.mock))
  struct BlockedForWorldTests {
    /// Runs `wait`, which blocks for three seconds, beside a task that works meanwhile.
    private func blockBesideWork(
      patience: Duration = .seconds(3), _ wait: @escaping @Sendable () async -> Void
    ) async throws {
      try await withVirtualTime(patience: patience) {
        let isOver = Locked(false)
        async let waiting: Void = {
          await wait()
          isOver.replace(with: true)
        }()
        // So that it has begun.
        await Task.yield()
        while !isOver.withLock({ $0 }) {
          work()
          await Task.yield()
        }
        await waiting
      }
    }

    private func work() {
      let start = ContinuousClock.now
      while .now - start < .milliseconds(400) {}
    }

    #if os(Linux)
      @Test(.needsThreadStates) func `one that reads from a pipe is not told that it waited for them`() async throws {
        let pipe = Pipe()
        try await blockBesideWork {
          DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
            try? pipe.fileHandleForWriting.write(contentsOf: Data("a".utf8))
          }
          read(from: pipe)
        }
      }

      @Test(.needsThreadStates) func `one that pauses its thread is not told that it waited for them`() async throws {
        try await blockBesideWork { pause() }
      }
    #endif

    @Test func `one that makes time stand still is not told that it waited for them`() async throws {
      try await blockBesideWork(patience: .milliseconds(100)) {
        await Env.time.standingStill {
          let gate = DispatchSemaphore(value: 0)
          DispatchQueue.global().asyncAfter(deadline: .now() + 3) { gate.signal() }
          block(for: gate)
        }
      }
    }
  }

  private func block(for gate: DispatchSemaphore) { gate.wait() }

  private func pause() { Thread.sleep(forTimeInterval: 3) }

  private func read(from pipe: Pipe) { _ = try? pipe.fileHandleForReading.read(upToCount: 1) }
#endif
