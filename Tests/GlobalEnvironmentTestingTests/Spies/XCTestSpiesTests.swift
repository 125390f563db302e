import Foundation
import GlobalEnvironmentTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Spies and unimplemented environments in XCTest.
final class XCTestSpiesTests: EnvironmentTestCase {

  func testASpyOnAnEndpointSeesCallsFromQueuesAndDetachedTasks() async {
    Env.environmentVariable = { $0 }
    let spy = Env.spy(on: \.environmentVariable)
    _ = Env.environmentVariable("here")
    _ = await Task.detached { Env.environmentVariable("detached") }.value
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        _ = Env.environmentVariable("queue")
        continuation.resume()
      }
    }
    XCTAssertEqual(spy.calls.map(\.arguments), ["here", "detached", "queue"])
    XCTAssertEqual(spy.count, 3)
    XCTAssertTrue(spy.count == 3)
  }

  func testASpyOnAnAsynchronousEndpointKeepsItsBehaviour() async throws {
    Env.stub(.get("/posts"), .text("hello"))
    let spy = Env.spy(on: \.http)
    let url = try XCTUnwrap(URL(string: "https://example.com/posts"))
    let (data, _) = try await Env.http(URLRequest(url: url))
    XCTAssertEqual(data, Data("hello".utf8))
    XCTAssertEqual(spy.calls.last?.arguments.url, url)
    XCTAssertEqual(spy.calls.last?.date, Env.date())
  }

  func testACallWaitsUntilTheTestResolvesIt() async throws {
    let spy = ThrowingSpy<Int, String>()
    let answer = spy.stubPending()
    let task = Task { try await spy.call(1) }
    while answer.waitingCount == 0 { await Task.yield() }
    answer.resolve(returning: "late")
    let text = try await task.value
    XCTAssertEqual(text, "late")
    spy.clear()
    XCTAssertTrue(spy.calls.isEmpty)
  }

  func testAStuckBodyNamesTheAnswerThatIsMissing() async throws {
    let spy = ThrowingSpy<Int, String>()
    let line = #line + 1
    let answer = spy.stubPending()
    do {
      try await withVirtualTime(patience: .milliseconds(100)) { _ = try await spy.call(1) }
      XCTFail("It ended.")
    } catch let error as StuckError {
      let place = "GlobalEnvironmentTestingTests/XCTestSpiesTests.swift:\(line)"
      XCTAssertTrue(error.description.contains("whose answer of \(place) is not resolved"), "\(error)")
    }
    XCTAssertEqual(answer.waitingCount, 0)
  }

  func testACallWaitsInVirtualTime() async throws {
    let spy = ThrowingSpy<Int, String>()
    let answer = spy.stubPending()
    let text = try await withVirtualTime {
      async let text = spy.call(1)
      try await Env.sleep(for: .seconds(60))
      answer.resolve(returning: "after a minute")
      return try await text
    }
    XCTAssertEqual(text, "after a minute")
  }

  func testValuesInSequenceAndErrors() throws {
    let spy = ThrowingSpy<Int, String>()
    spy.stub(.returns("first"), .throws(CancellationError()), .returns("last"))
    XCTAssertEqual(try spy.call(1), "first")
    XCTAssertThrowsError(try spy.call(2))
    for number in 3...4 { XCTAssertEqual(try spy.call(number), "last") }
    XCTAssertEqual(spy.calls.map(\.arguments), [1, 2, 3, 4])
  }

  func testWhatASpyAndItsEndpointCapturedGoesWithIt() {
    final class Token: Sendable {}
    weak var kept: Token?
    do {
      let token = Token()
      kept = token
      withEnvironment {
        $0.date = { withExtendedLifetime(token) { .distantPast } }
      } perform: {
        let spy = Env.spy(on: \.date)
        XCTAssertEqual(Env.date(), .distantPast)
        spy.remove()
      }
    }
    XCTAssertNil(kept)
  }

  func testNothingBleedsBetweenFiveHundredEnvironmentsAtOnce() async {
    final class Clock: Sendable {
      let env = CapturedEnvironment()
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          let date = Date(timeIntervalSince1970: Double(number))
          await withEnvironment(.mock(date: date)) {
            let spy = Env.spy(on: \.date)
            let clock = Clock()
            let late = Task {
              for _ in 0..<5 { await Task.yield() }
              return [Env.date(), clock.env.date()]
            }
            let detached = await Task.detached { clock.env.date() }.value
            let dates = await late.value
            XCTAssertEqual(dates + [detached], [date, date, date])
            XCTAssertEqual(spy.calls.count, 3)
          }
        }
      }
    }
  }
}
