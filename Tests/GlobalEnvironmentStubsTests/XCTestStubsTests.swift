// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironmentTesting
  import InnerTestCases
  import XCTest

  /// What becomes of stubs at the end of an XCTest test.
  final class XCTestStubsTests: XCTestCase {

    func testAnUnusedStubFailsATestOfEnvironmentTestCaseAtItsLine() {
      let line = #line + 1
      let failures = InnerEnvironmentTestCase.failures { _ in Env.stub(.get("/posts"), .ok) }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.hasPrefix("\(#filePath):\(line): ") == true, "\(failures)")
      XCTAssertTrue(failures.first?.contains("has answered no request") == true, "\(failures)")
    }

    func testAnUnusedStubFailsATestThatUsesAnEnvironmentAtItsLine() {
      let line = #line + 3
      let failures = InnerTestCase.failures { testCase in
        testCase.useEnvironment(.mock)
        Env.stub(.get("/posts"), .ok).expect(calls: 2)
      }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.hasPrefix("\(#filePath):\(line): ") == true, "\(failures)")
    }

    func testATestThatThrowsOrIsSkippedIsNotToldAboutItsStubs() {
      let thrown = InnerEnvironmentTestCase.failures { _ in
        Env.stub(.get("/posts"), .ok)
        throw CancellationError()
      }
      XCTAssertEqual(thrown.count, 1)
      let used = InnerTestCase.failures { testCase in
        testCase.useEnvironment(.mock)
        Env.stub(.get("/posts"), .ok)
        throw CancellationError()
      }
      XCTAssertEqual(used.count, 1)
      let skipped = InnerEnvironmentTestCase.failures { _ in
        Env.stub(.get("/posts"), .ok)
        throw XCTSkip("Not today.")
      }
      XCTAssertEqual(skipped, [])
    }

    func testATestThatUnwrapsNothingIsNotToldAboutItsStubsEither() {
      let failures = InnerEnvironmentTestCase.failures { testCase in
        Env.stub(.get("/posts"), .ok)
        // As XCTUnwrap does, which would fail the test around this one.
        testCase.recordFailure(
          withDescription: #"XCTUnwrap failed: expected non-nil value of type "Int" - "#, inFile: #filePath,
          atLine: #line, expected: true)
      }
      XCTAssertEqual(failures.count, 1, "\(failures)")
    }

    func testARequestWithoutAStubFailsTheTestAtTheLineOfEnvJSON() throws {
      let url = try XCTUnwrap(request("/posts").url)
      let line = #line + 1
      let failures = unmatched { _ = try? await Env.json(Int.self, from: url) }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.hasPrefix("\(#filePath):\(line): ") == true, "\(failures)")
    }

    func testARequestByEnvHTTPWithoutAStubFailsTheTestAtItsLine() throws {
      let request = try request("/posts")
      let line = #line + 1
      let failures = unmatched { _ = try? await Env.http(request) }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.hasPrefix("\(#filePath):\(line): ") == true, "\(failures)")
    }

    func testARequestOfASessionWithoutAStubFailsTheTestUnderItsName() throws {
      // It is answered on a queue of Foundation.
      let request = try request("/posts")
      let failures = unmatched { _ = try? await Env.urlSession().data(for: request) }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(
        failures.first?.hasPrefix("InnerTestCases.InnerEnvironmentTestCase.inner:0: ") == true, "\(failures)")
    }

    func testAMissingFileAndAMissingRecordingAreToldOnce() {
      for name in ["nowhere.json", "nowhere.har"] {
        let failures = InnerEnvironmentTestCase.failures { testCase in
          if name == "nowhere.har" { Env.replaying(name) } else { Env.stub(.get("/posts"), .file(name)) }
          let answered = testCase.expectation(description: "answered")
          let thrown = Locked<(any Error)?>(nil)
          Task {
            do { try await send("/posts") } catch { thrown.replace(with: error) }
            answered.fulfill()
          }
          testCase.wait(for: [answered], timeout: 60)
          if let error = thrown.withLock({ $0 }) { throw error }
        }
        XCTAssertEqual(failures.count, 1, "\(failures)")
        XCTAssertTrue(failures.first?.contains(name) == true, "\(failures)")
      }
    }

    /// Returns the failures of a test that waits for `body`.
    private func unmatched(_ body: @escaping @Sendable () async -> Void) -> [String] {
      InnerEnvironmentTestCase.failures { testCase in
        let answered = testCase.expectation(description: "answered")
        Task {
          await body()
          answered.fulfill()
        }
        testCase.wait(for: [answered], timeout: 60)
      }
    }

    func testAMockEndsWithItsTest() throws {
      let mocks = Locked<[Environment]>([])
      let first = InnerEnvironmentTestCase.failures { _ in mocks.withLock { $0.append(Env) } }
      let second = InnerTestCase.failures { testCase in
        testCase.useEnvironment(.mock)
        mocks.withLock { $0.append(Env) }
      }
      XCTAssertEqual(first + second, [])
      for mock in mocks.withLock({ $0 }) {
        let failures = InnerTestCase.failures { testCase in
          let late = try request("/posts")
          let answered = testCase.expectation(description: "answered")
          Task {
            _ = try? await mock.http(late)
            answered.fulfill()
          }
          testCase.wait(for: [answered], timeout: 60)
        }
        XCTAssertEqual(failures.count, 1)
        XCTAssertTrue(failures.first?.contains("sent after its test had ended: ") == true, "\(failures)")
      }
    }
  }
#endif
import SendingRequests
