import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

/// A news reader is killed while it opens a story, and does the same again in a test.
@Suite struct FlightTests {

  @Test func `a news reader that was killed does the same in a test, up to there and beyond`() async throws {
    let path = flight(ofProcess: getpid())
    defer { try? FileManager.default.removeItem(atPath: path) }

    await #expect(processExitsWith: .signal(SIGKILL)) {
      Env = .mock
      Env.stub(.get("/stories"), .file("stories.json"))
      try Env.secrets().write("s3cr3t-t0k3n", for: "token")
      Env.openURL = { _ in
        kill(getpid(), SIGKILL)
        return false
      }
      Env = Env.recorded(by: FlightRecorder(at: URL(filePath: flight(ofProcess: getppid()))))
      Env.mark("said: news")
      _ = await news()
      Env.mark("said: news open 2")
      _ = await news("open", "2")
    }

    #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("s3cr3t-t0k3n".utf8)) == nil)
    // The flight is of a mock, whose own files ask for dates that this test does not.
    try await withFlight(path) {
      #expect(await news() == .success)
      #expect(Env.output.text.contains("2. Clocks go back"))
      // There it was killed. It goes on, in the world of a mock.
      #expect(await news("open", "2") == .success)
      #expect(Env.openedURLs == [URL(string: "https://example.com/clocks")])
    }
  }
}

/// Where the process that is killed records, which finds it by the number of the process that runs this test.
private func flight(ofProcess process: pid_t) -> String {
  FileManager.default.temporaryDirectory.appending(component: "news-of-\(process).flight").path
}
