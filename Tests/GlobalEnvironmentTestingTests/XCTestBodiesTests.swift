import Foundation
import GlobalEnvironmentMocks
import InnerTestCases
import XCTest

@testable import GlobalEnvironmentTesting

/// Bodies of `withEnvironment` in tests of XCTest without an environment of their own.
final class XCTestBodiesTests: XCTestCase {

  func testADetachedTaskThatIsMadeThereSeesItsEnvironment() async {
    let host = await withEnvironment {
      $0.hostName = { "body" }
    } perform: {
      await Task.detached { Env.hostName() }.value
    }
    XCTAssertEqual(host, "body")
  }

  // Only here can a test case be made from a closure, and run inside another.
  #if !canImport(ObjectiveC)
    func testAThreadReachesNoSettingsMeanwhileAndThatIsAFailure() {
      // Not files: another target of this process allows those to all.
      let key = UUID().uuidString
      let failures = InnerTestCase.failures { _ in
        withEnvironment(.mock) { Self.onThread { Env.defaults().set("out", for: key) } }
      }
      XCTAssertNil(UserDefaults.standard.object(forKey: key))
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("Env.defaults was called by ") == true, "\(failures)")
    }

    func testThatOfSeveralBodiesIsOneFailure() {
      let failures = InnerTestCase.failures { _ in
        for _ in 0..<3 { withEnvironment(.mock) { Self.onThread { _ = Env.defaults() } } }
      }
      XCTAssertEqual(failures.count, 1, "\(failures)")
    }

    func testAThreadThatAssignsEnvMeanwhileIsAFailure() {
      let failures = InnerTestCase.failures { _ in
        withEnvironment(.mock) {
          Self.onThread {
            Env.hostName = { "everybody's" }
            Env.reset()
          }
        }
      }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(failures.first?.contains("Env was assigned ") == true, "\(failures)")
    }

    func testAThreadOfATestWithoutABodyIsLeftAlone() {
      let failures = InnerTestCase.failures { _ in
        withEnvironment(.mock) {}
        Self.onThread { XCTAssertNotEqual(Env.hostName(), Environment.mock.hostName()) }
      }
      XCTAssertEqual(failures, [])
    }

    func testAThreadOfABodyWithoutAMockIsLeftAlone() {
      // As a server gives each of its requests.
      let failures = InnerTestCase.failures { _ in
        withEnvironment {
          $0.hostName = { "request" }
        } perform: {
          Self.onThread { XCTAssertNotEqual(Env.hostName(), "request") }
        }
      }
      XCTAssertEqual(failures, [])
    }

    func testAMockInsideSuchABodyIsOne() {
      let failures = InnerTestCase.failures { _ in
        withEnvironment {
          $0.hostName = { "request" }
        } perform: {
          withEnvironment(.mock) { Self.onThread { _ = Env.defaults() } }
        }
      }
      XCTAssertEqual(failures.count, 1)
    }

    func testADetachedTaskThatGoesOnAfterTheBodyIsAFailure() {
      let failures = InnerTestCase.failures { _ in
        let (goesOn, goOn) = AsyncStream.makeStream(of: Void.self)
        let done = DispatchSemaphore(value: 0)
        withEnvironment(.mock) {
          _ = Task.detached {
            for await _ in goesOn {}
            _ = Env.date()
            done.signal()
          }
        }
        goOn.finish()
        done.wait()
      }
      XCTAssertEqual(failures.count, 1)
      XCTAssertTrue(
        failures.first?.contains("the body of withEnvironment in InnerTestCase.inner") == true, "\(failures)")
    }

    private static func onThread(_ body: @escaping @Sendable () -> Void) {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        body()
        done.signal()
      }
      done.wait()
    }
  #endif
}
