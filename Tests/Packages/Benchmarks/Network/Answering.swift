import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Registers what an answer of a mock costs, and of the plainest closure that answers.
func registerAnswering() {
  register("A closure that makes a response") {
    let environment = Environment {
      $0.http = { request in
        guard
          let url = request.url,
          let head = HTTPURLResponse(
            url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
        else { throw URLError(.badURL) }
        return (Data("{}".utf8), head)
      }
    }
    return (environment, requests(1))
  }

  register("1 stub") { (mock(stubs: 1), requests(1)) }
  register("1,000 stubs, requests to one of them") { (mock(stubs: 1_000), requests(1)) }
  register("1,000 stubs, requests to all of them") { (mock(stubs: 1_000), requests(1_000)) }
  register("1,000 templates, requests to all of them") {
    (mock(stubs: 1_000, after: "/:id"), requests(1_000, after: "/1"))
  }
}

private func register(_ name: String, _ world: @escaping () -> (environment: Environment, requests: [URLRequest])) {
  Benchmark(name) { benchmark, world in
    await send(benchmark.scaledIterations.count, of: world.requests, in: world.environment)
  } setup: {
    world()
  }
}

/// Returns a mock in which each of as many ``requests(_:after:)`` has a stub.
func mock(stubs count: Int, after suffix: String = "") -> Environment {
  let environment = Environment.mock
  for number in 0..<count { environment.stub(.get("/posts\(number)\(suffix)"), .ok) }
  return environment
}

/// Returns requests for as many URLs.
func requests(_ count: Int, after suffix: String = "") -> [URLRequest] {
  (0..<count).compactMap { number in
    URL(string: "https://api.example.com/posts\(number)\(suffix)").map { URLRequest(url: $0) }
  }
}

/// Sends `count` requests, those of `requests` over and over, through `Env.http` in a scope.
func send(_ count: Int, of requests: [URLRequest], in environment: Environment) async {
  await withEnvironment(environment) {
    do {
      for number in 0..<count { blackHole(try await Env.http(requests[number % requests.count])) }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
