// The examples of the article “Testing streams, uploads and downloads”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@MainActor final class Ticker {
  private(set) var prices: [String] = []

  func follow(_ url: URL) async throws {
    let (bytes, response) = try await Env.bytes(from: url)
    guard response.statusCode == 200 else { return }
    for try await event in bytes.events where event.event == "price" { prices.append(event.data) }
  }
}

func saveEpisode(to file: URL, progress: @escaping EnvironmentProgress.Handler) async throws {
  guard let url = URL(string: "https://api.example.com/episode") else { return }
  try await Env.download(for: URLRequest(url: url), to: file, progress: progress)
}

func sendPhoto(_ photo: Data, progress: @escaping EnvironmentProgress.Handler) async throws -> Int {
  guard let url = URL(string: "https://api.example.com/photo") else { return 0 }
  var request = URLRequest(url: url)
  request.httpMethod = "PUT"
  return try await Env.upload(for: request, from: photo, progress: progress).1.statusCode
}

struct StreamExampleTests {
  @Test(.environment(.mock), .virtualTime) @MainActor func showsPricesAsTheyCome() async throws {
    let events = "event: price\ndata: 17\n\nevent: price\ndata: 18\n\n"
    let answer: StubResponse = .text(events, type: "text/event-stream").failing(with: .networkConnectionLost)
    Env.stub(.get("/prices"), answer.pace(bytes: 23, every: .seconds(1)))
    let ticker = Ticker()
    let url = try #require(URL(string: "https://api.example.com/prices"))
    let end = Task { try await ticker.follow(url) }
    try await Env.sleep(for: .milliseconds(1_500))
    #expect(ticker.prices == ["17"])
    await #expect(throws: URLError.self) { try await end.value }
    #expect(ticker.prices == ["17", "18"])
  }

  @Test(.environment(.mock)) func keepsTheOldEpisodeWhenTheConnectionBreaks() async throws {
    Env.stub(.get("/episode"), .text("half of it").failing(with: .networkConnectionLost))
    let file = URL(filePath: "/episode.mp3")
    try Env.files().write("old", to: file)
    await #expect(throws: URLError.self) { try await saveEpisode(to: file) { _ in } }
    #expect(try Env.files().readText(file) == "old")
  }

  @Test(.environment(.mock)) func showsHowMuchOfThePhotoIsSent() async throws {
    Env.stub(.put("/photo"), .created)
    let (steps, feed) = AsyncStream<Int64>.makeStream()
    let status = try await sendPhoto(Data(count: 100_000)) { feed.yield($0.completed) }
    #expect(status == 201)
    feed.finish()
    #expect(await steps.reduce(into: []) { $0.append($1) } == [65_536, 100_000])
  }
}
