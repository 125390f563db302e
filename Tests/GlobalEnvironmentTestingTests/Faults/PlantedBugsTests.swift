import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironmentTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Bugs of many kinds in small programs, each of which works as long as the world does.
struct PlantedBugsTests {

  @Test func `an update that is lost after a failed write`() async {
    await expectBug("files[write note.txt]#1=diskFull") {
      var hasChanges = true
      func save() {
        // The bug: there is nothing to save any more, whether it was saved or not.
        hasChanges = false
        try? Env.files().write("Milk", to: file)
      }
      save()
      #expect(hasChanges || Env.files().exists(file))
    }
  }

  @Test func `a retry without a limit`() async {
    await expectBug("http[GET /posts]#1=offline") {
      Env.stub(.get("/posts"), .text("Posts"))
      // The bug: it has no end as long as the network has none.
      while (try? await send("GET /posts")) == nil { try await Env.sleep(for: .seconds(1)) }
    }
  }

  @Test func `what a test threw is told without the secrets of an address`() async {
    let issues = await issues(of: .faults(.each)) {
      Env.stub(.get("/posts"), .text("Posts"))
      let url = try #require(URL(string: "https://example.com/posts?token=x7Q9pl4ntZw9"))
      _ = try await Env.http(URLRequest(url: url))
    }
    #expect(issues.count == 1 && issues[0].contains("The test threw"), "\(issues)")
    #expect(!issues.contains { $0.contains("x7Q9pl4ntZw9") }, "\(issues)")
  }

  @Test func `a retry without a limit is found by seeds, too`() async {
    let issues = await issues(of: .faults(seeds: 0..<200)) {
      Env.stub(.get("/posts"), .text("Posts"))
      while (try? await send("GET /posts")) != "Posts" { try await Env.sleep(for: .seconds(1)) }
    }
    #expect(issues.count == 1 && issues[0].contains("Nothing but timers and loops has run"), "\(issues)")
  }

  @Test func `a retry with a limit is no storm of requests, and one without is`() async {
    for (attempts, isFine) in [(3, true), (12, false)] {
      let issues = await issues(of: .faults(.each)) {
        let posts = Env.stub(.get("/posts"), .text("Posts"))
        for _ in 1...attempts {
          if (try? await send("GET /posts")) == "Posts" { break }
          try? await Env.sleep(for: .seconds(1))
        }
        #expect(Env.requests.count <= 3 && Env.requestCount <= 3 && posts.calls.count <= 3)
      }
      #expect(issues.isEmpty == isFine, "\(issues)")
    }
  }

  @Test func `a retry without a limit that ignores its cancellation`() async {
    // It ends, as the world works again when it is given up.
    let issues = await issues(of: .faults(.only("files[write note.txt]#1=diskFull"))) {
      while (try? Env.files().write("Milk", to: file)) == nil { try? await Env.sleep(for: .seconds(1)) }
    }
    #expect(issues.count == 1 && issues[0].contains("Nothing but timers and loops has run"), "\(issues)")
  }

  @Test func `a program that goes on although it is killed`() async {
    let issue = await issues(of: .faults(.only("files[write note.txt]#1=killed"))) {
      while (try? Env.files().write("Milk", to: file)) == nil { await Task.yield() }
    }
    #expect(issue.count == 1 && issue[0].contains("went on without end"), "\(issue)")
  }

  @Test func `a state that is kept after a cancellation`() async {
    await expectBug("http[GET /posts]#1=cancelled") {
      Env.stub(.get("/posts"), .text("Posts"))
      let model = LoadingModel()
      await Task { try? await model.load() }.value
      #expect(await !model.isLoading)
    }
  }

  @Test func `a token that is renewed twice`() async {
    await expectBug("http[POST /token]#1=connectionLost") {
      let tokens = Locked(0)
      Env.stub(
        .post("/token"),
        .response { _ in
          tokens.withLock { $0 += 1 }
          return .text("token")
        })
      // The bug: the first answer may be lost although the server has made a token.
      for _ in 0..<2 { if let answer = try? await send("POST /token"), answer == "token" { break } }
      #expect(tokens.withLock { $0 } <= 1)
    }
  }

  @Test func `a file that is read half written after a restart`() async {
    await expectBug("files[append note.txt]#2=killed") {
      func line() -> String? { withoutFaults { try? Env.files().readText(file) } }
      // At the start, what was there is shown.
      #expect([nil, "Milk, eggs\n"].contains(line()))
      // The bug: in two pieces, where one would do.
      if line() == nil {
        try? Env.files().append("Milk, ", to: file)
        try? Env.files().append("eggs\n", to: file)
      }
    }
  }

  @Test func `a success that is shown before it is one`() async {
    await expectBug("http[PUT /notes/1]#1=tooManyRequests") {
      let server = Locked("")
      Env.stub(
        .put("/notes/1"),
        .response { _ in
          server.withLock { $0 = "Milk" }
          return .status(204)
        })
      // The bug: an answer is not yet a success. An error is handled.
      let isShownAsSaved = (try? await send("PUT /notes/1")) != nil
      #expect(!isShownAsSaved || server.withLock { $0 } == "Milk")
    }
  }

