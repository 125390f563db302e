import Foundation
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

/// A stub that a test has forgotten is one issue of it.
@Suite(.hidesKnownIssues)
struct ForgottenStubTests {
  private let url: URL

  init() throws {
    url = try #require(URL(string: "https://api.example.com/posts"))
  }

  @Test func `an error that ends the test is no second issue`() async throws {
    let url = url
    let line = #line + 2
    let issues = try await issues {
      try await inATest { _ = try await Env.json([Int].self, from: url) }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.description.contains("No stub matches GET https://api.example.com/posts.") == true)
    #expect(issues.first?.sourceLocation?.line == line)
  }

  @Test func `in virtual time it is no second issue either`() async throws {
    let url = url
    let issues = try await issues {
      try await inATest {
        try await VirtualTimeAttempt.made(of: try #require(Test.current), nil, limits: .standard) {
          _ = try await Env.json([Int].self, from: url)
        }.conclude()
      }
    }
    #expect(issues.count == 1)
  }

  @Test func `an error that is caught leaves the issue`() async throws {
    let url = url
    let issues = try await issues {
      try await inATest { _ = try? await Env.json([Int].self, from: url) }
    }
    #expect(issues.count == 1)
  }

  @Test func `stubs that the test did not come to are not reported beside it`() async throws {
    let url = url
    let issues = try await issues {
      try await inATest {
        Env.stub(.get("/users"), .ok)
        _ = try await Env.json([Int].self, from: url)
      }
    }
    #expect(issues.count == 1)
  }

  @Test func `another error that ends the test is an issue of its own`() async throws {
    let url = url
    let issues = try await issues {
      try await inATest {
        _ = try? await Env.json([Int].self, from: url)
        throw CocoaError(.fileNoSuchFile)
      }
    }
    #expect(issues.count == 2)
  }

  @Test func `an error of a stub that answers status 500 fails the test`() async throws {
    let url = url
    let issues = try await issues {
      try await inATest {
        Env.stub(.get("/posts"), .serverError)
        _ = try await Env.json([Int].self, from: url)
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.error is EnvironmentHTTPError)
  }

  @Test func `an error whose issue another test has fails the test`() async throws {
    let url = url
    let issues = try await issues {
      // Two tests that share the mock around them.
      await withEnvironment(.mock) {
        for _ in 0..<2 {
          do {
            try await inATest(.environment { _ in }) { _ = try await Env.json([Int].self, from: url) }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(issues.count { $0.description.contains("No stub matches GET") } == 1)
    #expect(issues.count { $0.error is EnvironmentHTTPError } == 1)
  }

  @Test func `a request that is repeated is one issue`() async throws {
    let url = url
    let issues = try await issues {
      try await inATest { for _ in 0..<3 { _ = try? await Env.json([Int].self, from: url) } }
    }
    #expect(issues.count == 1)
  }

  // MARK: Known issues

  /// Tries a test again whose issues are known so far.
  private func tried(_ body: @concurrent @Sendable () async throws -> Void) async throws {
    try await inATest {
      for _ in 0..<2 { await withKnownIssue { try await body() } }
      try await body()
    }
  }

  @Test func `a request that was a known issue is one again where it is not known, and its error is no second one`()
    async throws
  {
    let url = url
    let issues = try await issues {
      try await tried { _ = try await Env.json([Int].self, from: url) }
    }
    #expect(issues.map { $0.error == nil } == [true])
  }

  @Test func `so it is where the error is caught`() async throws {
    let url = url
    let issues = try await issues {
      try await tried { _ = try? await Env.json([Int].self, from: url) }
    }
    #expect(issues.count == 1)
  }

  @Test func `so it is in virtual time`() async throws {
    let url = url
    let issues = try await issues {
      try await tried {
        try await VirtualTimeAttempt.made(of: try #require(Test.current), nil, limits: .standard) {
          _ = try await Env.json([Int].self, from: url)
        }.conclude()
      }
    }
    #expect(issues.map { $0.error == nil } == [true])
  }

  @Test func `an error whose issue is known fails the test where it is not`() async throws {
    let url = url
    let issues = try await issues {
      try await inATest {
        let thrown = Locked<(any Error)?>(nil)
        await withKnownIssue {
          do { _ = try await Env.json([Int].self, from: url) } catch { thrown.replace(with: error) }
        }
        if let error = thrown.withLock({ $0 }) { throw error }
      }
    }
    #expect(issues.map { $0.error is EnvironmentHTTPError } == [true])
  }

  /// Runs `body` as a test with an environment of its own.
  private func inATest(
    _ trait: EnvironmentTrait = .environment(.mock), _ body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  }

  /// Returns the issues that `body` records; what it throws is one.
  private func issues(of body: () async throws -> Void) async throws -> [Issue] {
    let issues = Locked<[Issue]>([])
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      issues.withLock { $0.append(issue) }
      return true
    }
    return issues.withLock { $0 }
  }
}
