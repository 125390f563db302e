import Foundation
import GlobalEnvironmentStubs
import GlobalEnvironmentTesting
import InnerTestCases
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests of XCTest whose stubs answer the shared session.
final class XCTestSharedSessionTests: EnvironmentTestCase {
  override var interceptsSharedSession: Bool { true }

  func testStubsAnswerTheSharedSession() async throws {
    Env.stub(.get("/posts"), .text("stubbed"))
    let url = try XCTUnwrap(URL(string: "https://example.com/posts"))
    let (data, _) = try await URLSession.shared.data(from: url)
    XCTAssertEqual(String(decoding: data, as: UTF8.self), "stubbed")
  }

  func testEachTestHasItsOwnStubs() throws {
    Env.stub(.get("/posts"), .status(204))
    let url = try XCTUnwrap(URL(string: "https://example.com/posts"))
    let hasAnswered = expectation(description: "answered")
    URLSession.shared.dataTask(with: url) { _, response, _ in
      XCTAssertEqual((response as? HTTPURLResponse)?.statusCode, 204)
      hasAnswered.fulfill()
    }.resume()
    wait(for: [hasAnswered], timeout: 60)
  }

  #if !canImport(ObjectiveC)
    func testATestWhoseRequestsWouldBeSentFailsAndIsNotRun() {
      SharedProtocols.handOutCopies(true)
      defer { SharedProtocols.handOutCopies(false) }
      let failures = InterceptingTestCase.failures { _ in XCTFail("It has run.") }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("cannot answer URLSession.shared") == true, "\(failures)")
    }
  #endif

  func testAUrlWithoutAServerIsLeftAlone() async throws {
    let url = try XCTUnwrap(URL(string: "data:,alone"))
    let (data, _) = try await URLSession.shared.data(from: url)
    XCTAssertEqual(String(decoding: data, as: UTF8.self), "alone")
  }
}

#if !canImport(ObjectiveC)
  private final class InterceptingTestCase: InnerEnvironmentTestCase {
    override var interceptsSharedSession: Bool { true }
  }
#endif
