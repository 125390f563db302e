import Foundation
import GlobalEnvironmentMocks
import GlobalEnvironmentTesting
import Testing

private let hundred = 0..<100
private let tenThousand = 0..<10_000

/// What a test costs that does nothing, without this package and with it: `swift test -c release --package-path Tests/Packages/Benchmarks`.
@Suite(.serialized) enum EmptyTests {

  @Suite(.serialized) struct WithoutTrait {
    // The first tests of a process also pay for what is made once.
    @Test(.row("warming up"), arguments: tenThousand) func first(_: Int) {}
    @Test(.row("without a trait", 100), arguments: hundred) func few(_: Int) {}
    @Test(.row("without a trait", 10_000), arguments: tenThousand) func many(_: Int) {}
    @Test(.row("an empty trait", 10_000), .empty, arguments: tenThousand) func manyInEmpty(_: Int) {}
  }

  @Suite(.serialized) struct InMock {
    @Test(.row(".environment(.mock)", 100), .environment(.mock), arguments: hundred) func few(_: Int) {}
    @Test(.row(".environment(.mock)", 10_000), .environment(.mock), arguments: tenThousand) func many(_: Int) {}
    @Test(
      .row(".environment { $0.locale = … }", 10_000), .environment { $0.locale = { Locale(identifier: "de") } },
      arguments: tenThousand)
    func manyChanged(_: Int) {}
  }

  /// What a trait adds to a test: of the rows above, most is Swift Testing's own, and changes from run to run.
  @Suite(.serialized) struct TraitsByThemselves {
    @Test(.row(".environment(.mock) by itself", 10_000)) func mock() async throws {
      try await begin(EnvironmentTrait.environment(.mock))
    }

    @Test(.row(".environment { $0.locale = … } by itself", 10_000)) func changed() async throws {
      try await begin(EnvironmentTrait.environment { $0.locale = { Locale(identifier: "de") } })
    }

    private func begin(_ trait: EnvironmentTrait) async throws {
      let test = try #require(Test.current)
      for _ in 0..<10_000 { try await trait.provideScope(for: test, testCase: nil) {} }
    }
  }

  @Suite(.serialized) struct InVirtualTime {
    @Test(.row(".virtualTime", 100), .virtualTime, arguments: hundred) func few(_: Int) {}
    @Test(.row(".virtualTime", 10_000), .virtualTime, arguments: tenThousand) func many(_: Int) {}
  }

  @Suite(.serialized) struct Assigning {
    @Test(.row("Env = .mock in the body", 100), arguments: hundred) func few(_: Int) { Env = .mock }
    @Test(.row("Env = .mock in the body", 10_000), arguments: tenThousand) func many(_: Int) { Env = .mock }
  }
}
