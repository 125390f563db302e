// The examples of the landing page of GlobalEnvironmentCombine, each as it stands there.

import CombineSources
import Foundation
import GlobalEnvironmentTesting
import OpenCombine
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func titles(of request: URLRequest) -> AnyPublisher<[String], any Error> {
  Env.httpPublisher(for: request)
    .map(\.data)
    .decode(type: [String].self, decoder: Env.decoder())
    .receive(on: Env.scheduler().combine)
    .eraseToAnyPublisher()
}

struct ExampleTests {
  @Test(.environment(.mock)) func debounces() {
    let text = PassthroughSubject<String, Never>()
    var searched: [String] = []
    let search = text.debounce(for: .milliseconds(300), scheduler: Env.scheduler().combine).sink { searched.append($0) }
    text.send("s")
    Env.time.advance(by: .milliseconds(300))
    #expect(searched == ["s"])
    search.cancel()
  }

  @Test(.environment(.mock)) func countsMinutes() {
    var minutes = 0
    let counting = Env.scheduler().combine.timerPublisher(every: .seconds(60)).autoconnect().sink { _ in minutes += 1 }
    Env.time.advance(by: .seconds(200))
    #expect(minutes == 3)
    counting.cancel()
  }

  @Test(.environment(.mock), .virtualTime) func `a publisher of requests gives what is decoded`() async throws {
    Env.stub(.get("/titles"), .json(["First"]))
    let url = try #require(URL(string: "https://api.example.com/titles"))
    #expect(try await titles(of: URLRequest(url: url)).outcome().get() == ["First"])
  }
}
