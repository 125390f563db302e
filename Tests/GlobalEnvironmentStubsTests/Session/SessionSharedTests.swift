import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Code under test that uses `URLSession.shared`.
@Suite(.hidesKnownIssues, .environment(.mock), .interceptsSharedSession)
struct SessionSharedTests {
  private let request = URLRequest(to: "/posts")

  @Test func `the shared session is answered by the test's stubs`() async throws {
    Env.stub(.any, .text("/posts"))
    #expect(try await URLSession.shared.data(for: request).0.text == "/posts")
  }

  @Test(arguments: 0..<50)
  func `tests that would run in parallel get their own answers alone`(number: Int) async throws {
    Env.stub(.any, .text("\(number)"))
    let request = request
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<10 { group.addTask { try await URLSession.shared.data(for: request).0.text } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == ["\(number)"])
  }

  @Test func `a thread that knows no test is answered, too`() async throws {
    Env.stub(.any, .text("/posts"))
    let text = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        URLSession.shared.dataTask(with: request) { data, _, _ in continuation.resume(returning: data?.text) }.resume()
      }
    }
    #expect(text == "/posts")
  }

  @Test func `what asks no server is left alone`() async throws {
    let url = try #require(URL(string: "data:,here"))
    #expect(try await URLSession.shared.data(for: URLRequest(url: url)).0.text == "here")
  }

  @Test(.interceptsSharedSession)
  func `a test in a suite with the trait may have it, too`() async throws {
    Env.stub(.any, .text("mine"))
    #expect(try await URLSession.shared.data(for: request).0.text == "mine")
  }

  @Test func `a detached task is answered, too`() async throws {
    Env.stub(.any, .text("/posts"))
    #expect(try await Task.detached { try await URLSession.shared.data(for: request).0.text }.value == "/posts")
  }

  @Test func `without a mock a request fails, and says so`() async {
    Env = .live
    await withKnownIssue {
      await #expect(throws: URLError.self) { try await URLSession.shared.data(for: request) }
    } matching: { issue in
      "\(issue)".contains("was sent where there is no mock")
    }
  }
}

/// Tests beside them, which know nothing of it.
@Suite(.environment(.mock))
struct SessionSharedNeighbourTests {

  @Test(arguments: 0..<50)
  func `another test has the shared session as it is`(number: Int) async throws {
    let url = try #require(URL(string: "data:,\(number)"))
    #expect(try await URLSession.shared.data(for: URLRequest(url: url)).0.text == "\(number)")
  }
}
