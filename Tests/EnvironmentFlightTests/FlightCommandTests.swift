import EnvironmentFlight
import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment(.mock)) struct FlightCommandTests {

  @Test("The timeline has a line for each record, with marks and errors") func timeline() async throws {
    try await prepare()
    #expect(run("show", "/crash-4711.flight") == 0)
    let text = Env.output.standardOutput
    #expect(text.contains(#/\n +0\.\d{3}  (task|thread) \d+ +» tapped Refresh\n/#), "\(text)")
    #expect(text.contains("http     ! 500 (13 bytes)"), "\(text)")
    #expect(text.contains(#"defaults   set visits 1"#), "\(text)")
    #expect(text.hasPrefix("swiftpm-testing") || text.contains(" records, until 0."))
  }

  @Test("The page holds the flight, and no text of it can end a script") func page() async throws {
    try await prepare()
    #expect(run("show", "/crash-4711.flight", "--html", "/page.html") == 0)
    let page = try Env.files().readText(URL(filePath: "/page.html"))
    #expect(page.contains("tapped Refresh") && page.contains("https://example.com/posts"))
    #expect(!page.contains("</script><b>") && page.contains("\\u003c/script>"))
    // For a keyboard: one tab stop for all records, and a way to each error.
    #expect(page.contains("button.tabIndex = -1") && page.contains(#"id="find" type="search""#))
    #expect(page.contains(#"<button id="error">Next error"#) && page.contains("ArrowDown"))
    // Without colour.
    #expect(page.contains(#".item.failed::before { content: "✕ ""#))
    #expect(!page.contains("http-src") && page.components(separatedBy: "<script").count == 3)
  }

  @Test("The test file has marks in their places and the flight beside it") func test() async throws {
    try await prepare()
    try Env.files().createFolder(URL(filePath: "/Tests"))
    #expect(run("show", "/crash-4711.flight", "--test", "/Tests") == 0)
    let source = try Env.files().readText(URL(filePath: "/Tests/Crash4711Tests.swift"))
    #expect(
      source.contains("@Suite struct Crash4711Tests {\n  @Test(.flight(\"crash-4711.flight\")) func reproduces()"))
    #expect(
      source.contains(
        #/\n    // At 0\.\d{3} s: tapped Refresh \(.*FlightCommandTests.swift:\d+\)\n    //   GET https:/#), "\(source)"
    )
    #expect(source.contains("GET https://example.com/posts, 2 times") || source.contains("500 (13 bytes)"))
    #expect(source.contains("second line of a mark (") && !source.contains("\nsecond"))
    #expect(
      try Env.files().read(URL(filePath: "/Tests/crash-4711.flight"))
        == Env.files().read(URL(filePath: "/crash-4711.flight")))
    #expect(source.contains("\n// In Package.swift, give the test target exclude: [\"crash-4711.flight\"], its path"))
    #expect(Env.output.standardOutput.hasSuffix(", its path in the target's folder.\n"))
    // What somebody has filled in stays.
    #expect(run("show", "/crash-4711.flight", "--test", "/Tests") == 2)
    #expect(Env.output.standardError.contains("Crash4711Tests.swift is there already"))
  }

  @Test("The test file fails until somebody completes it") func incomplete() async throws {
    try await prepare()
    try Env.files().createFolder(URL(filePath: "/Tests"))
    #expect(run("show", "/crash-4711.flight", "--test", "/Tests") == 0)
    let source = try Env.files().readText(URL(filePath: "/Tests/Crash4711Tests.swift"))
    #expect(source.contains("the flight ends.\n    Issue.record(\"This test expects nothing yet. Do what"))
  }

  @Test("Help goes to the standard output, and is no failure", arguments: [["--help"], ["-h"], ["show", "--help"]])
  func help(_ arguments: [String]) {
    #expect(Self.run(arguments) == 0)
    #expect(Env.output.standardOutput.contains("usage: swift package environment-flight show FILE"))
    #expect(Env.output.standardError == "")
  }

  @Test(
    "What cannot be shown is an error that says how to go on",
    arguments: [
      ([], "Say: environment-flight show FILE"), (["show"], "Say: environment-flight show FILE"),
      (["show", "/none.flight"], "/none.flight cannot be read: No such file or directory. Name the file of a flight."),
      (["show", "/tmp"], "/tmp cannot be read: Is a directory."), (["show", "a", "b"], "one flight too many: b"),
      (
        ["show", "/tmp/crash.flight", "--html", "/no/page.html"], "/no/page.html cannot be written: No such file or dir"
      ),
      (["show", "a", "--svg"], "There is no option “--svg”"), (["show", "a", "--html"], "--html needs a path"),
      (["show", "/novel.flight"], "/novel.flight, at byte 0: it is not a flight"),
    ]) func errors(_ arguments: [String], _ message: String) async throws
  {
    try Env.files().write("my novel", to: URL(filePath: "/novel.flight"))
    try Env.files().write(Data(try await recordedCrash()), to: URL(filePath: "/tmp/crash.flight"))
    #expect(FlightCommandTests.run(arguments) == 2)
    #expect(Env.output.standardError.contains(message), "\(Env.output.standardError)")
  }

  private func prepare() async throws {
    try Env.files().write(Data(try await recordedCrash()), to: URL(filePath: "/crash-4711.flight"))
  }

  private func run(_ arguments: String...) -> Int32 { Self.run(arguments) }

  private static func run(_ arguments: [String]) -> Int32 {
    Env.arguments = { ["environment-flight"] + arguments }
    return FlightCommand.run()
  }
}

/// The file of a program that has failed.
func recordedCrash() async throws -> [UInt8] {
  let folder = FileManager.default.temporaryDirectory.appending(component: "Crash-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let saved = folder.appending(component: "saved.flight")
  let recorder = FlightRecorder(at: folder.appending(component: "live.flight"), limit: 100_000)
  try await withEnvironment(Environment.mock.recorded(by: recorder)) {
    Env.stub(.get("/posts"), .text("</script><b>!", status: 500))
    Env.mark("tapped Refresh")
    var request = URLRequest(url: try #require(URL(string: "https://example.com/posts")))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    _ = try await Env.http(request)
    _ = try await Env.http(request)
    Env.mark("second\nsecond line of a mark")
    Env.defaults().set(1, for: "visits")
    _ = try? Env.files().read(URL(filePath: "/none"))
    try Env.flight.save(to: saved)
  }
  return [UInt8](try Data(contentsOf: saved))
}
