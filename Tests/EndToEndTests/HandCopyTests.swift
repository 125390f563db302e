import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// The templates, copied by hand as the article says.
  @Suite struct HandCopyTests {
    @Test(.timeLimit(.minutes(10)))
    func `the article's five commands lead from nothing to a green test`() async throws {
      let app = try OwningPackage.empty("ByHand")
      let commands = try OwningArticle.commands(with: "cp ")
      try #require(commands.count == 5)
      for command in commands {
        let result = try await app.run(command)
        #expect(result.status == 0, "\(command):\n\(result.output)\n\(result.errors)")
        #expect(!(result.output + result.errors).contains("warning:"), "\(result.output)\n\(result.errors)")
        if command == "swift test" {
          #expect(result.output.contains("workThatIsDueLaterRunsWhenTheTestMovesTime() passed"))
        }
      }

      let json = "posts_response.json"
      try FileManager.default.copyItem(
        at: Repository.templates.appending(path: "Tests/\(json)"), to: app.file("Tests/WeatherTests/\(json)"))
      let manifest = try app.text("Package.swift")
      try app.write(
        manifest.replacing(#"dependencies: ["Weather"]"#, with: #"dependencies: ["Weather"], exclude: ["\#(json)"]"#),
        to: "Package.swift")
      try app.write(Self.postTest, to: "Tests/WeatherTests/PostTests.swift")
      let test = try await app.run("swift test")
      #expect(test.status == 0 && test.output.contains("showsPosts() passed"), "\(test.output)\n\(test.errors)")
      #expect(!(test.output + test.errors).contains("warning:"), "\(test.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a copy that is made public as its head says serves several modules`() async throws {
      let app = OwningPackage(in: try TemporaryFolder.url.appending(path: "Modules"))
      try app.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "Modules", platforms: [.macOS(.v15)],
          targets: [
            .target(name: "Core"), .target(name: "Feature", dependencies: ["Core"]),
            .testTarget(name: "FeatureTests", dependencies: ["Core", "Feature"]),
          ])
        """, to: "Package.swift")
      var environment = try OwningPackage(in: Repository.templates).text("App/Environment.swift")
      for beginning in [
        "struct Environment:", "var date:", "var calendar:", "var locale:", "var timeZone:", "var scheduler:",
        "var http:",
        "mutating func reset", "var Env:", "protocol WorkScheduler", "struct ScheduledWork", "let cancel",
      ] {
        #expect(environment.contains(beginning), "The template has no \(beginning)")
        environment = environment.replacing(beginning, with: "public \(beginning)")
      }
      try app.write(environment, to: "Sources/Core/Environment.swift")
      try app.write(
        """
        import Core
        import Foundation

        public func hour() -> Int { Env.calendar().component(.hour, from: Env.date()) }
        @MainActor public func cancelsWork() { Env.scheduler().schedule(after: .seconds(1)) {}.cancel() }
        public func goesLive() { Env.reset() }
        """, to: "Sources/Feature/Feature.swift")
      let tests = Repository.templates.appending(component: "Tests")
      for file in try FileManager.default.contentsOfDirectory(at: tests, includingPropertiesForKeys: nil) {
        guard file.pathExtension == "swift" else { continue }
        let text = try String(contentsOf: file, encoding: .utf8).replacing("import App\n", with: "import Core\n")
        try app.write(text, to: "Tests/FeatureTests/\(file.lastPathComponent)")
      }
      try app.write(
        """
        import Feature
        import Testing

        @testable import Core

        @Suite(.environment(.mock)) struct FeatureTests {
          @Test func seesTheMock() { #expect(hour() == 2) }
        }
        """, to: "Tests/FeatureTests/FeatureTests.swift")
      try await SwiftCommand("test").expectSuccess(in: app.folder, scratch: app.file(".build"))
    }

    private static let postTest = """
      import Foundation
      import Testing

      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif

      @testable import Weather

      func postTitles() async throws -> [String] {
        struct Post: Decodable { var title: String }
        guard let url = URL(string: "https://api.example.com/posts") else { return [] }
        return try JSONDecoder().decode([Post].self, from: try await Env.http(URLRequest(url: url)).0).map(\\.title)
      }

      @Test(.environment(.mock)) func showsPosts() async throws {
        NetworkMocker.stubAll()
        try NetworkMocker.stub("/posts", file: "posts_response.json")
        #expect(try await postTitles() == ["First", "Second"])
      }
      """
  }
}
