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
    let request = request()
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(try await Env.http(request)) }
    benchmark.stopMeasurement()
  } setup: {
    answerAtOnce()
  }

  Benchmark("Request, answered at once, recorded") { benchmark in
    let request = request()
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(try await Env.http(request)) }
    benchmark.stopMeasurement()
  } setup: {
    answerAtOnce()
    record()
  }
}

private func record() {
  let file = Env.files().folder(.temporary).appending(component: "benchmark-\(Env.processIdentifier()).flight")
  Env = Env.recorded(by: FlightRecorder(at: file))
  // The recorder has it open: its name is not needed any more.
  try? Environment.live.files().remove(file)
}

private func request() -> URLRequest {
  URLRequest(url: URL(filePath: "/posts"))
}

/// Answers with a kilobyte of JSON.
private func answerAtOnce() {
  let body = Data("[\(Array(repeating: #"{"id":1,"title":"Milk"}"#, count: 40).joined(separator: ","))]".utf8)
  let response = HTTPURLResponse(
    url: URL(filePath: "/posts"), statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
  guard let response else { return }
  Env.http = { _ in (body, response) }
}
