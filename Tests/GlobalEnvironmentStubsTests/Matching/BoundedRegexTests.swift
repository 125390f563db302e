import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.hidesKnownIssues, .environment(.mock))
struct BoundedRegexTests {
  // 15 of them keep a debug build busy for a second, whatever the machine.
  private let long = "/" + String(repeating: "a", count: 15) + "!"

  @Test func `an expression that finds no end is an issue, once, and is not asked again`() async throws {
    let (path, line) = (long, #line + 2)
    let reported = try await RegexLimit.$current.withValue(0.02) {
      let hopeless: RequestMatcher = .path(matching: /^\/(a+)+$/)
      return try await issues {
        Env = .mock.unmatched(.respond500)
        Env.stub(hopeless, .ok).optional()
        #expect(try await send(path).status == 500)
        #expect(try await send(path).status == 500)
        let response = try await Env.urlSession().data(for: request(path)).1
        #expect((response as? HTTPURLResponse)?.statusCode == 500)
      }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.hasPrefix("BoundedRegexTests.swift:\(line): ") == true)
    #expect(reported.first?.contains("in a path of 17 characters") == true)
    #expect(Env.requestCount == 3)
  }

  @Test func `a search that waits is not given up as soon as one that works`() {
    let hasEnded = Locked(false)
    SearchThread.run(for: 0.2) {
      usleep(300_000)
      hasEnded.replace(with: true)
    }
    #expect(hasEnded.withLock { $0 })
  }

  @Test func `one that finds no end in a short path is an issue, too`() async throws {
    let reported = try await RegexLimit.$current.withValue(0.02) {
      try await issues {
        Env = .mock.unmatched(.respond500)
        Env.stub(.path(matching: /^\/((((a+)+)+)+)+$/), .ok).optional()
        try #expect(await send("/aaaaaaaa!").status == 500)
      }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("in a path of 10 characters") == true)
  }

  @Test func `one that was given up still finds shorter paths, and says why it finds no long ones`() async throws {
    let hopeless: RequestMatcher = .path(matching: /^\/(a+)+$/)
    _ = try await RegexLimit.$current.withValue(0.02) {
      try await issues {
        Env = .mock.unmatched(.respond500)
        Env.stub(hopeless, .ok).optional()
        _ = try await send(long)
      }
    }
    Env = .mock
    Env.stub(hopeless, .text("found"))
    #expect(try await send("/aaaaaaaaaaaaa").text == "found")
    let message = try await issues { _ = try await send(long) }.first
    #expect(message?.contains("BoundedRegexTests.swift:") == true, "\(message ?? "")")
    #expect(message?.contains("was given up") == true)
  }

  @Test func `one that comes to its end finds what it finds`() async throws {
    Env.stub(.path(matching: /^\/posts\/\d+$/), .text("found"))
    Env.stub(.path(matching: /never/), .text("never")).optional()
    #expect(try await send("/posts/1").text == "found")
    #expect(try await Env.urlSession().data(for: request("/posts/22")).0 == Data("found".utf8))
  }
}
