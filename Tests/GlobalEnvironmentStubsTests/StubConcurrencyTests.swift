import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct StubConcurrencyTests {

  @Test(.environment(.mock), arguments: 0..<64)
  func `many tests at once, many requests each, one URL: no foreign answer`(number: Int) async throws {
    Env.stub(.get("/posts"), .text("\(number)"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let text = try await send("/posts").text
          #expect(text == "\(number)")
        }
        group.addTask {
          let data = try await Env.urlSession().data(for: request("/posts")).0
          #expect(data == Data("\(number)".utf8))
        }
      }
      try await group.waitForAll()
    }
    #expect(Env.requestCount == 80)
  }

  @Test(.environment(.mock))
  func `stubs may come and go while requests run`() async throws {
    Env.stub(.any, .text("rest"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            let stub = Env.stub(.get("/\(worker)"), .text("own").cookie("\(worker)", "1"))
            let own = try await send("/\(worker)").text
            #expect(own == "own")
            stub.remove()
            let rest = try await send("/\(worker)").text
            #expect(rest == "rest")
            _ = Env.requests.count
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Env.requestCount == 8 * 100)
  }

  @Test(.environment(.mock))
  func `matchers and responses may use the environment`() async throws {
    Env.stub(.any, .text("rest"))
    Env.stub(
      .where("uses the environment") { _ in
        Env.stub(.get("/never"), .ok).remove()
        return Env.requests.isEmpty
      }, .response { _ in .text("\(Env.requests.count)") })
    #expect(try await send("/").text == "1")
    #expect(try await send("/").text == "rest")
  }

  @Test(.environment(.mock))
  func `requests that are cancelled at any moment end`() async throws {
    Env.stub(
      .any,
      .response { _ in
        await Task.yield()
        return .ok
      })
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let task = Task { try await send("/") }
          for _ in 0..<(number % 5) { await Task.yield() }
          task.cancel()
          _ = await task.result
        }
      }
    }
    #expect(Env.time.pending.isEmpty)
  }
}
