import Foundation
import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironment
@testable import GlobalEnvironmentTesting

/// Bodies of `withEnvironment` in tests without an environment of their own.
struct PlainTestBodiesTests {
  @Test func `a detached task that is made there sees its environment, wherever it runs`() async {
    let hosts = await withEnvironment {
      $0.hostName = { "body" }
    } perform: {
      await Task.detached {
        let first = Env.hostName()
        await Task.yield()
        let onMain = await Task.detached { @MainActor in Env.hostName() }.value
        return [first, Env.hostName(), onMain]
      }.value
    }
    #expect(hosts == ["body", "body", "body"])
  }

  @Test func `what a detached task writes there is the body's, and not the process's`() async {
    await withEnvironment(.mock) {
      await Task.detached { Env.hostName = { "written" } }.value
      #expect(Env.hostName() == "written")
    }
    #expect(Env.hostName() != "written")
  }

  @Test func `it reaches no disk`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try await withEnvironment(.mock) {
      try await Task.detached { try Env.files().write(Data("out".utf8), to: file) }.value
      #expect(Env.files().exists(file))
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test(arguments: 0..<50) func `two bodies at once do not see each other's`(number: Int) async {
    await withEnvironment {
      $0.hostName = { "\(number)" }
    } perform: {
      for _ in 0..<10 {
        #expect(await Task.detached { Env.hostName() }.value == "\(number)")
        await Task.yield()
      }
    }
  }

  @Test func `a body in a detached task of a test is one, too`() async {
    let host = await Task.detached {
      await withEnvironment {
        $0.hostName = { "body" }
      } perform: {
        await Task.detached { Env.hostName() }.value
      }
    }.value
    #expect(host == "body")
  }

  @Test func `a thread gets no live scope while such a body runs`() async throws {
    // No exclusive test runs meanwhile, which would allow it.
    let scope = try await ExclusiveAccess.run {
      await withEnvironment(.mock) { await onThread { EnvironmentScope.current } }
    }
    #expect(scope !== EnvironmentScope.root && scope.family === OutsideWatch.family)
  }

  @Test func `a thread to which the scope is carried is in the body`() async {
    let host = await withEnvironment {
      $0.hostName = { "body" }
    } perform: {
      let scope = EnvironmentScope.current
      return await onThread { scope.run { Env.hostName() } }
    }
    #expect(host == "body")
  }

  @Test func `the body's scope is let go of when it has ended`() {
    weak var scope: EnvironmentScope?
    withEnvironment(.mock) {
      scope = EnvironmentScope.current
      #expect(scope != nil)
    }
    #expect(scope == nil)
  }

  @Test func `a detached task that goes on after the body gets a mock, and is an issue that names the test`() async {
    let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
    let body = "the body of withEnvironment in \(Test.current?.name ?? "?"), which has ended"
    let late = withEnvironment(.mock) {
      Task.detached {
        for await _ in goesOn {}
        withKnownIssue {
          #expect(Env.hostName() == Environment.mock.hostName())
        } matching: {
          $0.description.contains(body) && $0.description.contains("a task that the body started still runs.")
        }
      }
    }
    goOn.finish()
    await late.value
  }

  @Test func `a task that goes on with the body's environment keeps it`() async {
    let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
    let late = withEnvironment(.mock) {
      Env.hostName = { "body" }
      return Task {
        for await _ in goesOn {}
        return [Env.hostName(), await Task.detached { Env.hostName() }.value]
      }
    }
    goOn.finish()
    #expect(await late.value == ["body", "body"])
  }

  @Test func `an error passes through it`() {
    #expect(throws: CancellationError.self) { try withEnvironment(.mock) { throw CancellationError() } }
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
