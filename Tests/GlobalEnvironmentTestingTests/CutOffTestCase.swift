// Only Apple's XCTest leaves a test by an exception.
#if canImport(ObjectiveC)
  import GlobalEnvironmentTesting
  import XCTest

  /// A test that XCTest cuts off inside a body with an environment of its own, and the one after it.
  final class CutOffTestCase: XCTestCase {
    func testATestIsCutOffByItsFirstFailure() {
      continueAfterFailure = false
      XCTExpectFailure("It is what this is about.")
      withEnvironment {
        $0.hostName = { "cut off" }
      } perform: {
        XCTFail("cut off")
      }
    }

    func testTheNextOneSeesNothingOfIt() {
      XCTAssertNotEqual(Env.hostName(), "cut off")
      XCTAssertEqual(withEnvironment(.mock) { Env.hostName() }, "mock.local")
      XCTAssertNotEqual(Env.hostName(), "mock.local")
    }
  }

  /// A report of this package that ends a test, and a network that is there again for the next.
  final class CutOffEnvironmentTestCase: EnvironmentTestCase {

    func testAReportCutsOffItsTest() {
      continueAfterFailure = false
      XCTExpectFailure("It is what this is about.")
      Env.time.advance(by: .seconds(-1))
    }

    func testTheNextOneHasItsOwnEnvironment() {
      XCTAssertEqual(Env.hostName(), "mock.local")
    }
  }
#endif
