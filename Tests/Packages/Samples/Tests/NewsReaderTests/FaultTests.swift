import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import NewsReader

/// What must be true whatever fails: the disk, the network, the process itself.
@Suite(.environment(.mock)) struct FaultTests {

  /// Gives the user a list of two stories, the second of which is read; in the first life of the program only.
  private func prepare() async {
    await withoutFaults {
      if EditionCache.read() != nil { return }
      Env.stub(.get("/stories"), .file("stories.json")).once()
      _ = await news()
      _ = await news("open", "2")
    }
  }

  @Test(.faults(.each)) func `a story that is read stays read as long as it is in the list`() async {
    await prepare()
    Env.stub(.get("/stories"), .json([])).optional()
    _ = await news("refresh")
    withoutFaults {
      guard let old = EditionCache.read()?.stories.first(where: { $0.id == 2 }) else { return }
      let isForgottenElsewhere = Env.defaults().value(for: "readStories") == nil
      #expect(Reading.isRead(old) || isForgottenElsewhere)
    }
  }

  @Test(.faults(.each)) func `a command that is right is not called wrong`() async {
    await prepare()
    let status = await news("open", "1")
    #expect(status != .usage || !Env.files().exists(EditionCache.file))
  }

  @Test(.faults(.each)) func `what is listed is the old list or the new one, or there is a message`() async {
    await prepare()
    Env.stub(.get("/stories"), .file("stories.json")).optional()
    let before = Env.output.standardOutput.count
    let status = await news("refresh")
    let page = Env.output.standardOutput.dropFirst(before)
    #expect(page.isEmpty || page.contains("Clocks go back") || page == "No news.\n")
    #expect(!page.isEmpty || status == .cancelled || !Env.output.standardError.isEmpty)
  }

  @Test(.faults(.each)) func `the program ends within two minutes, and says so if it has no list`() async {
    Env.stub(.get("/stories"), .file("stories.json"))
    let start = Env.clock.now
    let status = await news()
    #expect(start.duration(to: Env.clock.now) < .seconds(120))
    #expect(status == .cancelled || (status == .success) == !Env.output.standardOutput.isEmpty)
  }

  @Test(.faults(.each)) func `what is listed without a message can be opened`() async {
    Env.stub(.get("/stories"), .file("stories.json"))
    let status = await news()
    if status == .success, Env.output.standardError.isEmpty {
      #expect(withoutFaults { EditionCache.read()?.stories.count } == 2)
    }
  }

  @Test(.faults(.each)) func `an event that cannot be counted does not keep the user from the news`() async {
    Env.analytics = { appendToLog($0) }
    Env.stub(.get("/stories"), .file("stories.json"))
    let status = await news()
    let hasPage = Env.output.standardOutput.contains("Clocks go back")
    #expect(hasPage || status == .cancelled || Env.output.standardError.contains("news: "))
    #expect(!Env.output.standardError.contains("news-events.txt"))
  }

  @Test(.faults(.each)) func `who has logged in is logged in, or was told`() async throws {
    let status = await news("login", "s3cret")
    let token = try withoutFaults { try Account.token() }
    #expect(status == .cancelled || (status == .success) == (token == "s3cret"))
  }

  @Test(.faults(seeds: 0..<300)) func `a story is listed once by one who watches`() async throws {
    func story(_ id: Int) -> JSONValue {
      [
        "id": .init(id), "title": "Story \(id)", "url": "https://example.com/\(id)",
        "published": "2019-11-12T0\(id):00:00Z", "comments": 0,
      ]
    }
    Env.stub(.get("/stories"), .sequence([.json([story(1)]), .json([story(2), story(1)])]))
    Env.arguments = { ["news", "watch"] }
    let program = Task { await runNews() }
    try await withoutFaults { try await Env.sleep(for: .seconds(3_600)) }
    program.cancel()
    _ = await program.value
    let titles = Env.output.standardOutput.matches(of: /Story \d+/).map { String($0.output) }
    #expect(titles.count == Set(titles).count)
  }
}
