import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

@Suite struct BadInputTests {

  @Test(
    "A recorder that cannot begin says why, and the app goes on unrecorded",
    arguments: [
      ("zero", 0, "too small"), ("negative", -1, "too small"), ("a petabyte", 1 << 50, "cannot be reserved"),
      ("all", .max, "cannot be reserved"),
    ])
  func limits(_ name: String, limit: Int, reason: String) throws {
    let folder = try FlightFolder()
    try expectUnrecorded(FlightRecorder(at: folder.file, limit: limit), reason)
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
  }

  #if os(Linux)
    @Test func `where no file may be as large, it says so, and the app goes on`() async throws {
      await #expect(processExitsWith: .success) {
        let folder = try FlightFolder()
        // Threads that run tasks block signals; the main thread of an app does not.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        #expect(pthread_sigmask(SIG_UNBLOCK, &signals, nil) == 0)
        var most = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &most) == 0)
        let recorder = FlightRecorder(at: folder.file, limit: 8_000_000)
        try #require(recorder.error?.description.contains("cannot be reserved") == true)
        try #require(FlightRecorder(at: folder.file, limit: 90_000).error == nil)
      }
    }
  #endif

  @Test("A flight must last some time") func duration() throws {
    let folder = try FlightFolder()
    try expectUnrecorded(FlightRecorder(at: folder.file, lasting: .zero), "Give it some time")
  }

  @Test("A folder that is not there, or is no folder, is an error") func folders() throws {
    let folder = try FlightFolder()
    let missing = folder.url.appending(components: "missing", "a.flight")
    try expectUnrecorded(FlightRecorder(at: missing), "cannot be made: No such file or directory")
    try expectUnrecorded(FlightRecorder(at: folder.url), "cannot be made: Is a directory")
  }

  @Test("A folder that may not be written to is an error") func unwritable() throws {
    try expectUnrecorded(FlightRecorder(at: URL(filePath: "/proc/a.flight")), "cannot be made")
  }

  @Test("What is no file is an error") func noFile() throws {
    try expectUnrecorded(
      FlightRecorder(at: try #require(URL(string: "https://example.com/a"))), "not the URL of a file")
    try expectUnrecorded(FlightRecorder(at: URL(filePath: "/dev/null")), "not a plain file")
  }

  @Test("Two recorders cannot have one file") func twice() throws {
    let folder = try FlightFolder()
    let first = FlightRecorder(at: folder.file, limit: 20_000)
    try expectUnrecorded(FlightRecorder(at: folder.file, limit: 20_000), "another recorder")
    withEnvironment(Environment.mock.recorded(by: first)) { Env.mark("still there") }
    #expect(try Flight(contentsOf: folder.file).events.count == 1)
  }

  @Test func `names that have no room in the head are hidden, and a line says what a replay needs`() throws {
    let folder = try FlightFolder()
    let names = (0..<200).map { Secret.field("a member of the object \($0)") }
    withEnvironment(.mock) {
      Env = Env.recorded(by: FlightRecorder(at: folder.file, limit: 20_000, hiding: names))
      #expect(Env.output.text.contains(".flight(_:hiding:)"))
      Env.mark(#"{"a member of the object 7":"q9Zx-77ab"}"#)
    }
    #expect(try Flight(contentsOf: folder.file).told.last?.contains("q9Zx") == false)
    let other = try FlightFolder()
    withEnvironment(.mock) {
      Env = Env.recorded(by: FlightRecorder(at: other.file, limit: 20_000, hiding: [.field("pin")]))
      #expect(Env.output.text == "")
    }
  }

  @Test("A file that is no flight is left as it is") func foreign() throws {
    let folder = try FlightFolder()
    try Data("my novel".utf8).write(to: folder.file)
    try expectUnrecorded(FlightRecorder(at: folder.file), "which is not a flight")
    #expect(try Data(contentsOf: folder.file) == Data("my novel".utf8))
  }

  @Test("The flight of the run before is kept") func previous() throws {
    let folder = try FlightFolder()
    withEnvironment(Environment.mock.recorded(by: FlightRecorder(at: folder.file, limit: 20_000))) { Env.mark("crash") }
    let next = FlightRecorder(at: folder.file, limit: 20_000)
    #expect(next.error == nil)
    let previous = try #require(next.previous)
    #expect(previous.lastPathComponent == "test-previous.flight")
    #expect(try Flight(contentsOf: previous).told.first?.contains("crash") == true)
    #expect(try Flight(contentsOf: folder.file).events.isEmpty)
  }

  @Test func `the flight of a crash stays when later runs end well`() throws {
    let folder = try FlightFolder()
    // As a process that is killed leaves it.
    let run = FlightRecorder(at: folder.file, limit: 20_000)
    try withEnvironment(Environment.mock.recorded(by: run)) {
      Env.mark("crash")
      try FileManager.default.copyItem(at: folder.file, to: folder.url.appending(component: "test-previous.flight"))
    }
    let kept = {
      let next = FlightRecorder(at: folder.file, limit: 20_000)
      withEnvironment(Environment.mock.recorded(by: next)) { Env.mark("later") }
      return try Flight(contentsOf: try #require(next.previous)).told
    }
    try FileManager.default.removeItem(at: folder.file)
    for _ in 0..<3 { #expect(try kept().first?.contains("crash") == true) }
  }

  private func expectUnrecorded(_ recorder: FlightRecorder, _ reason: String) throws {
    let error = try #require(recorder.error)
    #expect(error.description.contains(reason), "\(error)")
    withEnvironment(.mock) {
      Env = Env.recorded(by: recorder)
      _ = Env.date()
      Env.mark("goes on")
      #expect(Env.output.text.contains(reason))
    }
  }
}
