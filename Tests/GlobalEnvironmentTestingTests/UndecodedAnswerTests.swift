import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

/// What a test is told where the answer of a stub does not decode.
@Suite(.hidesKnownIssues)
struct UndecodedAnswerTests {
  private let url: URL

  init() throws {
    url = try #require(URL(string: "https://api.example.com/posts"))
  }

  /// Returns the issues of a test with this body.
  private func issues(_ body: @escaping @concurrent @Sendable () async throws -> Void) async throws -> [String] {
    let test = try #require(Test.current)
    return await SendingRequests.issues {
      do {
        try await EnvironmentTrait.environment(.mock).provideScope(for: test, testCase: nil, performing: body)
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `a warning shows the stub whose answer does not decode`() async throws {
    let url = url
    let line = #line + 3
    let messages = try await issues {
      Env.stub(.any, .redirect(to: "/news")).once()
      Env.stub(.get("/news"), .json(["one"]))
      _ = try await Env.json([Int].self, from: url)
    }
    #expect(messages.count == 2, "\(messages)")
    #expect(
      messages.contains { $0.hasPrefix("UndecodedAnswerTests.swift:\(line): ") && $0.contains("This stub") },
      "\(messages)")
  }

  @Test func `there is none where the status is the error, or the test catches it`() async throws {
    let url = url
    let messages = try await issues {
      Env.stub(.get("/posts"), .sequence([.json(["one"]), .notFound]))
      _ = try? await Env.json([Int].self, from: url)
      _ = try await Env.json([Int].self, from: url)
    }
    #expect(messages.count == 1, "\(messages)")
  }
}
