#if compiler(>=6.4)
  import GlobalEnvironmentTesting
  import Testing

  /// Time in a part of a cancelled task that does not see the cancellation (SE-0504).
  @Suite(.environment(.mock), .virtualTime)
  struct CancellationShieldTests {

    @Test func `a sleep behind a shield lasts as long as any other`() async throws {
      guard #available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *) else { return }
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await withTaskCancellationShield { try await Env.sleep(for: .seconds(60)) }
      }
      try await task.value
      #expect(Env.clock.now.offset == .seconds(60))
    }

    @Test func `a timeout behind a shield cancels what takes longer, and nothing else`() async throws {
      guard #available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *) else { return }
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await withTaskCancellationShield {
          let inTime = try await Env.timeout(after: .seconds(5)) {
            try await Env.sleep(for: .seconds(2))
            return Env.clock.now.offset
          }
          await #expect(throws: EnvironmentTimeoutError.self) {
            try await Env.timeout(after: .seconds(5)) { try await Env.sleep(for: .seconds(60)) }
          }
          return inTime
        }
      }
      #expect(try await task.value == .seconds(2))
      #expect(Env.clock.now.offset == .seconds(7))
    }
  }
#endif
