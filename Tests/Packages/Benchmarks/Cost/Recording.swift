import Benchmark
import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Registers what a flight recorder adds to a date and to a request.
func registerRecording() {
  Benchmark("Date, live") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Env.date()) }
  } setup: {
    Env.reset()
  }

  Benchmark("Date, live, recorded") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Env.date()) }
  } setup: {
    record()
  }

  Benchmark("Request, answered at once") { benchmark in
    try await send(benchmark)
  } setup: {
    answerAtOnce()
  }

  Benchmark("Request, answered at once, recorded") { benchmark in
    try await send(benchmark)
  } setup: {
    answerAtOnce()
    record()
  }

  Benchmark("Request, answered at once, recorded, with a secret to look for") { benchmark in
    try await send(benchmark)
  } setup: {
    answerAtOnce()
    record()
    // The recorder takes the header's value for a secret.
    var login = request
    login.setValue("Bearer 1f8e2a9c-4b7d", forHTTPHeaderField: "Authorization")
    _ = try await Env.http(login)
  }
}

private func send(_ benchmark: Benchmark) async throws {
  let request = request
  benchmark.startMeasurement()
  for _ in benchmark.scaledIterations { blackHole(try await Env.http(request)) }
  benchmark.stopMeasurement()
}

func record() {
  let file = Env.files().folder(.temporary).appending(component: "benchmark-\(Env.processIdentifier()).flight")
  Env = Env.recorded(by: FlightRecorder(at: file))
  // The recorder has it open: its name is not needed any more.
  try? Environment.live.files().remove(file)
}

private let url = URL(string: "https://example.com/posts?page=2&sort=date") ?? URL(filePath: "/")
private let request = URLRequest(url: url)

/// Answers with a kilobyte of JSON.
private func answerAtOnce() {
  let body = Data("[\(Array(repeating: #"{"id":1,"title":"Milk"}"#, count: 40).joined(separator: ","))]".utf8)
  let response = HTTPURLResponse(
    url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
  guard let response else { return }
  Env.http = { _ in (body, response) }
}