  @Test func `a cache that is emptied before there is something new`() async {
    await expectBug("files[remove note.txt]#1=cancelled") {
      Env.stub(.get("/posts"), .text("new"))
      try? withoutFaults { try Env.files().write("old", to: file) }
      // The bug: in the wrong order.
      try? Env.files().remove(file)
      if let posts = try? await send("GET /posts") { try? withoutFaults { try Env.files().write(posts, to: file) } }
      #expect(Env.files().exists(file))
    }
  }

  @Test func `an empty answer that is taken for an empty list`() async {
    await expectBug("http[GET /posts]#1=emptyBody") {
      Env.stub(.get("/posts"), .text("1\n2"))
      var posts = ["1"]
      // The bug: no text is no posts.
      if let text = try? await send("GET /posts"), !text.contains("error"), text != "[]" {
        posts = text.split(separator: "\n").map(String.init)
      }
      #expect(!posts.isEmpty)
    }
  }

  @Test func `an age by a clock that goes back`() async {
    await expectBug("date#2=clockBack") {
      let saved = Env.date()
      // The bug: the wall clock is no stopwatch.
      #expect(Env.date().timeIntervalSince(saved) >= 0)
    }
  }

  @Test func `a day by two calendars`() async {
    await expectBug("calendar#2=otherTimeZone") {
      let today = Env.calendar().startOfDay(for: Date(timeIntervalSince1970: 1_573_548_300))
      // The bug: the user may have travelled in between.
      #expect(Env.calendar().component(.hour, from: today) == 0)
    }
  }

  @Test func `a list that stays on yesterday if it is not told`() async {
    await expectBug("notificationCenter[NSCalendarDayChanged]#1=notPosted") {
      let today = Locked(withoutFaults { Env.calendar().startOfDay(for: Env.date()) })
      let token = Env.notificationCenter().addObserver(forName: .NSCalendarDayChanged, object: nil, queue: nil) { _ in
        today.replace(with: withoutFaults { Env.calendar().startOfDay(for: Env.date()) })
      }
      try await Env.sleep(for: .seconds(86_400))
      // The bug: it does not look again when it is shown.
      withoutFaults {
        #expect(Env.calendar().isDate(today.withLock { $0 }, inSameDayAs: Env.date()))
        Env.notificationCenter().removeObserver(token)
      }
    }
  }

  @Test func `a migration that is marked as done before it is`() async {
    await expectBug("files[move note.txt]#1=killed") {
      let new = URL(filePath: "/home/user/Documents/new.txt")
      withoutFaults {
        if !Env.files().exists(file), !Env.files().exists(new) { try? Env.files().write("Milk", to: file) }
      }
      if Env.defaults().value(for: "isMigrated") == nil {
        // The bug: in the wrong order.
        Env.defaults().set(.boolean(true), for: "isMigrated")
        do { try Env.files().move(file, to: new) } catch { Env.defaults().set(nil, for: "isMigrated") }
      }
      let isMigrated = withoutFaults { Env.defaults().value(for: "isMigrated") } != nil
      #expect(!isMigrated || Env.files().exists(new))
    }
  }

  @Test func `a fallback that fails, too, takes a second fault`() async {
    let issue = await expectBug("secrets[read token]#1=locked") {
      try? withoutFaults { try Env.secrets().write("s3cret", for: "token") }
      var isLoggedIn = false
      do {
        isLoggedIn = try Env.secrets().readText("token") != nil
      } catch {
        try? Env.files().write("Please unlock", to: file)
        // The bug: that may fail, too.
        #expect(Env.files().exists(file))
      }
      #expect(isLoggedIn || Env.files().exists(file))
    }
    #expect(issue.contains("With 2 faults"))
    #expect(issue.contains(";files[write note.txt]#1=diskFull'"))
  }

  /// Expects that `.each` finds a bug in `body`, with a plan of one or two faults that begins with `plan`.
  @discardableResult
  private func expectBug(
    _ plan: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> String {
    let issues = await issues(of: .faults(.each), body)
    #expect(issues.count == 1, sourceLocation: sourceLocation)
    let issue = issues.first ?? ""
    #expect(issue.contains("ENV_FAULTS='\(plan)"), "\(issue)", sourceLocation: sourceLocation)
    #expect(issue.contains("With one fault") || issue.contains("With 2 faults"), sourceLocation: sourceLocation)
    #expect(!issue.contains("did something else"), "\(issue)", sourceLocation: sourceLocation)
    return issue
  }
}

private let file = URL(filePath: "/home/user/Documents/note.txt")

/// Sends a request, and returns the text of the answer, whatever its status.
private func send(_ text: String) async throws -> String {
  let parts = text.split(separator: " ")
  var request = URLRequest(url: try #require(URL(string: "https://example.com\(parts[1])")))
  request.httpMethod = String(parts[0])
  return String(decoding: try await Env.http(request).0, as: UTF8.self)
}

@MainActor private final class LoadingModel {
  private(set) var isLoading = false

  func load() async throws {
    isLoading = true
    do {
      _ = try await send("GET /posts")
    } catch let error as URLError where error.code == .cancelled {
      // The bug: `isLoading` stays true.
      throw error
    } catch {}
    isLoading = false
  }
}
