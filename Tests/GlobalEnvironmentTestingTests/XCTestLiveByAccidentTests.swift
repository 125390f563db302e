import Foundation
import GlobalEnvironmentTesting
import InnerTestCases
import XCTest

// Only here can a test case be made from a closure, and run inside another.
#if !canImport(ObjectiveC)
  /// Tests of XCTest to which nothing has given an environment.
  final class XCTestLiveByAccidentTests: XCTestCase {
    private static let name = UUID().uuidString

    func testOneThatChangesSettingsFailsOnceAtItsLine() throws {
      let line = #line + 2
      let failures = InnerTestCase.failures { _ in
        Env.defaults().set(nil, for: Self.name)
        _ = try? Env.secrets().read("token")
      }
      XCTAssertEqual(failures.count, 1, "\(failures)")
      let failure = try XCTUnwrap(failures.first)
      XCTAssertTrue(failure.contains("XCTestLiveByAccidentTests.swift:\(line):"), failure)
      XCTAssertTrue(failure.contains("Env.defaults() reaches the real world"), failure)
      XCTAssertTrue(failure.contains("useEnvironment(.mock) in setUp()"), failure)
      XCTAssertTrue(failure.contains("say so: useEnvironment(.live)"), failure)
    }

    func testOneThatAdvancesTheLiveTimeIsToldHowATestOfXCTestGetsAMock() throws {
      let failures = InnerTestCase.failures { _ in _ = Env.time }
      XCTAssertEqual(failures.count, 1, "\(failures)")
      XCTAssertTrue(try XCTUnwrap(failures.first).contains("useEnvironment(.mock) in setUp()"), "\(failures)")
    }

    func testOneThatReadsTheClockDoesNot() {
      XCTAssertEqual(InnerTestCase.failures { _ in _ = (Env.date(), Env.locale()) }, [])
    }

    func testOneThatSaysItIsLiveDoesNot() {
      let failures = InnerTestCase.failures { test in
        test.useEnvironment(.live)
        Env.defaults().set(nil, for: Self.name)
      }
      XCTAssertEqual(failures, [])
    }

    func testOneThatAssignsEnvDoesNot() {
      let failures = InnerTestCase.failures { _ in
        Env.date = { .distantPast }
        Env.defaults().set(nil, for: Self.name)
        Env.reset()
      }
      XCTAssertEqual(failures, [])
    }

    func testABodyInVirtualTimeIsInAMock() async throws {
      let isMock = try await withVirtualTime { Env.isMock }
      XCTAssertTrue(isMock)
    }
  }
#endif
