import Foundation
import GlobalEnvironmentTestingLoad
import Testing

@testable import GlobalEnvironment

/// Scopes whose bodies never end.
struct AbandonedScopesTests {

  @Test func `a thread leaves what was cut off, and finds its way in and out again`() async {
    let found = await withCheckedContinuation { (continuation: CheckedContinuation<[Bool], Never>) in
      Thread.detachNewThread {
        var found: [Bool] = []
        withEnvironment(Environment()) {
          EnvironmentScope.current.run {
            _ = CallScope.enter(Unmanaged.passUnretained(EnvironmentScope.current).toOpaque())
            found.append(EnvironmentScope.isBound)
            EnvironmentScope.leaveAbandoned(takingBackWith: global_environment_take_back_task_local)
            found.append(EnvironmentScope.isBound)
            withEnvironment(Environment()) { found.append(EnvironmentScope.isBound) }
            found.append(EnvironmentScope.isBound)
            continuation.resume(returning: found)
            // The bodies around it never end, as after an exception of Objective-C.
            while true { sleep(1_000) }
          }
        }
      }
    }
    #expect(found == [true, false, true, false])
  }

  @Test func `a task keeps its scope`() async {
    await withEnvironment {
      $0.hostName = { "here" }
    } perform: {
      await Task.yield()
      EnvironmentScope.leaveAbandoned { Issue.record("A task-local of a task was taken back.") }
      #expect(Env.hostName() == "here")
    }
  }
}
