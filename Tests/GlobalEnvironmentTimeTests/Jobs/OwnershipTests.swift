import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing

/// A task belongs to the test whose code made it, in virtual time or not.
struct OwnershipTests {

  @Test(.environment(.mock), arguments: 0..<100)
  func `a detached task has the environment of its test, wherever it was made`(number: Int) async throws {
    Env.hostName = { "\(number)" }
    let name: @Sendable () async -> String = { Env.hostName() }
    let own = Env.hostName()
    #expect(await Task.detached { await name() }.value == own)
    #expect(await fromMainActor(name) == own)
    #expect(await Task.detached { await Task.detached { await fromMainActor(name) }.value }.value == own)
    await withTaskGroup { group in
      for _ in 0..<10 { group.addTask { await Task.detached { await name() }.value } }
      for await other in group { #expect(other == own) }
    }
    let afterQueue = await Task.detached {
      await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      return await name()
    }.value
    #expect(afterQueue == own)
  }

  @Test func `a task of a main-queue block that carries the environment is the run's`() async throws {
    try await withVirtualTime {
      let start = Env.clock.now
      let (moments, continuation) = AsyncStream.makeStream(of: EnvironmentClock.Instant.self)
      DispatchQueue.main.async(
        execute: carryingEnvironment {
          Task {
            try await Env.sleep(for: .seconds(60))
            continuation.yield(Env.clock.now)
            continuation.finish()
          }
        })
      for await moment in moments { #expect(moment == start.advanced(by: .seconds(60))) }
    }
  }

  @Test(.environment(.mock)) func `a detached task touches neither the disk nor the process's environment`()
    async throws
  {
    try await Task.detached {
      try Env.files().write(Data("x".utf8), to: URL(filePath: "/detached.txt"))
      Env.hostName = { "detached" }
    }.value
    #expect(try Env.files().read(URL(filePath: "/detached.txt")) == Data("x".utf8))
    #expect(!FileManager.default.fileExists(atPath: "/detached.txt"))
    #expect(Env.hostName() == "detached")
    #expect(EnvironmentScope.root.environment.hostName() != "detached")
  }

  @Test func `a detached task of a plain test has that test's environment`() async {
    Env = .mock
    Env.hostName = { "plain" }
    #expect(await Task.detached { Env.hostName() }.value == "plain")
    await Task.detached { Env.hostName = { "changed" } }.value
    #expect(Env.hostName() == "changed")
  }

  @Test func `a task that was made outside of a scope stays outside, whatever resumes it`() async throws {
    CodeOutsideTests.mayUse(\.hostName)
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let outside = EnvironmentScope.root.run {
      Task.detached {
        for await _ in gate { break }
        return Env.hostName()
      }
    }
    await withEnvironment(.mock) {
      Env.hostName = { "inside" }
      await Task.detached { _ = opened.yield() }.value
      #expect(await outside.value != "inside")
    }
  }

  @Test func `a detached task that outlives its test is told, and sees no live world`() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let late = Locked<Task<String, Never>?>(nil)
    try await EnvironmentTrait.environment(.mock).run {
      let task = Task.detached {
        for await _ in gate { break }
        var name = ""
        // Here, since the issue belongs to no test any more.
        withKnownIssue {
          name = Env.hostName()
        } matching: {
          $0.description.contains("Env.hostName was called in the environment of `a detached task that outlives")
        }
        return name
      }
      late.withLock { $0 = task }
    }
    opened.yield()
    #expect(await late.withLock { $0 }?.value == "mock.local")
  }

  @Test(.environment(.mock)) func `a task that outlives a run sees the environment of its test`() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    Env.hostName = { "test" }
    let late = try await withVirtualTime {
      Env.hostName = { "run" }
      return Task.detached {
        for await _ in gate { break }
        return Env.hostName()
      }
    }
    opened.yield()
    #expect(await late.value == "test")
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `an immediate task that a detached one makes belongs to its run, from the first line on`() async throws {
    try await withVirtualTime {
      let start = Env.date()
      let elapsed = { @Sendable in Env.date().timeIntervalSince(start) }
      let moments = await Task.detached {
        // It has a scope of its own neither here nor after it has suspended.
        await Task.immediate {
          var moments = [elapsed()]
          await MainActor.run { moments.append(elapsed()) }
          try? await Env.sleep(for: .seconds(1))
          moments.append(elapsed())
          return moments
        }.value
      }.value
      #expect(moments == [0, 0, 1])
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `an immediate task that is detached belongs to its run, and so does what it makes`() async throws {
    try await withVirtualTime {
      let start = Env.date()
      let elapsed = { @Sendable in Env.date().timeIntervalSince(start) }
      let task = Task.immediateDetached {
        var moments = [elapsed(), await Task.detached { elapsed() }.value]
        try? await Env.sleep(for: .seconds(1))
        moments.append(elapsed())
        return moments
      }
      // Time moves no further than the task does.
      let moments = try await Env.timeout(after: .seconds(2)) { await task.value }
      #expect(moments == [0, 0, 1])
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `an immediate task that first suspends without asking anything belongs to its run, too`() async throws {
    try await withVirtualTime {
      let start = Env.date()
      let elapsed = await Task.detached {
        await Task.immediate {
          await MainActor.run {}
          return Env.date().timeIntervalSince(start)
        }.value
      }.value
      #expect(elapsed == 0)
    }
  }

  @Test func `work that was scheduled in a body of withEnvironment that has ended sees its environment`()
    async throws
  {
    try await withVirtualTime {
      let told = Locked("")
      let start = Env.date()
      withEnvironment {
        $0.hostName = { "inner" }
      } perform: {
        Env.scheduler().schedule(after: .seconds(2)) {
          told.replace(with: "\(Env.hostName()) \(Env.date().timeIntervalSince(start))")
        }
      }
      try await Env.sleep(for: .seconds(3))
      #expect(told.withLock { $0 } == "inner 2.0")
    }
  }

  @Test func `work that a run has left behind holds no environment`() async throws {
    let scope = Locked<WeakScope?>(nil)
    try await withVirtualTime {
      withEnvironment {
        $0.hostName = { "inner" }
      } perform: {
        scope.replace(with: WeakScope(EnvironmentScope.current))
        Env.scheduler().schedule(after: .seconds(2)) {}
      }
      #expect(scope.withLock { $0?.scope } != nil)
    }
    #expect(scope.withLock { $0?.scope } == nil)
  }

  @Test(.environment(.mock))
  func `late work of a body of withEnvironment sees the environment of the test that moves time`() async throws {
    let name = Locked("")
    Env.hostName = { "outer" }
    withEnvironment {
      $0.hostName = { "inner" }
    } perform: {
      Env.scheduler().schedule(after: .seconds(2)) { name.replace(with: Env.hostName()) }
    }
    await Env.time.advance(by: .seconds(3))
    #expect(name.withLock { $0 } == "outer")
  }

  @Test(.environment(.mock)) func `a detached task sees its test's environment, not that of a body inside`() async {
    Env.hostName = { "test" }
    await withEnvironment {
      $0.hostName = { "body" }
    } perform: {
      #expect(await Task.detached { Env.hostName() }.value == "test")
      #expect(await Task { Env.hostName() }.value == "body")
    }
  }

}

@MainActor private func fromMainActor(_ name: @escaping @Sendable () async -> String) async -> String {
  await Task.detached { await name() }.value
}

extension EnvironmentTrait {
  /// Runs `body` as the running test.
  fileprivate func run(_ body: @escaping @concurrent @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await provideScope(for: test, testCase: nil, performing: body)
  }
}

private struct WeakScope: Sendable {
  weak let scope: EnvironmentScope?
  init(_ scope: EnvironmentScope) { self.scope = scope }
}
