#if os(Linux) && compiler(>=6.3)
  import ChildProcess
  import Foundation
  import Testing

  /// What the compiler says first about one-line mistakes, as somebody who is new to the package makes them. All lines are
  /// compiled at once, against the modules that the build of these tests has left.
  @Suite(.enabled(if: ChildProcess.isPossible && Compiled.modules != nil))
  struct MistakeTests {

    @Test func `a mistake is told with its cure, and what is right with nothing`() async throws {
      let errors = try await Compiled.firstErrors(in: Self.beginning + Self.mistakes.map(\.line) + Self.right)
      for (index, mistake) in Self.mistakes.enumerated() {
        let told = errors[Self.beginning.count + index + 1]
        #expect(told?.contains(mistake.error) == true, "\(mistake.line): \(told ?? "no error")")
      }
      let innocent = errors.filter {
        $0.key <= Self.beginning.count || $0.key > Self.beginning.count + Self.mistakes.count
      }
      #expect(innocent.isEmpty, "\(innocent)")
    }

    private static let beginning = [
      "import Foundation",
      "import GlobalEnvironmentTesting",
      "import Testing",
      "struct Post: Encodable, Sendable { var title = \"First\" }",
      "struct Shop: Sendable {",
      "  var buy: @Sendable (String, Int, Bool) async throws -> Void = { _, _, _ in }",
      "  var swap: @Sendable (Int, Int, Int, Int) -> Void = { _, _, _, _ in }",
      "}",
      "extension EnvironmentEndpoints {",
      "  var track: EnvironmentEndpoint<@Sendable (String) -> Void> { EnvironmentEndpoint(live: { _ in }, mock: { _ in }) }",
      "  var shop: EnvironmentEndpoint<Shop> { EnvironmentEndpoint(live: Shop(), mock: Shop()) }",
      "}",
    ]

    private static let mistakes: [(line: String, error: String)] = [
      ("@Test(.faults) func a1() {}", "say which faults: .faults(.each), or .faults(seeds: 0..<100)"),
      ("@Suite(.faults) struct A2 {}", "say which faults: .faults(.each), or .faults(seeds: 0..<100)"),
      ("@Test(.environment) func a3() {}", "say which environment: .environment(.mock)"),
      ("@Suite(.environment) struct A4 {}", "say which environment: .environment(.mock)"),
      ("@Test(.mock) func a5() {}", "write .environment(.mock)"),
      ("@Suite(.mock, .virtualTime) struct A6 {}", "write .environment(.mock)"),
      ("func b1() { Env.stub(.get(\"/\"), .json(Post())) }", "write .json(encoding: …)"),
      ("func b2() { Env.stub(.get(\"/\"), .json([Post()], status: 201)) }", "write .json(encoding: …)"),
      ("func b3() { Env.stub(.get(\"/\"), \"text\") }", "'String' to expected argument type 'StubResponse'"),
      (
        "func c1() { _ = Env.datee() }",
        "no dynamic member 'datee' using key path from root type 'EnvironmentEndpoints'"
      ),
      ("func c2() { Env.date = Date() }", "cannot assign value of type 'Date' to type '@Sendable () -> Date'"),
      ("func c3() { let _: Date = Env.date }", "did you mean to call it with '()'?"),
      ("func d1() { _ = Spy<String, Int>() }", "say what it returns before it is stubbed: Spy(placeholder: …)"),
      ("func d2() { _ = Env.spy(on: \\.shop) }", "Name a member"),
      ("func d3() { _ = Env.spy(on: \\.shop.swap) }", "a spy is on one function of up to 3 arguments."),
      ("func d4() { _ = Env.spy(on: \\.nope) }", "has no dynamic member 'nope'"),
      ("func d5(url: URL) async throws { let posts = try await Env.json(from: url) }", "say which type to decode"),
      ("@Test(.flight) func d6() {}", "name its file: .flight(\"crash.flight\")"),
      ("func e1() async { Env.time.advance(by: .seconds(1)) }", "is not marked with 'await'"),
    ]

    private static let right = [
      "func f1() { Env.stub(.get(\"/\"), .json([\"a\": 1, \"b\": [1, 2.5, nil, \"x\"], \"c\": [\"d\": true]])) }",
      "func f2() { Env.stub(.get(\"/\"), .json([])); Env.stub(.get(\"/\"), .json(\"text\")) }",
      "func f3() { Env.stub(.get(\"/\"), .json(encoding: [Post()])) }",
      "func f4(_ value: JSONValue) { Env.stub(.get(\"/\"), .json(value)) }",
      "func f5(url: URL) async throws -> [Int] { try await Env.json(from: url) }",
      "@Test func f6() async throws { #expect(try await Env.json(from: URL(filePath: \"/\")) == [1]) }",
      "func g1() { Env.track(\"a\"); Env.track = { _ in } }",
      "func g2() { _ = Env.spy(on: \\.shop.buy); _ = Env.spy(on: \\.http); _ = Env.spy(on: \\.track).count == 1 }",
      "func g3(_ environment: inout Environment) -> EndpointSpy<Void, Date, Never> { environment.spy(on: \\.date) }",
      "func g4() { Env = Environment { _ = $0.spy(on: \\.uuid) } }",
      "@Test(.environment { $0.date = { .distantPast } }) func h1() {}",
      "@Test(.environment(.mock), .faults(.each)) func h2() {}",
      "@Test(.environment(.mock(date: .distantPast)), .faults(seeds: 0..<3)) func h3() {}",
    ]
  }

  /// Swift that is compiled while tests run.
  private enum Compiled {
    /// What the build of these tests has left beside the program that runs them.
    static let modules: URL? = {
      let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      let modules = folder.appending(component: "Modules")
      return FileManager.default.fileExists(atPath: modules.path(percentEncoded: false)) ? modules : nil
    }()

    /// Returns the first error of each line that has one; lines count from 1.
    static func firstErrors(in lines: [String]) async throws -> [Int: String] {
      let folder = FileManager.default.temporaryDirectory.appending(component: "Mistakes-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(component: "Mistakes.swift")
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      let modules = try #require(modules)
      let maps = ["GlobalEnvironmentAtomics", "GlobalEnvironmentTestingLoad"].flatMap { name in
        let map = modules.deletingLastPathComponent().appending(path: "\(name).build/module.modulemap")
        return ["-Xcc", "-fmodule-map-file=\(map.path(percentEncoded: false))"]
      }
      let plugins = try await Toolchain.resources().appending(path: "host/plugins/testing").path(percentEncoded: false)
      let told = try await ChildProcess(
        URL(filePath: "/usr/bin/env"),
        [
          "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path(percentEncoded: false), "-plugin-path",
          plugins,
        ]
          + maps + [file.path(percentEncoded: false)],
        environment: ProcessInfo.processInfo.environment
      ).run()
      var errors: [Int: String] = [:]
      let pattern = #/(?:^|\n)[^\n]*Mistakes\.swift:(\d+):\d+: error: ([^\n]*)/#
      for match in (told.output + told.errors).matches(of: pattern) {
        guard let line = Int(match.1), errors[line] == nil else { continue }
        errors[line] = String(match.2)
      }
      return errors
    }
  }
#endif
