import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

struct InterleavingTests {

  @Test(.environment(.mock), .virtualTime(seeds: 0..<20))
  func `in whatever order a watch and a refresh run that is cancelled, the list stays whole`() async throws {
    Env.stub(.get("/stories"), .sequence([.serverError, .file("stories.json")]))
    let watching = Task { await news("watch") }
    let refresh = Task { try await Newsstand.refresh() }
    try await Env.sleep(for: .milliseconds(1_100))
    refresh.cancel()
    _ = await refresh.result
    try await Env.sleep(for: .seconds(600))
    watching.cancel()
    #expect(await watching.value == .cancelled)
    #expect(EditionCache.read()?.stories.count == 2)
  }
}
