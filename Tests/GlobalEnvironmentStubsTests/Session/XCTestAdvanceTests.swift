// On Apple's platforms a session tells its protocol of a task some time after `resume()`.
#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironmentTesting
  import SendingRequests
  import XCTest

  /// Time that a synchronous test on the main thread moves right after `resume()`.
  final class XCTestAdvanceTests: EnvironmentTestCase {

    func testTimeReachesADelay() throws {
      Env.stub(.get("/posts"), .text("late").delay(.seconds(2)))
      for _ in 0..<200 { try expectAnswer(after: .seconds(2)) }
      XCTAssertEqual(Env.time.pending.count, 0)
    }

    func testTimeReachesADelayBehindAClosure() throws {
      Env.stub(.get("/posts"), .response { _ async in .text("late").delay(.seconds(2)) })
      for _ in 0..<200 { try expectAnswer(after: .seconds(2)) }
    }

    func testTimeReachesADelayBehindAClosureThatIsBusyForAWhile() throws {
      Env.stub(
        .get("/posts"),
        .response { _ async in
          Self.decode()
          return .text("late").delay(.seconds(2))
        })
      for _ in 0..<5 { try expectAnswer(after: .seconds(2)) }
    }

    /// Takes 150 ms.
    private static func decode() { usleep(150_000) }

    /// Sends a request, moves time right then, and waits for the answer.
    private func expectAnswer(after duration: Duration) throws {
      let answered = expectation(description: "answered")
      let task = try Env.urlSession().dataTask(with: request("/posts")) { data, _, _ in
        XCTAssertEqual(data, Data("late".utf8))
        answered.fulfill()
      }
      task.resume()
      Env.time.advance(by: duration)
      wait(for: [answered], timeout: 60)
    }
  }
#endif
