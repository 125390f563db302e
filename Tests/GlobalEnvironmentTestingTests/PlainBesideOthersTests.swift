import Foundation
import GlobalEnvironmentTesting
import Testing

/// Tests without an environment of their own, beside those that have one.
struct PlainBesideOthersTests {

  @Suite(.environment(.mock))
  struct Others {
    @Test(arguments: 0..<4) func `has its own`(number: Int) async {
      await Task.detached { try? await Task.sleep(for: .milliseconds(200)) }.value
      #expect(Env.hostName() == Environment.mock.hostName())
    }
  }

  @Test(arguments: 0..<100) func `a case has the process's environment, and so have its tasks`(number: Int) async {
    await expectRoot()
  }

  @Test func `a test has the process's environment, and so have its tasks`() async {
    await expectRoot()
  }

  @Test @MainActor func `a test of the main actor has the process's environment, and so have its tasks`() async {
    await expectRoot()
  }
}

@Test func `a test without a suite has the process's environment, and so have its tasks`() async {
  await expectRoot()
}

private func expectRoot() async {
  for _ in 0..<5 {
    #expect(isLive)
    #expect(await Task.detached { isLive }.value)
    #expect(await Task { @MainActor in isLive }.value)
    #expect(
      await Task.detached {
        await Task.yield()
        return await Task.detached { isLive }.value
      }.value)
    await Task.detached { try? await Task.sleep(for: .milliseconds(10)) }.value
  }
}

private var isLive: Bool { abs(Env.date().timeIntervalSinceNow) < 3_600 }
