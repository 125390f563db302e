import GlobalEnvironmentMocks
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

/// Mocks that were made once, and are given to several tests.
@Suite(.hidesKnownIssues)
struct SharedMocksTests {
  @Test func `a second test that begins in the same mock is told with which, and what to write`() throws {
    let house = Environment.mock
    #expect(begin("first", in: house) == nil)
    let message = try #require(begin("second", in: house))
    for part in ["second starts", "as first", "static var"] { #expect(message.contains(part)) }
    #expect(begin("second", in: house)?.contains("as first") == true)
    #expect(begin("first", in: house)?.contains("another of its cases") == true)
  }

  @Test func `a mock that is shared with other endpoints is the same mock`() {
    var house = Environment.mock
    #expect(begin("first", in: house) == nil)
    house.hostName = { "changed" }
    #expect(begin("second", in: house) != nil)
  }

  @Test func `a trait with a mock that was made once is an issue of the second test`() async throws {
    let house = Environment.mock
    let trait = EnvironmentTrait.environment(house)
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {}
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: nil) {}
    } matching: {
      $0.description.contains("another of its cases")
    }
  }

  // MARK: The innocent

  @Test func `mocks that are made new share nothing, however many`() {
    for number in 0..<1_000 { #expect(begin("\(number)", in: .mock) == nil) }
  }

  @Test func `a test inside an environment that it inherits shares nothing`() async throws {
    let mock = Environment.mock
    #expect(begin("suite", in: mock) == nil)
    withEnvironment(mock) {
      let outer = VirtualTime.identity
      withEnvironment {
        $0.hostName = { "inside" }
      } perform: {
        #expect(SharedMocks.begin("test", in: Env, inside: outer) == nil)
      }
    }
  }

  @Test func `the live world is nobody's mock`() {
    #expect(begin("first", in: .live) == nil)
    #expect(begin("second", in: .live) == nil)
  }

  private func begin(_ test: String, in environment: Environment) -> String? {
    withEnvironment(environment) { SharedMocks.begin(test, in: Env) }
  }
}
