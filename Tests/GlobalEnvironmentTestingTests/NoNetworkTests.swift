import Foundation
import HidingKnownIssues
import LoopbackServer
import Testing
import XCTest

@testable import GlobalEnvironmentTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The trait `.noNetwork`. One test after another, as a request is charged to the only test that runs without a network.
@Suite(.hidesKnownIssues, .serialized) enum NoNetworkTests {}

extension NoNetworkTests {
  @Suite(.noNetwork) struct Inside {

    @Test func `loopback can be reached`() async throws {
      let server = try LoopbackServer { _ in .text("hello") }
      for session in [URLSession.shared, URLSession(configuration: .default), URLSession(configuration: .ephemeral)] {
        #expect(try await session.data(from: server.url("/")).0 == Data("hello".utf8))
      }
      #expect(try await Environment.live.http(URLRequest(url: server.url("/"))).0 == Data("hello".utf8))
    }

    @Test func `a mock answers as ever`() async throws {
      try await withEnvironment(.mock.unmatched(.respond500)) {
        let url = try #require(URL(string: "https://example.com/"))
        #expect(try await Env.http(URLRequest(url: url)).1.statusCode == 500)
      }
    }

    #if canImport(FoundationNetworking)
      @Test func `sessions of one's own are refused with an error that says why`() async throws {
        for session in [URLSession(configuration: .default), URLSession(configuration: .ephemeral)] {
          for address in ["http://example.com/", "https://example.com/"] {
            let url = try #require(URL(string: address))
            let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
            #expect(error?.localizedDescription.contains("a-test-without-network-runs--stub-Env.http") == true)
            #expect(error?.failingURL == url)
          }
        }
      }

      @Test func `so is the live environment`() async throws {
        let request = URLRequest(url: try #require(URL(string: "http://example.com/")))
        let error = await #expect(throws: URLError.self) { try await Environment.live.http(request) }
        #expect(error?.localizedDescription.contains("a-test-without-network-runs") == true)
      }
    #endif

    @Test func `a session with protocol classes of its own is left alone`() async throws {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.protocolClasses = [Teapot.self]
      let url = try #require(URL(string: "https://example.com/"))
      let (_, response) = try await URLSession(configuration: configuration).data(from: url)
      #expect((response as? HTTPURLResponse)?.statusCode == 418)
    }

    @Test(arguments: [
      "http://example.com/", "https://localhost.example.com/", "https://127.example.com/", "http://127.0.0.256/",
      "http://10.0.0.1/", "HTTPS://EXAMPLE.COM", "wss://example.com", "ftp://example.com",
    ])
    func `other hosts are refused`(address: String) throws {
      #expect(NoNetwork.refuses(URLRequest(url: try #require(URL(string: address)))))
    }

    @Test(arguments: [
      "http://localhost/", "http://LOCALHOST:80/", "http://a.localhost/", "http://127.0.0.1:8080/", "http://127.1.2.3/",
      "http://[::1]/", "file:///etc/hosts", "data:text/plain,hello", "about:blank", "http:///",
    ])
    func `loopback and what needs no network is not`(address: String) throws {
      #expect(!NoNetwork.refuses(URLRequest(url: try #require(URL(string: address)))))
    }
  }
}

extension NoNetworkTests {
  @Suite struct Reports {

    /// Runs `body` as a test without a network, which fails; returns what is said.
    private func issues(of body: @escaping @Sendable () async throws -> Void) async throws -> [String] {
      let test = try #require(Test.current)
      let messages = Locked<[String]>([])
      try await withKnownIssue {
        try await EnvironmentTrait.noNetwork.provideScope(for: test, testCase: nil, performing: body)
      } matching: { issue in
        messages.withLock { $0 += issue.comments.map(\.rawValue) }
        return true
      }
      return messages.withLock { $0 }
    }

    @Test func `a stray request is refused, and fails the test that sent it`() async throws {
      let url = try #require(URL(string: "https://user:password@example.com/posts?token=secret"))
      let issues = try await issues {
        var request = URLRequest(url: url)
        request.httpMethod = "DELETE"
        let sent = request
        let error = await #expect(throws: URLError.self) { try await URLSession.shared.data(for: sent) }
        #expect(error?.code == .notConnectedToInternet)
        #expect(error?.failingURL == url)
      }
      #expect(
        issues == [
          """
          DELETE https://example.com/posts?token=… was sent through URLSession.shared while \(Test.current?.name ?? "") ran \
          without a network. Send it with Env.http or Env.urlSession(), which the test answers, or let the test reach the \
          network: take the trait .noNetwork from it.
          """
        ])
    }

