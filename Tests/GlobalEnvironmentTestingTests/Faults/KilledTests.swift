import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironmentTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is left of a program that is killed, and what its next life finds.
struct KilledTests {

  private static let note = URL(filePath: "/home/user/Documents/note.txt")
  private static let second = URL(filePath: "/home/user/Documents/second.txt")

  @Test func `the next life finds files, defaults and secrets, and nothing that was done after the end`() async {
    let lives = Locked<[String]>([])
    let issues = await issues(of: .faults(.only("files[write second.txt]#1=killed"))) {
      lives.withLock { [found = Self.found] in $0.append(found) }
      try? Env.secrets().write("token", for: "token")
      Env.defaults().set("set", for: "key")
      try? Env.files().write("first", to: Self.note)
      // Here the first life ends.
      try? Env.files().write("second", to: Self.second)
      Env.defaults().set("late", for: "key")
      try? Env.secrets().write("late", for: "token")
      try? Env.files().write("late", to: Self.note)
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(lives.withLock { $0 } == ["", "first, set, token"])
  }

  @Test func `a request of a life that has ended reaches no server`() async {
    let requests = Locked(0)
    let issues = await issues(of: .faults(.only("files[write note.txt]#1=killed"))) {
      Env.stub(
        .any,
        .response { _ in
          requests.withLock { $0 += 1 }
          return .ok
        })
      try? Env.files().write("first", to: Self.note)
      _ = try? await Env.http(URLRequest(url: #require(URL(string: "https://example.com/"))))
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(requests.withLock { $0 } == 1)
  }

  @Test func `a life that is killed is cancelled, and what it expects does not count`() async {
    let cancelled = Locked<[Bool]>([])
    let issues = await issues(of: .faults(.only("files[write note.txt]#1=killed"))) {
      let isSaved = (try? Env.files().write("first", to: Self.note)) != nil
      cancelled.withLock { $0.append(Task.isCancelled) }
      #expect(isSaved)
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(cancelled.withLock { $0 } == [true, false])
  }

  @Test func `a life that is killed leaves neither observers of the defaults nor registered values`() async {
    let told = Locked(0)
    let found = Locked<[PropertyListValue?]>([])
    let issues = await issues(of: .faults(.only("files[write note.txt]#1=killed"))) {
      found.withLock { [value = Env.defaults().value(for: "registered")] in $0.append(value) }
      let isFirst = found.withLock { $0.count == 1 }
      func begin() {
        if !isFirst { return }
        Env.defaults().register(["registered": 1])
        _ = Env.defaults().observe("key") { told.withLock { $0 += 1 } }
      }
      begin()
      try? Env.files().write("first", to: Self.note)
      begin()
      Env.defaults().set("set", for: "key")
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(found.withLock { $0 } == [nil, nil])
    #expect(told.withLock { $0 } == 0)
  }

  @Test(
    .environment {
      $0 = .mock
      $0.defaults().register(["registered": 1])
    }, .faults(.only("files[write note.txt]#1=killed")))
  func `what the environment of a test registers is there in each life`() {
    #expect(Env.defaults().value(for: "registered") == 1)
    try? Env.files().write("first", to: Self.note)
  }

  @Test func `what is carried over to the next life counts as no call`() async {
    let issues = await issues(of: .faults(.only("files[write note.txt]#1=killed"))) {
      let files = InMemoryFiles()
      Env = .unimplemented { $0.files = { files } }
      try? Env.files().write("first", to: Self.note)
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test func `a fault that is placed by hand strikes in each life`() async {
    let errors = Locked(0)
    let issues = await issues(of: .faults(.only("files[write note.txt]#1=killed"))) {
      Env.fail(\.secrets, "read token", with: .locked)
      if (try? Env.secrets().read("token")) == nil { errors.withLock { $0 += 1 } }
      try? Env.files().write("first", to: Self.note)
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(errors.withLock { $0 } == 2)
  }

  @Test func `a fault that is placed by hand kills one life`() async {
    let lives = Locked(0)
    let issues = await issues(of: .faults(.each(depth: 0))) {
      lives.withLock { $0 += 1 }
      Env.fail(\.files, "write note.txt", with: .killed)
      try? Env.files().write("first", to: Self.note)
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(lives.withLock { $0 } > 2)
  }

  @Test func `time goes on from life to life`() async {
    let dates = Locked<[Date]>([])
    let issues = await issues(of: .faults(.only("files[write note.txt]#1=killed"))) {
      dates.withLock { [date = Env.date()] in $0.append(date) }
      try? await Env.sleep(for: .seconds(60))
      try? Env.files().write("first", to: Self.note)
    }
    #expect(issues.isEmpty, "\(issues)")
    let found = dates.withLock { $0 }
    #expect(found.count == 2 && found.last?.timeIntervalSince(found[0]) == 60, "\(found)")
  }

  @Test func `an environment that the body assigns finds the same storage`() async {
    let lives = Locked<[String]>([])
    let issues = await issues(of: .faults(.only("files[write second.txt]#1=killed"))) {
      Env = .mock
      lives.withLock { [found = Self.found] in $0.append(found) }
      try? Env.files().write("first", to: Self.note)
      try? Env.files().write("second", to: Self.second)
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(lives.withLock { $0 } == ["", "first"])
  }

  @Test func `what the body assigns can fail, too`() async {
    let issues = await issues(of: .faults(.each)) {
      Env = .mock
      Env.http = { request in
        guard let url = request.url,
          let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badURL) }
        return (Data(), head)
      }
      let answer = try? await Env.http(URLRequest(url: #require(URL(string: "https://example.com/a"))))
      #expect(answer != nil)
    }
    #expect(issues.count == 1 && issues[0].contains("http[GET /a]#1=offline"), "\(issues)")
  }

  /// What the program finds when it begins.
  private static var found: String {
    withoutFaults {
      [
        try? Env.files().readText(note),
        Env.defaults().value(for: "key").map { if case .string(let text) = $0 { text } else { "" } },
        try? Env.secrets().readText("token"),
      ].compactMap { $0 }.joined(separator: ", ")
    }
  }
}
