import Foundation
import GlobalEnvironment
import XCTest

/// The process's root, which only code outside any scope reaches. XCTest binds none, and runs one test at a time.
final class RootTests: XCTestCase {
  private let epoch = Date(timeIntervalSince1970: 0)

  override func tearDown() {
    Env.reset()
  }

  func testTheRootIsLiveUntilItIsChanged() {
    XCTAssertLessThan(abs(Env.date().timeIntervalSinceNow), 3600)
  }

  func testWhatIsWrittenOutsideAnyScopeIsSeenByTheWholeProcess() {
    Env.date = { [epoch] in epoch }
    let seen = expectation(description: "seen")
    Thread.detachNewThread { [epoch] in
      XCTAssertEqual(Env.date(), epoch)
      seen.fulfill()
    }
    wait(for: [seen], timeout: 60)
  }

  func testAScopeDoesNotChangeTheRoot() {
    withEnvironment {
      $0.date = { [epoch] in epoch }
    } perform: {
      XCTAssertEqual(Env.date(), epoch)
      Env.date = { .distantPast }
    }
    XCTAssertGreaterThan(Env.date(), epoch)
  }

  func testWritingTheRootFromInsideAScope() {
    let root = EnvironmentScope.current
    withEnvironment(.live) {
      root.run { Env.date = { [epoch] in epoch } }
      XCTAssertNotEqual(Env.date(), epoch)
    }
    XCTAssertEqual(Env.date(), epoch)
  }

  func testReadersOfTheRootWhileScopesComeAndGo() async {
    Env.date = { [epoch] in epoch }
    await withTaskGroup { [epoch] group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<5_000 {
            withEnvironment {
              $0.date = { .distantPast }
            } perform: {
              check(.distantPast)
            }
          }
        }
        group.addTask {
          for _ in 0..<50_000 { check(epoch) }
        }
      }
    }
    @Sendable func check(_ expected: Date) {
      if Env.date() != expected { XCTFail("\(Env.date()), expected \(expected)") }
    }
  }

  func testTwoThreadsThatWriteTwoEndpointsOfTheRootLoseNoWrite() async {
    let count = 100_000
    await withTaskGroup { group in
      group.addTask {
        for number in 1...count {
          Env.date = { Date(timeIntervalSince1970: Double(number)) }
          if Env.date() != Date(timeIntervalSince1970: Double(number)) { return XCTFail("lost date \(number)") }
        }
      }
      group.addTask {
        for number in 1...count {
          Env.timeZone = { TimeZone(secondsFromGMT: number % 40_000) ?? .gmt }
          if Env.timeZone().secondsFromGMT() != number % 40_000 { return XCTFail("lost time zone \(number)") }
        }
      }
    }
    XCTAssertEqual(Env.date(), Date(timeIntervalSince1970: Double(count)))
    XCTAssertEqual(Env.timeZone().secondsFromGMT(), count % 40_000)
  }

  func testAWholeThatIsAssignedBesideAResetIsNeverTorn() async {
    // The date and the host tell which world they are of.
    let worlds = [1.0, 2].map { number in
      Environment {
        $0.date = { Date(timeIntervalSince1970: number) }
        $0.hostName = { "\(number)" }
      }
    }
    await withTaskGroup { group in
      for world in worlds {
        group.addTask { for _ in 0..<2_000 { Env = world } }
      }
      group.addTask { for _ in 0..<2_000 { Env.reset() } }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<20_000 {
            let world = Env
            let (seconds, host) = (world.date().timeIntervalSince1970, world.hostName())
            let isWhole = seconds > 1_000_000 ? Double(host) == nil : Double(host) == seconds
            if !isWhole { return XCTFail("\(seconds) of \(host)") }
          }
        }
      }
    }
  }
}
