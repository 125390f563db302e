import Foundation
import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironment
@testable import GlobalEnvironmentTesting

/// Which test is blamed for a misuse on a thread or in a detached task: none that is innocent.
struct MisuseTests {
  private let test: Test

  init() throws {
    test = try #require(Test.current)
  }

  @Test func `what a test without an environment has made is its own`() async {
    let maker = TestHooks.Maker.current
    let blamed = await besideAnother { await onThread { blamedTest(maker) } }
    #expect(blamed == test.id)
  }

  @Test func `a detached task of such a test is its own`() async {
    let blamed = await besideAnother { await Task.detached { blamedTest(nil) }.value }
    #expect(blamed == test.id)
  }

  @Test func `so is what it has made in a body of withEnvironment`() async {
    let scope = withEnvironment(.mock) { EnvironmentScope.current }
    let blamed = await besideAnother { await onThread { scope.run { blamedTest(nil) } } }
    #expect(blamed == test.id)
  }

  @Test func `so is its environment, carried to a thread, though no end of it will be told`() async {
    Env = .mock
    let scope = EnvironmentScope.current
    let blamed = await besideAnother { await onThread { scope.run { blamedTest(nil) } } }
    #expect(blamed == test.id)
  }

  @Test func `a test whose end is known reports all that it has made`() async throws {
    let (own, other) = (ScopeFamily(), ScopeFamily())
    let running = [own, other].map { OutsideWatch.shared.testBegan(test.name, family: $0) }
    let scope = EnvironmentScope(.mock, in: own)
    let (closure, answer, scheduler) = scope.run {
      let closure: @Sendable () -> Int = unimplemented("closure", placeholder: 1)
      return (closure, PendingAnswer<Int, Never>(), Environment.unimplemented.scheduler())
    }
    answer.resolve(returning: 1)
    await onThread {
      _ = closure()
      answer.resolve(returning: 2)
      _ = scheduler.now
    }
    #expect(misuses(OutsideWatch.shared.testEnded(running[1])).isEmpty)
    #expect(misuses(OutsideWatch.shared.testEnded(running[0])).count == 3)
    withExtendedLifetime(scope) {}
  }

  /// Runs `body` while another test runs, which must not get a message of it.
  private func besideAnother<Result>(_ body: () async -> Result) async -> Result {
    let other = OutsideWatch.shared.testBegan("another()", family: ScopeFamily())
    let result = await body()
    #expect(OutsideWatch.shared.testEnded(other).allSatisfy { !$0.message.contains(test.name) })
    return result
  }

  private func misuses(_ notes: [OutsideWatch.Note]) -> [OutsideWatch.Note] {
    notes.filter { note in
      ["closure was called", "has been resolved before", "Env.scheduler was asked"]
        .contains(where: note.message.contains)
    }
  }

  private func blamedTest(_ maker: TestHooks.Maker?) -> Test.ID? {
    if case .test(let test) = blame("A misuse of \(test.name).", at: nil, madeBy: maker) { test.id } else { nil }
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
