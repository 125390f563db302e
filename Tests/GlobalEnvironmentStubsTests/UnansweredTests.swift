import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

@testable import GlobalEnvironmentStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that get no answer for another reason than that they have no stub.
@Suite(.hidesKnownIssues)
struct UnansweredTests {
  /// Returns the issues of a test with this body; the error that it throws is the last.
  private func issues(
    in environment: @autoclosure @escaping @Sendable () -> Environment = .mock,
    of body: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let trait: EnvironmentTrait = .environment(environment())
    return await SendingRequests.issues {
      do { try await trait.provideScope(for: test, testCase: nil, performing: body) } catch { Issue.record(error) }
    }
  }

  @Test func `a missing file of a stub is told once`() async throws {
    let messages = try await issues {
      Env.stub(.get("/posts"), .file("nowhere.json"))
      try await send("/posts")
    }
    #expect(messages.count == 1 && messages.first?.contains("nowhere.json") == true, "\(messages)")
  }

  @Test func `so is one that a closure of a stub wants`() async throws {
    let messages = try await issues {
      Env.stub(.get("/posts"), .response { _ in .file("nowhere.json") })
      try await send("/posts")
    }
    #expect(messages.count == 1 && messages.first?.contains("nowhere.json") == true, "\(messages)")
  }

  @Test func `so is a missing recording`() async throws {
    let messages = try await issues(in: .mock.replaying("nowhere.har")) { try await send("/posts") }
    #expect(
      messages.count == 1 && messages.first?.contains("nowhere.har: there is no such file") == true, "\(messages)")
  }

  @Test func `so is one that the test opens itself`() async throws {
    let messages = try await issues {
      Env = .mock.replaying("nowhere.har")
      try await send("/posts")
    }
    #expect(messages.count == 1, "\(messages)")
  }

  @Test func `the error names the recording, and says that there is an issue`() async throws {
    let caught = Locked<URLError?>(nil)
    _ = try await issues(in: .mock.replaying("nowhere.har")) {
      do { try await send("/posts") } catch { caught.replace(with: error as? URLError) }
    }
    let thrown = try #require(caught.withLock { $0 })
    #expect(thrown.localizedDescription == "This request got no answer. The issue before this one says why.")
    #expect("\(thrown.errorUserInfo[NSUnderlyingErrorKey] ?? "")".contains("nowhere.har"))
  }

  @Test func `where the issue is a known one, the error is told`() async throws {
    let messages = try await issues {
      withKnownIssue { _ = Env.stub(.get("/posts"), .file("nowhere.json")) }
      try await send("/posts")
    }
    #expect(messages.count == 1 && messages.first?.contains("This request got no answer") == true, "\(messages)")
  }

  @Test func `an error of the test's own is told beside such an issue`() async throws {
    let messages = try await issues {
      Env.stub(.get("/posts"), .file("nowhere.json"))
      throw URLError(.resourceUnavailable)
    }
    #expect(messages.count == 2, "\(messages)")
  }
}
