import Foundation
import Testing
import XCTest

@testable import App

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

nonisolated private struct Post: Decodable {
  var title: String
}

/// Sends a request for `path`; returns the status and the body of the answer.
nonisolated private func get(_ path: String, method: String = "GET") async throws -> (status: Int, body: Data) {
  let url = try #require(URL(string: "https://example.com\(path)"))
  var request = URLRequest(url: url)
  request.httpMethod = method
  let (data, response) = try await Env.http(request)
  return (response.statusCode, data)
}

@Suite(.environment(.mock)) struct NetworkMockerTests {
  @Test func `everything fails, in words`() async throws {
    NetworkMocker.stubAll()

    let (status, body) = try await get("/anything?page=1", method: "POST")
    #expect(status == 500)
    #expect(String(decoding: body, as: UTF8.self) == #"{"stub":"This request has been stubbed"}"#)
  }

  @Test func `a path is answered from a file, and the others still fail`() async throws {
    NetworkMocker.stubAll()
    try NetworkMocker.stub("/posts", file: "posts_response.json")

    let (status, body) = try await get("/posts?page=1")
    #expect(status == 200)
    #expect(try JSONDecoder().decode([Post].self, from: body).map(\.title) == ["First", "Second"])
    #expect(try await get("/users").status == 500)
    #expect(try await get("/posts/1").status == 500)
  }

  @Test func `a stub may ask for a method and give another status`() async throws {
    NetworkMocker.stubAll(status: 404)
    try NetworkMocker.stub("/posts", method: "POST", status: 201, file: "posts_response.json")

    #expect(try await get("/posts", method: "POST").status == 201)
    #expect(try await get("/posts").status == 404)
  }

  @Test func `the stub that was added last wins`() async throws {
    try NetworkMocker.stub("/posts", file: "posts_response.json")
    try NetworkMocker.stub("/posts", status: 503, file: "posts_response.json")
    #expect(try await get("/posts").status == 503)

    NetworkMocker.stubAll()
    #expect(try await get("/posts").status == 500)
  }

  @Test func `a file beside the test is found, too`() throws {
    try NetworkMocker.stub("/source", file: "NetworkMockerTests.swift")
  }

  @Test func `a missing file is an error that tells the places looked at`() throws {
    let error = #expect(throws: CocoaError.self) { try NetworkMocker.stub("/posts", file: "missing.json") }
    let description = try #require(error).localizedDescription
    #expect(description.contains("missing.json"))
    #expect(description.contains(URL(fileURLWithPath: #filePath).deletingLastPathComponent().path))
  }

  @Test func `what is sent without a URL is an error`() async throws {
    NetworkMocker.stubAll()
    var request = URLRequest(url: try #require(URL(string: "https://example.com")))
    request.url = nil
    let sent = request
    await #expect(throws: URLError.self) { try await Env.http(sent) }
  }

  @Test(arguments: 200..<300) func `each test has its own stubs`(status: Int) async throws {
    try NetworkMocker.stub("/posts", status: status, file: "posts_response.json")
    for _ in 0..<10 {
      await Task.yield()
      #expect(try await get("/posts").status == status)
    }
  }

  @Test func `without stubs, the network is asked again`() async throws {
    NetworkMocker.stubAll()
    NetworkMocker.removeAllStubs()

    let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
    let error = await #expect(throws: URLError.self) { try await Env.http(request) }
    #expect(error?.code == .cannotConnectToHost)
  }
}

/// The same in XCTest, where stubs are put up in setUp and removed in tearDown.
final class NetworkMockerTestCaseTests: EnvironmentTestCase {
  override func setUpWithError() throws {
    NetworkMocker.stubAll()
    try NetworkMocker.stub("/posts", file: "posts_response.json")
  }

  override func tearDown() {
    NetworkMocker.removeAllStubs()
  }

  func testPostsAreAnswered() async throws {
    let (status, body) = try await get("/posts")
    XCTAssertEqual(status, 200)
    XCTAssertEqual(try JSONDecoder().decode([Post].self, from: body).first?.title, "First")
  }

  func testEverythingElseFails() async throws {
    let (status, _) = try await get("/users")
    XCTAssertEqual(status, 500)
  }
}