    @Test func `each of many is refused, and told once`() async throws {
      let url = try #require(URL(string: "http://example.com/"))
      let issues = try await issues {
        await withTaskGroup { group in
          for _ in 0..<50 {
            group.addTask { await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) } }
          }
        }
      }
      #expect(issues.count == 1)
    }

    #if canImport(FoundationNetworking)
      // Elsewhere it is unknown which test sends a request.
      @Test func `a stray request is told by the test that has sent it, whichever ends first`() async throws {
        let url = try #require(URL(string: "http://example.com/"))
        // Another one, as no test is known there.
        let other = await Task.detached { NoNetwork.begin("another()", "ask") }.value
        let issues = try await issues {
          await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
          NoNetwork.end(other)
        }
        #expect(issues.count == 1 && !issues[0].contains("another()"), "\(issues)")
      }

      @Test func `so is that of a detached task which the test has made`() async throws {
        let url = try #require(URL(string: "http://example.com/"))
        let test = try #require(Test.current)
        let other = await Task.detached { NoNetwork.begin("another()", "ask") }.value
        let issues = try await issues {
          try await EnvironmentTrait.environment(.mock).provideScope(for: test, testCase: nil) {
            _ = await Task.detached { try? await URLSession.shared.data(from: url) }.value
          }
          NoNetwork.end(other)
        }
        #expect(issues.count == 1 && !issues[0].contains("another()"), "\(issues)")
      }
    #endif

    @Test func `a stray request of what a test has left behind is told with its name, once, and not by another`()
      async throws
    {
      let test = try #require(Test.current)
      let request = URLRequest(url: try #require(URL(string: "http://example.com/late")))
      let left = Locked<EnvironmentScope?>(nil)
      try await EnvironmentTrait.noNetwork.provideScope(for: test, testCase: nil) {
        try await EnvironmentTrait.environment(.mock).provideScope(for: test, testCase: nil) {
          left.replace(with: EnvironmentScope.current)
        }
      }
      let scope = try #require(left.withLock { $0 })
      let other = await Task.detached { NoNetwork.begin("another()", "ask") }.value
      let messages = await late(in: scope) { for _ in 0..<2 { NoNetwork.note(request) } }
      // An issue of this would fail the test.
      NoNetwork.end(other)
      #expect(messages.count == 1, "\(messages)")
      for part in ["GET http://example.com/late was", "by what \(test.name) left behind", "the trait .noNetwork"] {
        #expect(messages.first?.contains(part) == true, "\(messages)")
      }
    }

    @Test func `that of a test which may use the network is nobody's`() async throws {
      let test = try #require(Test.current)
      let request = URLRequest(url: try #require(URL(string: "http://example.com/allowed")))
      let left = Locked<EnvironmentScope?>(nil)
      try await EnvironmentTrait.environment(.mock).provideScope(for: test, testCase: nil) {
        left.replace(with: EnvironmentScope.current)
      }
      let scope = try #require(left.withLock { $0 })
      let other = await Task.detached { NoNetwork.begin("another()", "ask") }.value
      #expect(await late(in: scope) { NoNetwork.note(request) } == [])
      NoNetwork.end(other)
    }

    /// Runs `body` on a thread, in the scope of a test that has ended; returns what is said there.
    private func late(in scope: EnvironmentScope, _ body: @escaping @Sendable () -> Void) async -> [String] {
      let messages = Locked<[String]>([])
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          withKnownIssue(isIntermittent: true) {
            scope.run(body)
          } matching: { issue in
            messages.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
          }
          continuation.resume()
        }
      }
      return messages.withLock { $0 }
    }

    @Test func `where two tests run without a network, the one that ends first names both`() async throws {
      let url = try #require(URL(string: "http://example.com/"))
      let issues = try await issues {
        let other = NoNetwork.begin("another()", "ask")
        defer { NoNetwork.end(other) }
        // Not through the session, which a test beside this one may intercept.
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            NoNetwork.note(URLRequest(url: url))
            continuation.resume()
          }
        }
      }
      #expect(issues.count == 1)
      for name in ["another()", Test.current?.name ?? ""] { #expect(issues.first?.contains(name) == true) }
    }

    @Test func `nothing is refused before and afterwards`() async throws {
      let request = URLRequest(url: try #require(URL(string: "http://example.com/")))
      #expect(!NoNetwork.refuses(request))
      let watch = NoNetwork.begin("a test", "ask")
      #expect(NoNetwork.refuses(request))
      NoNetwork.end(watch)
      NoNetwork.end(watch)
      #expect(!NoNetwork.refuses(request))
      #if canImport(FoundationNetworking)
        #expect(ProcessInfo.processInfo.environment["all_proxy"]?.contains("without-network") != true)
      #endif
    }
  }
}

final class NoNetworkTestCaseTests: EnvironmentTestCase {
  private var reports: [String] = []

  override func invokeTest() {
    super.invokeTest()
    XCTAssertEqual(reports.count, 1, "The stray request was not reported.")
    XCTAssertTrue(reports.first?.contains("override allowsNetwork in its class") == true)
  }

  // The report is what this test is about; other failures count.
  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      guard issue.compactDescription.contains("without a network") else { return super.record(issue) }
      reports.append(issue.compactDescription)
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      if description.contains("without a network") {
        reports.append(description)
      } else {
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }
  #endif

  func testAStrayRequestIsRefusedAndFailsTheTest() async throws {
    let url = try XCTUnwrap(URL(string: "https://example.com/"))
    do {
      _ = try await URLSession.shared.data(from: url)
      XCTFail("It was answered.")
    } catch {
      XCTAssertEqual((error as? URLError)?.code, .notConnectedToInternet)
    }
  }
}

final class NetworkTestCaseTests: EnvironmentTestCase {
  override var allowsNetwork: Bool { true }

  func testASubclassMayAllowTheNetwork() throws {
    XCTAssertFalse(NoNetwork.refuses(URLRequest(url: try XCTUnwrap(URL(string: "https://example.com/")))))
  }
}

/// Answers everything with status 418.
private final class Teapot: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard
      let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 418, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data())
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
