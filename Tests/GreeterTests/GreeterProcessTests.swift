import ChildProcess
import Foundation
import LoopbackServer
import Testing

/// The program as users run it.
@Suite(.enabled(if: ChildProcess.isPossible, "This platform starts no other programs."))
struct GreeterProcessTests {

  private func greet(_ arguments: String..., environment: [String: String] = [:]) async throws -> ChildProcess.Result {
    #if canImport(Darwin)
      // Beside the bundle with the tests.
      let tests = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }?.bundleURL
    #else
      let tests: URL? = nil
    #endif
    let products = tests ?? URL(filePath: CommandLine.arguments[0])
    let greeter = products.deletingLastPathComponent().appending(component: "greeter")
    return try await ChildProcess(greeter, arguments, environment: environment).run()
  }

  @Test func `it greets by the time, the language and the place that it is given`() async throws {
    let result = try await greet(environment: [
      "ENV_DATE": "2019-11-12T02:45:00-06:00", "ENV_LOCALE": "de_DE", "ENV_TIME_ZONE": "Asia/Tokyo",
    ])
    #expect(result.status == 0)
    #expect(result.output == "Guten Tag! Dienstag, 12. November 2019 um 17:45 (Asia/Tokyo, de_DE)\n")
    #expect(result.errors == "")
  }

  @Test func `it prints what the README shows`() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let shown = try #require(readme.firstMatch(of: /\n((?:ENV_\S+ )+)swift run greeter\n# (.*\n)/))
    let variables = shown.1.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    let result = try await greet(environment: Dictionary(uniqueKeysWithValues: variables.map { ($0[0], $0[1]) }))
    #expect(result.output == shown.2)
  }

  @Test func `it greets by the real time without being told anything`() async throws {
    let result = try await greet()
    #expect(result.status == 0)
    #expect(result.output.contains("(\(TimeZone.current.identifier), "))
  }

  @Test(
    arguments: [
      ["ENV_DATE": "2019-02-30T00:00:00Z"], ["ENV_DATE": "noon"], ["ENV_LOCALE": "xx_YY"], ["ENV_TIME_ZONE": "Mars"],
    ])
  func `a bad variable is one line on standard error and a failure`(environment: [String: String]) async throws {
    expectFailure(try await greet(environment: environment), naming: environment.keys.first ?? "")
  }

  @Test(
    arguments: [("ENV_LOCAL", "ENV_LOCALE"), ("ENV_DAET", "ENV_DATE"), ("ENV_SEDE", "ENV_SEED")] as [(String, String)])
  func `a misspelled variable is reported on standard error, and the program continues`(
    name: String, meant: String
  ) async throws {
    let result = try await greet(environment: [name: "1"])
    #expect(result.status == 0)
    #expect(result.errors == "greeter: \(name) is ignored. Did you mean \(meant)?\n")
  }

  @Test func `a variable for a culture is reported, with those that set a place`() async throws {
    let result = try await greet(environment: ["ENV_CULTURE": "japan"])
    #expect(result.status == 0)
    let cure = "Set ENV_LOCALE and ENV_TIME_ZONE, for instance to ja_JP and Asia/Tokyo."
    #expect(result.errors == "greeter: ENV_CULTURE is ignored. \(cure)\n")
  }

  @Test(arguments: [["--posts"], ["--posts", "posts"], ["hello"]])
  func `bad arguments are one line on standard error and a failure`(arguments: [String]) async throws {
    let result = arguments.count == 1 ? try await greet(arguments[0]) : try await greet(arguments[0], arguments[1])
    expectFailure(result, naming: arguments.last ?? "")
  }

  @Test func `an address that does not answer is one line on standard error and a failure`() async throws {
    let result = try await greet("--posts", "http://127.0.0.1:1/posts")
    expectFailure(result, naming: "http://127.0.0.1:1/posts does not answer")
  }

  @Test func `it prints the titles of the posts at an address`() async throws {
    let server = try LoopbackServer { _ in .json(#"[{"title": "First"}, {"title": "Second"}]"#) }
    let result = try await greet("--posts", server.url("/posts").absoluteString)
    #expect(server.requests.map(\.path) == ["/posts"])
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("\n- First\n- Second\n"), "\(result.output)")
    #expect(result.errors == "")
  }

  @Test func `JSON that is no array of posts is one line on standard error and a failure`() async throws {
    let server = try LoopbackServer { _ in .json(#"{"title": "First"}"#) }
    let result = try await greet("--posts", server.url("/posts").absoluteString)
    expectFailure(result, naming: "answered with a body that does not decode")
  }

  private func expectFailure(_ result: ChildProcess.Result, naming name: String) {
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("greeter: "))
    #expect(result.errors.contains(name), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }
}
