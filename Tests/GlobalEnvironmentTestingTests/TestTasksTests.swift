import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTesting

/// A process that ends because of a hopeless test waits for those that go on in real time, and never ask for `Env`.
@Suite(.serialized)
struct TestTasksTests {
  private static let first = Locked<Test.ID?>(nil)

  @Test func `a test that never asks for Env is under way`() async throws {
    let id = try #require(Test.current?.id)
    Self.first.withLock { $0 = id }
    #expect(TestScopes.testsUnderWay.contains(id))
    try await Task.sleep(for: .milliseconds(10))
    #expect(await Task.detached { TestScopes.testsUnderWay.contains(id) }.value)
  }

  @Test(.timeLimit(.minutes(10))) func `a test that has ended is not`() async throws {
    let first = try #require(Self.first.withLock { $0 })
    // A thread may not have let go of the test's task yet.
    while TestScopes.testsUnderWay.contains(first) { await Task.yield() }
  }

  @Test(.virtualTime) func `a test in virtual time is under way`() throws {
    let id = try #require(Test.current?.id)
    Self.first.withLock { $0 = id }
    #expect(TestScopes.testsUnderWay.contains(id))
  }

  @Test(.timeLimit(.minutes(10))) func `one that has ended is not either`() async throws {
    let first = try #require(Self.first.withLock { $0 })
    while TestScopes.testsUnderWay.contains(first) { await Task.yield() }
  }

  @Test(arguments: 0..<3) func `a test is under way as long as one of its cases is`(number: Int) async throws {
    for _ in 0..<number * 10 { await Task.yield() }
    #expect(TestScopes.testsUnderWay.contains(try #require(Test.current?.id)))
  }

  @Test func `suites, whose tests may be hopeless, are not looked at`() throws {
    #expect(TestScopes.testsUnderWay.allSatisfy { $0 != Test.current?.id.parent })
  }
}
