import Foundation
import Testing

@testable import App

@Suite(.environment(.mock)) struct EnvironmentTraitTests {
  private let dateAtInit = Env.date()

  @Test func `a suite begins with the environment, in its initializer, too`() {
    #expect(dateAtInit == Environment.mock.date())
  }

  @Test(arguments: 0..<100) func `each case of a parameterized test has its own`(second: Int) async {
    #expect(Env.date() == Environment.mock.date())
    await expectToKeep(second: second)
  }

  @Test func `a date set in one test is never seen in another`() async {
    #expect(Env.date() == Environment.mock.date())
    await expectToKeep(second: -1)
  }

  @Test func `a date set in another test is not seen here, either`() async {
    #expect(Env.date() == Environment.mock.date())
    await expectToKeep(second: -2)
  }

  @Test(.environment(.mock(second: 7))) func `the trait of a test wins over that of its suite`() {
    #expect(Env.date().timeIntervalSince1970 == 7)
  }

  @Test func `child tasks and unstructured tasks share the test's environment`() async {
    async let child: Void = { Env.date = { Date(timeIntervalSince1970: 1) } }()
    await child
    #expect(Env.date().timeIntervalSince1970 == 1)

    await Task { Env.date = { Date(timeIntervalSince1970: 2) } }.value
    #expect(Env.date().timeIntervalSince1970 == 2)
  }

  @Test func `a detached task is outside of it`() async {
    let date = await Task.detached { Env.date() }.value
    #expect(date > Environment.mock.date())
  }

  @Suite struct Nested {
    @Test func `a nested suite inherits the trait`() {
      #expect(Env.date() == Environment.mock.date())
    }
  }

  /// Sets a date, lets other tests run, and expects to find it unchanged.
  private func expectToKeep(second: Int) async {
    Env.date = { Date(timeIntervalSince1970: Double(second)) }
    for _ in 0..<20 {
      await Task.yield()
      #expect(Env.date().timeIntervalSince1970 == Double(second))
    }
  }
}

@Suite(.environment(.counting)) struct FreshEnvironmentTests {
  @Test(arguments: 0..<10) func `the environment is made new for each case`(index: Int) {
    #expect(Env.date().timeIntervalSince1970 == 1)
    #expect(Env.date().timeIntervalSince1970 == 2)
  }
}

nonisolated extension Environment {
  fileprivate static func mock(second: Int) -> Environment {
    var environment = Environment.mock
    environment.date = { Date(timeIntervalSince1970: Double(second)) }
    return environment
  }

  /// Its first date is one second after 1970 began, its next one two seconds, and so on.
  fileprivate static var counting: Environment {
    let box = EnvironmentBox(mock(second: 1))
    var environment = Environment.mock
    environment.date = {
      let date = box.value.date()
      box.value.date = { date + 1 }
      return date
    }
    return environment
  }
}
